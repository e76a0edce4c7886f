// Generated from docs/pages.schema.json (5db499ea50b4e776): change that, not this.

/**
 * Anything that pages and table say to each other.
 */
export type PageMessage =
  | PublicView
  | SeatView
  | JudgeView
  | LightsView
  | LineView
  | RuleView
  | Answer
  | Done
  | NotDone
  | Enrolled
  | RenewLink
  | LinkRenewed
  | HandRequest
  | Command
  | Ruling
  | EnrollRequest;
export type HandRequest =
  PlaceCard | TurnCard | FlipCard | TakeCard | DrawCards | ShuffleDeck | TouchPad | PressButton | StackCard | FetchCard;
export type Command =
  Concede | OfferDraw | AcceptDraw | CorrectLife | TakeBack | Agree | Refuse | AskMe | Rematch | CallJudge;
export type Ruling = LetStand | HaveTakenBack | CorrectLife | GoOn;
export type EnrollRequest = LookAtSpot | NameSleeve | UndoLast;

/**
 * What everybody may know.
 */
export interface PublicView {
  /**
   * Life points by seat.
   */
  life: {
    [k: string]: number;
  };
  /**
   * The number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * The turn player.
   */
  turn_seat: string;
  /**
   * The present phase's name; `setup` before the first turn.
   */
  phase: string;
  /**
   * All phases in order.
   */
  phases: PhaseView[];
  /**
   * What must be answered now; null when the duel is over.
   */
  decision: DecisionView | null;
  /**
   * How things stand at the table; `waiting`: for a judge.
   */
  status: "asking" | "correcting" | "over" | "playing" | "waiting";
  /**
   * What the table says to everybody.
   */
  message: MessageView | null;
  /**
   * The cards that are sensed.
   */
  zones: ZoneView[];
  /**
   * By seat, the cards beside the rows.
   */
  piles: {
    [k: string]: PilesView;
  };
  /**
   * By seat, what lies beside the mat, where nothing senses it.
   */
  aside: {
    [k: string]: AsideView[];
  };
  /**
   * What hands must do.
   */
  obligations: ObligationView[];
  /**
   * The last 60 lines.
   */
  log: LogLineView[];
  /**
   * How the duel ended; null while it goes on.
   */
  outcome: OutcomeView | null;
  /**
   * How things stand with the board.
   */
  link: LinkView;
  /**
   * What players have asked each other for.
   */
  requests: RequestView[];
  /**
   * Which duel of this table it is, from 1.
   */
  number: number;
  /**
   * Whether a judge has been called.
   */
  judge: JudgeCallView | null;
  /**
   * The newest entry of the duel's journal that everybody may know of, as 16 hex digits: whoever notes it can notice later that the journal's end was cut off. Empty where there is none.
   */
  head: string;
}
/**
 * A phase of a turn.
 */
export interface PhaseView {
  /**
   * Its name in the ruleset: `main1`.
   */
  name: string;
  /**
   * Its name for people: `Main Phase 1`.
   */
  title: string;
}
/**
 * What the duel waits for.
 */
export interface DecisionView {
  /**
   * Whose it is; empty: nobody's, or everybody's.
   */
  seat: string;
  /**
   * What is decided: `first`, `open`, `window`, `trigger`, `choose`, `place`, `number`, `name`, `reveal` or `chance`.
   */
  kind: string;
  /**
   * What is to be decided, for people.
   */
  text: string;
}
/**
 * Something that is said.
 */
export interface MessageView {
  /**
   * What it is for.
   */
  kind: "info" | "obligation" | "problem" | "question" | "refusal";
  /**
   * One or more sentences.
   */
  text: string;
  /**
   * The rules that a refusal rests on.
   */
  rules: RuleView[];
  /**
   * What would be allowed, or what to do: a sentence each.
   */
  remedy: string[];
  /**
   * The zones of the mat that it is about.
   */
  zones: string[];
}
/**
 * A rule with what it says.
 */
