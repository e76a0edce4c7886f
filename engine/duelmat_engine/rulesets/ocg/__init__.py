"""Early OCG: Toons, Spirits, combat and traps of the first years (statements OCG-01 to OCG-50).

What its document leaves out is inherited, under reading G-29. The order of simultaneous effects
(statements SEG-01 to SEG-32) is the chain policy of this ruleset.
"""