export interface RuleView {
  /**
   * As in docs/rulesets: `TK-14`.
   */
  id: string;
  /**
   * What it says, as a sentence.
   */
  statement: string;
}
/**
 * A zone with a card in it, as sensed.
 */
export interface ZoneView {
  /**
   * The zone of the mat.
   */
  zone: string;
  /**
   * The card; of a stack the one on top.
   */
  card: CardView;
  /**
   * Whether it lies upright, not sideways.
   */
  upright: boolean;
  /**
   * The cards under the top of a stack.
   */
  beneath?: CardView[];
}
/**
 * A card: which one, where the audience may know that, and how it lies.
 */
export interface CardView {
  /**
   * The owner's seat and the code: `a:H7`.
   */
  key?: string;
  /**
   * The card as in the ruleset: `H7`.
   */
  code?: string;
  /**
   * Its name, without an article.
   */
  name?: string;
  /**
   * How it lies in a zone or on a stack; `unknown`: the mat cannot tell.
   */
  face?: "down" | "unknown" | "up";
  /**
   * Whether it is one of the deck that is being looked at.
   */
  looked?: boolean;
  /**
   * Where it lies face-down, in the list of face-down cards.
   */
  zone?: string;
}
/**
 * A player's cards beside the rows: counts of what is hidden, cards of what is open.
 */
export interface PilesView {
  /**
   * How many cards are in hand.
   */
  hand: number;
  /**
   * How many cards are in the deck.
   */
  pile: number;
  /**
   * The Graveyard, the top first.
   */
  grave: CardView[];
  /**
   * What is banished, the top first.
   */
  banished: CardView[];
  /**
   * The Extra Deck, the top first.
   */
  extra: CardView[];
}
/**
 * A zone for which the mat has no antenna.
 */
export interface AsideView {
  /**
   * Its name in the engine.
   */
  zone: string;
  /**
   * Its name for people.
   */
  title: string;
  /**
   * What lies in it.
   */
  cards: CardView[];
}
/**
 * Something that hands must do.
 */
export interface ObligationView {
  /**
   * What to do, as a sentence.
   */
  text: string;
  /**
   * Where the card lies that is to be moved.
   */
  from: string | null;
  /**
   * Where it goes: a zone of the mat, `a.hand` or `a.pile`.
   */
  to: string | null;
  /**
   * The zone that the mat lights.
   */
  zone: string;
}
/**
 * A line of the log.
 */
export interface LogLineView {
  /**
   * Its number, from 1.
   */
  n: number;
  /**
   * What happened, as a sentence.
   */
  text: string;
  /**
   * The ids of the rules by which it happened.
   */
  rules: string[];
  /**
   * Who did it; empty: nobody.
   */
  seat: string;
  /**
   * In which turn.
   */
  turn: number;
  /**
   * Commitments to cards that were laid face-down.
   */
  sealed: Seal[];
  /**
   * Openings of commitments to cards that came to light.
   */
  opened: Opening[];
}
/**
 * What everybody is told of a card when it is laid face-down.
 */
export interface Seal {
  /**
   * The number of the object on the field: which opening belongs to it.
   */
  card: number;
  /**
   * Of salt and card, in hex.
   */
  digest: string;
}
/**
 * What everybody is told when it comes to light.
 */
export interface Opening {
  /**
   * The number of the object on the field.
   */
  card: number;
  /**
   * In hex.
   */
  salt: string;
  /**
   * The card that was committed to.
   */
  key: string;
}
/**
 * How the duel ended.
 */
export interface OutcomeView {
  /**
   * Who won; null: a draw.
   */
  winner: string | null;
  /**
   * By what.
   */
  reason: string;
  /**
   * Both, as a sentence.
   */
  text: string;
}
/**
 * How things stand with the board.
 */
export interface LinkView {
  /**
   * `weak`: it plays, and reports a trouble that lasts; `wrong`: another mat or protocol.
   */
  state: "down" | "up" | "weak" | "wrong";
  /**
   * The same for people.
   */
  text: string;
}
/**
 * What a player has asked the other for.
 */
export interface RequestView {
  /**
   * What is asked for.
   */
  kind: "draw" | "life" | "takeback";
  /**
   * Who asks.
   */
  from: string;
  /**
   * What is asked for, in words: who agrees names what they have read.
   */
  text: string;
}
/**
 * That a judge has been called, and by whom.
 */
export interface JudgeCallView {
  /**
   * Who has called.
   */
  by: string;
  /**
   * The same for people, with what is disputed.
   */
  text: string;
}
/**
 * What one seat may know.
 */
export interface SeatView {
  /**
   * Life points by seat.
   */
  life: {
    [k: string]: number;
  };
  /**
   * The number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * The turn player.
   */
  turn_seat: string;
  /**
   * The present phase's name; `setup` before the first turn.
   */
  phase: string;
  /**
   * All phases in order.
   */
  phases: PhaseView[];
  /**
   * What must be answered now; null when the duel is over.
   */
  decision: DecisionView | null;
  /**
   * How things stand at the table; `waiting`: for a judge.
   */
  status: "asking" | "correcting" | "over" | "playing" | "waiting";
  /**
   * What the table says to everybody.
   */
  message: MessageView | null;
  /**
   * The cards that are sensed.
   */
  zones: ZoneView[];
  /**
   * By seat, the cards beside the rows.
   */
  piles: {
    [k: string]: PilesView;
  };
  /**
   * By seat, what lies beside the mat, where nothing senses it.
   */
  aside: {
    [k: string]: AsideView[];
  };
  /**
   * What hands must do.
   */
  obligations: ObligationView[];
  /**
   * The last 60 lines.
   */
  log: LogLineView[];
  /**
   * How the duel ended; null while it goes on.
   */
  outcome: OutcomeView | null;
  /**
   * How things stand with the board.
   */
  link: LinkView;
  /**
   * What players have asked each other for.
   */
  requests: RequestView[];
  /**
   * Which duel of this table it is, from 1.
   */
  number: number;
  /**
   * Whether a judge has been called.
   */
  judge: JudgeCallView | null;
  /**
   * The newest entry of the duel's journal that everybody may know of, as 16 hex digits: whoever notes it can notice later that the journal's end was cut off. Empty where there is none.
   */
  head: string;
  /**
   * The seat.
   */
  seat: string;
  /**
   * The cards in hand and those being looked at, where the mat is simulated.
   */
  hand: CardView[];
  /**
   * The seat's own face-down cards, each with its zone.
   */
  facedown: CardView[];
  /**
   * Open questions to the seat.
   */
  prompts: PromptView[];
  /**
   * What the table says to this seat alone.
   */
  private: MessageView | null;
  /**
   * What the touched card may do, and why not.
   */
  may: CardOptionView[];
  /**
   * Whether the seat is asked for responses to its own plays too.
   */
  asks_on_own: boolean;
}
/**
 * A question to the seat.
 */
export interface PromptView {
  /**
   * By which it is answered.
   */
  id: string;
  /**
   * The question.
   */
  text: string;
  /**
   * Whether nothing has to be chosen.
   */
  menu: boolean;
  /**
   * The place of the option that OK takes and the choice pads have come to; -1: none.
   */
  highlight: number;
  /**
   * The answers that there are.
   */
  options: OptionView[];
}
/**
 * One answer to a question.
 */
export interface OptionView {
  /**
   * What is chosen.
   */
  text: string;
  /**
   * What else helps to choose.
   */
  detail: string;
  /**
   * Whether it passes: no response, or an effect that need not be used is not used.
   */
  passes: boolean;
}
/**
 * What a card of the seat may do, or why it may not.
 */
export interface CardOptionView {
  /**
   * What it may do; else why not, and what would make it legal.
   */
  text: string;
  /**
   * Where the card lies.
   */
  zone: string;
  /**
   * Whether it may be done now.
   */
  legal: boolean;
}
/**
 * What a judge may know.
 */
export interface JudgeView {
  /**
   * Life points by seat.
   */
  life: {
    [k: string]: number;
  };
  /**
   * The number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * The turn player.
   */
  turn_seat: string;
  /**
   * The present phase's name; `setup` before the first turn.
   */
  phase: string;
  /**
   * All phases in order.
   */
  phases: PhaseView[];
  /**
   * What must be answered now; null when the duel is over.
   */
  decision: DecisionView | null;
  /**
   * How things stand at the table; `waiting`: for a judge.
   */
  status: "asking" | "correcting" | "over" | "playing" | "waiting";
  /**
   * What the table says to everybody.
   */
  message: MessageView | null;
  /**
   * The cards that are sensed.
   */
  zones: ZoneView[];
  /**
   * By seat, the cards beside the rows.
   */
  piles: {
    [k: string]: PilesView;
  };
  /**
   * By seat, what lies beside the mat, where nothing senses it.
   */
  aside: {
    [k: string]: AsideView[];
  };
  /**
   * What hands must do.
   */
  obligations: ObligationView[];
  /**
   * The last 60 lines.
   */
  log: LogLineView[];
  /**
   * How the duel ended; null while it goes on.
   */
  outcome: OutcomeView | null;
  /**
   * How things stand with the board.
   */
  link: LinkView;
  /**
   * What players have asked each other for.
   */
  requests: RequestView[];
  /**
   * Which duel of this table it is, from 1.
   */
  number: number;
  /**
   * Whether a judge has been called.
   */
  judge: JudgeCallView | null;
  /**
   * The newest entry of the duel's journal that everybody may know of, as 16 hex digits: whoever notes it can notice later that the journal's end was cut off. Empty where there is none.
   */
  head: string;
  /**
   * All face-down cards on the mat, each with its zone.
   */
  facedown: CardView[];
  /**
   * The refusal that stands.
   */
  disputed: MessageView | null;
  /**
   * What the refused play may have been, the nearest first.
   */
  plays: DisputedPlayView[];
  /**
   * What would be taken back if nothing is disputed; null: there is nothing.
   */
  last_play: string | null;
  /**
   * What seats alone are told.
   */
  whispers: WhisperView[];
}
/**
 * A refused play that a judge may let stand.
 */
export interface DisputedPlayView {
  /**
   * What the play may have been.
   */
  text: string;
  /**
   * Why it cannot stand even by a ruling; empty if it can.
   */
  hindrance: string;
}
/**
 * Something that one seat alone is told, as the judge may know it.
 */
export interface WhisperView {
  /**
   * What it is for.
   */
  kind: "info" | "obligation" | "problem" | "question" | "refusal";
  /**
   * One or more sentences.
   */
  text: string;
  /**
   * The rules that a refusal rests on.
   */
  rules: RuleView[];
  /**
   * What would be allowed, or what to do: a sentence each.
   */
  remedy: string[];
  /**
   * The zones of the mat that it is about.
   */
  zones: string[];
  /**
   * The seat that is told.
   */
  seat: string;
}
/**
 * What the mat's lights and displays show.
 */
export interface LightsView {
  /**
   * One for each light, in the order of the chain.
   */
  lights: [number, number, number][];
  /**
   * Eight characters for each seat's display.
   */
  displays: string[];
  /**
   * `board`: decoded from what the board's light pin sends; `scene`: nothing is decoded.
   */
  source: "board" | "scene";
}
/**
 * The line to the mat, in counts.
 */
export interface LineView {
  /**
   * Frames.
   */
  sent: number;
  /**
   * Frames that were sent again.
   */
  resent: number;
  /**
   * Messages.
   */
  received: number;
  /**
   * Pieces of input that were of no use.
   */
  bad: number;
  /**
   * Reports of antennas, pads or buttons that the mat does not have; they were ignored.
   */
  unknown_parts: number;
  /**
   * Frames that came twice.
   */
  duplicate: number;
  /**
   * Events that the board could not keep; a snapshot stood for them.
   */
  missed: number;
  /**
   * How often the board was met anew.
   */
  sessions: number;
  /**
   * How often the whole map was asked for.
   */
  snapshots_asked: number;
  /**
   * The board's own count of bad frames, from its last STATUS.
   */
  board_bad: number;
  /**
   * Frames that the board sent again.
   */
  board_resent: number;
  /**
   * The shortest of late; null: not measured yet.
   */
  round_trip_ms: number | null;
  /**
   * `searching`, `wrong` or `up`.
   */
  state: string;
  /**
   * The board's version; null before it has said it.
   */
  firmware: string | null;
  /**
   * How long the board needs to look at every zone.
   */
  sweep_ms: number | null;
  /**
   * The zones with a faulty reader, or `none`.
   */
  faults: string;
  /**
   * The board's last five lines, the newest last.
   */
  told: string[];
}
/**
 * An answer to a question: the option by its place.
 */
export interface Answer {
  /**
   * The question's id.
   */
  prompt: string;
  /**
   * The place of the option in the question, from 0.
   */
  option: number;
}
/**
 * It was done.
 */
export interface Done {
  /**
   * Always true.
   */
  ok: true;
}
/**
 * Nothing was done.
 */
export interface NotDone {
  /**
   * Why, as a sentence for the person who asked.
   */
  message: string;
  /**
   * Always false.
   */
  ok: false;
}
/**
 * The progress of enrolling.
 */
export interface Enrolled {
  /**
   * The tags on the spot now.
   */
  sighting: TagSighting;
  /**
   * How many sleeves are known.
   */
  enrolled: number;
  /**
   * The card enrolled last, which undoing would forget.
   */
  last: string | null;
  /**
   * Always true.
   */
  ok: true;
}
/**
 * The tags on a spot, as its antennas see them.
 */
export interface TagSighting {
  /**
   * The number of tags that answer; `unsure`: something lies there that cannot be read.
   */
  state: "empty" | "one" | "several" | "unsure";
  /**
   * Of the single tag, in hex.
   */
  uid: string | null;
  /**
   * The card in the sleeve with this tag, if one with it is enrolled.
   */
  code: string | null;
}
/**
 * Give a seat a new link; the old one and the pages that it has opened end at once.
 */
export interface RenewLink {
  /**
   * Whose.
   */
  seat: string;
}
/**
 * The seat has a new link.
 */
export interface LinkRenewed {
  /**
   * The whole address: a secret, for the seat's player.
   */
  link: string;
  /**
   * Always true.
   */
  ok: true;
}
/**
 * Lay a card on a zone: one of the hand (card) or one that lies on the mat (from).
 */
export interface PlaceCard {
  do: "place";
  /**
   * Where to.
   */
  zone: string;
  /**
   * Which card of the hand.
   */
  card?: string | null;
  /**
   * Or from which zone.
   */
  from?: string | null;
  /**
   * How it is to lie; unless it is said, as before.
   */
  face?: ("down" | "up") | null;
  /**
   * 90: sideways.
   */
  turn?: (0 | 90) | null;
}
/**
 * Turn the card of a zone by a quarter.
 */
export interface TurnCard {
  do: "turn";
  /**
   * Which.
   */
  zone: string;
}
/**
 * Turn the card of a zone over.
 */
export interface FlipCard {
  do: "flip";
  /**
   * Which.
   */
  zone: string;
}
/**
 * Take the card of a zone.
 */
export interface TakeCard {
  do: "take";
  /**
   * Which.
   */
  zone: string;
  /**
   * Where to; `pile`: the deck.
   */
  to: "banished" | "extra" | "grave" | "hand" | "pile";
}
/**
 * Do with the deck what is due, and touch it.
 */
export interface DrawCards {
  do: "draw";
}
/**
 * Shuffle the deck, and touch it.
 */
export interface ShuffleDeck {
  do: "shuffle";
}
/**
 * Touch a pad.
 */
export interface TouchPad {
  do: "touch";
  /**
   * A zone's pad has the zone's name; a choice pad is one's own, such as `a.choice1`.
   */
  pad: string;
}
/**
 * Press a button.
 */
export interface PressButton {
  do: "button";
  /**
   * One of one's own, such as `a.ok`.
   */
  name: string;
}
/**
 * Put the card on a landing spot onto the stack beside it.
 */
export interface StackCard {
  do: "stack";
  /**
   * The landing spot.
   */
  spot: string;
}
/**
 * Take a card out of an own stack and lay it on a zone.
 */
export interface FetchCard {
  do: "fetch";
  /**
   * Which card.
   */
  card: string;
  /**
   * Out of which stack.
   */
  from: "banished" | "extra" | "grave";
  /**
   * Where to.
   */
  zone: string;
  /**
   * How it is to lie.
   */
  face?: ("down" | "up") | null;
  /**
   * 90: sideways.
   */
  turn?: (0 | 90) | null;
}
/**
 * Give the duel up.
 */
export interface Concede {
  do: "concede";
}
/**
 * Ask the other player to end the duel as a draw.
 */
export interface OfferDraw {
  do: "offer-draw";
}
/**
 * Agree to end the duel as a draw.
 */
export interface AcceptDraw {
  do: "accept-draw";
}
/**
 * Set a player's life, with the reason; the other player is asked, where it takes two.
 */
export interface CorrectLife {
  do: "life";
  /**
   * Whose life.
   */
  player: string;
  /**
   * As many digits as the mat's display has.
   */
  life: number;
  /**
   * It is written into the log.
   */
  reason: string;
}
/**
 * Take the last play back, or ask the other player to agree to it.
 */
export interface TakeBack {
  do: "takeback";
}
/**
 * Agree to what the other player has asked for.
 */
export interface Agree {
  do: "agree";
  /**
   * What the player read there: something else may be asked by now; empty: whatever it is.
   */
  text?: string;
}
/**
 * Refuse what the other player has asked for.
 */
export interface Refuse {
  do: "refuse";
}
/**
 * Be asked for responses to one's own plays as well, or no longer.
 */
export interface AskMe {
  do: "ask-me";
  /**
   * Whether to be asked.
   */
  always: boolean;
}
/**
 * Begin the next duel at this table.
 */
export interface Rematch {
  do: "rematch";
}
/**
 * Call a judge, or send away the one whom this seat has called.
 */
export interface CallJudge {
  do: "judge";
}
/**
 * A refused play stands.
 */
export interface LetStand {
  do: "stand";
  /**
   * Which, by its place among those in dispute.
   */
  play: number;
  /**
   * What the judge read there: another play may be in dispute by now.
   */
  text: string;
  /**
   * It is written into the log.
   */
  reason: string;
}
/**
 * The refused play, or else the last play, is taken back.
 */
export interface HaveTakenBack {
  do: "back";
  /**
   * It is written into the log.
   */
  reason: string;
}
/**
 * There is nothing to rule.
 */
export interface GoOn {
  do: "go-on";
}
/**
 * Say what lies on a landing spot.
 */
export interface LookAtSpot {
  step: "look";
  /**
   * The landing spot.
   */
  spot: string;
}
/**
 * The sleeve with these two tags holds this card.
 */
export interface NameSleeve {
  step: "name";
  /**
   * The tag that answers when it lies face up, in hex.
   */
  up: string;
  /**
   * The tag that answers when it lies face-down, in hex.
   */
  down: string;
  /**
   * The seat whose deck it belongs to.
   */
  deck: string;
  /**
   * The card.
   */
  code: string;
}
/**
 * Forget the sleeve enrolled last.
 */
export interface UndoLast {
  step: "undo";
}
