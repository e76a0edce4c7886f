// Generated from docs/pages.schema.json (dfa7dc0625ac672b): change that, not this.

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
  | CardFaces
  | Answer
  | AskUses
  | CardOptions
  | ChangeLevel
  | HintView
  | Done
  | NotDone
  | Enrolled
  | RenewLink
  | LinkRenewed
  | OverlayView
  | Replay
  | HandRequest
  | Command
  | Ruling
  | EnrollRequest;
export type HandRequest =
  | PlaceCard
  | PayAndLay
  | TurnCard
  | FlipCard
  | TakeCard
  | DrawCards
  | PickCard
  | ShuffleDeck
  | TouchPad
  | PressButton
  | StackCard
  | FetchCard
  | ReturnCards
  | FollowDuel
  | MeetObligation;
export type Command =
  | Concede
  | OfferDraw
  | AcceptDraw
  | CorrectLife
  | TakeBack
  | Redo
  | Agree
  | Refuse
  | AskMe
  | PassOn
  | EndTurn
  | Rematch
  | CallJudge
  | ConfirmResult
  | ChooseSide
  | Tell
  | Touch
  | Press;
export type Ruling = LetStand | HaveTakenBack | CorrectLife | GoOn;
export type EnrollRequest = LookAtSpot | NameSleeve | UndoLast;

/**
 * The view for everybody.
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
   * The phases in order.
   */
  phases: PhaseView[];
  /**
   * The decision that must be made now; null when the duel is over.
   */
  decision: DecisionView | null;
  /**
   * The state of the table; `waiting`: for a judge.
   */
  status: "asking" | "correcting" | "over" | "playing" | "waiting";
  /**
   * The table's message to everybody.
   */
  message: MessageView | null;
  /**
   * The cards that are sensed.
   */
  zones: ZoneView[];
  /**
   * The zones that are lit as legal: a card may be played there, or the card there may act.
   */
  playable: string[];
  /**
   * The cards beside the rows, by seat.
   */
  piles: {
    [k: string]: PilesView;
  };
  /**
   * The zones beside the mat, where nothing senses cards, by seat.
   */
  aside: {
    [k: string]: AsideView[];
  };
  /**
   * The obligations of the hands.
   */
  obligations: ObligationView[];
  /**
   * The links of the Chain, the first first.
   */
  chain: ChainLinkView[];
  /**
   * The last 60 lines.
   */
  log: LogLineView[];
  /**
   * The end of the duel; null while it goes on.
   */
  outcome: OutcomeView | null;
  /**
   * The state of the link to the board.
   */
  link: LinkView;
  /**
   * The requests that players have made of each other.
   */
  requests: RequestView[];
  /**
   * The number of this duel at the table, from 1.
   */
  number: number;
  /**
   * The duels of its match that are over.
   */
  score: ScoreView;
  /**
   * The call for a judge, if there is one.
   */
  judge: JudgeCallView | null;
  /**
   * The newest entry of the duel's journal that everybody may know of, as 32 hex digits: whoever notes it can notice later that the journal's end was cut off. Empty where there is none.
   */
  head: string;
  /**
   * The result of the match, which both players are to confirm; null: there is none.
   */
  result: ResultView | null;
  /**
   * What is still played after time was called; null: it was not, or nothing is.
   */
  time: TimeView | null;
  /**
   * The hand of an opponent whose cards a person moves; null: there is none.
   */
  row: CardRowView | null;
  /**
   * The place of the table in its event; null: it plays at none.
   */
  event: EventView | null;
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
 * The decision that the duel waits for.
 */
export interface DecisionView {
  /**
   * The seat that decides; empty: nobody, or everybody.
   */
  seat: string;
  /**
   * The kind of decision: `first`, `open`, `window`, `trigger`, `choose`, `place`, `number`, `name`, `reveal` or `chance`.
   */
  kind: string;
  /**
   * The decision in words, for people.
   */
  text: string;
  /**
   * The place of a card that must be shown, or may be shown as an answer without a button: `mat`, `deck`, `hand`, or `hidden` for several such places; empty: no card.
   */
  shown_from: string;
  /**
   * Whether hands must do something with a deck first, such as draw: then the seat is asked.
   */
  waits: boolean;
}
/**
 * A message of the table.
 */
export interface MessageView {
  /**
   * The purpose of the message.
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
   * The remedies: what would be allowed, or what to do, a sentence each.
   */
  remedy: string[];
  /**
   * The zones of the mat that it is about.
   */
  zones: string[];
}
/**
 * A rule with its statement.
 */
export interface RuleView {
  /**
   * Its id as in docs/rulesets: `TK-14`.
   */
  id: string;
  /**
   * The statement, as a sentence.
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
  /**
   * Whether its player tells how it lies, because the mat does not sense that there.
   */
  told?: boolean;
}
/**
 * A card: its position, and its identity where the audience may know that.
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
   * The way it lies in a zone or on a stack; `unknown`: the mat cannot tell.
   */
  face?: "down" | "unknown" | "up";
  /**
   * Whether the card is one of the deck that the player is looking at.
   */
  looked?: boolean;
  /**
   * The zone where it lies face-down, in the list of face-down cards.
   */
  zone?: string;
  /**
   * The values that were changed from the printed ones.
   */
  changed?: ChangedValueView[];
  /**
   * The marks on it: declared values, statuses.
   */
  marks?: MarkView[];
}
/**
 * A value of a card that changes have affected, even if it is the printed one again.
 */
export interface ChangedValueView {
  /**
   * Its name in the ruleset: `attack`.
   */
  trait: string;
  /**
   * The printed value.
   */
  printed: number;
  /**
   * The value now.
   */
  value: number;
  /**
   * The changes from the printed value to the present one, in the order in which they count.
   */
  changes: ValueChangeView[];
}
/**
 * A change of a value of a card.
 */
export interface ValueChangeView {
  /**
   * The change in short: `+500`, `halved`.
   */
  how: string;
  /**
   * The value after it.
   */
  value: number;
  /**
   * The card that changes it and where it lies, or the status.
   */
  cause: string;
  /**
   * The rules by which it is changed.
   */
  rules: RuleView[];
}
/**
 * A mark on a card: a declared value, a status.
 */
export interface MarkView {
  /**
   * A word or a number that stands on the card: `Stun`, `Hearts`.
   */
  sign: string;
  /**
   * The same as a sentence.
   */
  text: string;
  /**
   * The rules that say what it does.
   */
  rules: RuleView[];
}
/**
 * A player's cards beside the rows: counts of hidden cards, and the open cards.
 */
export interface PilesView {
  /**
   * The number of cards in hand.
   */
  hand: number;
  /**
   * The number of cards in the deck.
   */
  pile: number;
  /**
   * The Graveyard, the top first.
   */
  grave: CardView[];
  /**
   * The banished cards, the top first.
   */
  banished: CardView[];
  /**
   * The Extra Deck, the top first; face-down what its player alone may look at.
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
   * The cards in it.
   */
  cards: CardView[];
}
/**
 * An obligation of the hands.
 */
export interface ObligationView {
  /**
   * The obligation, as a sentence.
   */
  text: string;
  /**
   * The zone of the card that is to be moved.
   */
  from: string | null;
  /**
   * The place that it goes to: a zone of the mat, `a.hand` or `a.pile`.
   */
  to: string | null;
  /**
   * The zone that the mat lights.
   */
  zone: string;
  /**
   * Whether the text instructs a person to move an opponent's card at a real mat.
   */
  instructs: boolean;
  /**
   * The key of the card that is laid, where the audience may know it.
   */
  card: string | null;
  /**
   * The way that the card is to lie in the zone where it belongs.
   */
  lies: LyingView | null;
  /**
   * The seat whose hands do it; empty: any hands.
   */
  seat: string;
  /**
   * Whether the duel has it so already, so that nobody decides anything by it; false: a way back from what was begun or refused.
   */
  owed: boolean;
  /**
   * The number of cards of its hand that the seat chooses for it.
   */
  choose: number;
  /**
   * The zone that is touched when it is done, on the mat or a page; null: the mat shows it.
   */
  touch: string | null;
}
/**
 * The way that a card is to lie.
 */
export interface LyingView {
  /**
   * The side that is seen.
   */
  face: "down" | "up";
  /**
   * 90: sideways; null: the direction does not matter in the card's zone.
   */
  turn: (0 | 90) | null;
}
/**
 * A link of the Chain.
 */
export interface ChainLinkView {
  /**
   * Its number, from 1.
   */
  number: number;
  /**
   * The seat that activated it.
   */
  seat: string;
  /**
   * The card, its owner and its use.
   */
  text: string;
  /**
   * The result of the link when it resolves.
   */
  does: string;
  /**
   * The zone of its card, as far as the mat shows it.
   */
  from: string | null;
  /**
   * The zones of the cards that it aims at.
   */
  targets: string[];
  /**
   * Whether it resolves next.
   */
  next: boolean;
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
   * The event, as a sentence.
   */
  text: string;
  /**
   * The ids of the rules by which it happened.
   */
  rules: string[];
  /**
   * The seat that did it; empty: nobody.
   */
  seat: string;
  /**
   * The turn in which it happened.
   */
  turn: number;
  /**
   * The number of the play that it belongs to, counted through the duel; 0: to none.
   */
  play: number;
  /**
   * Commitments to cards that were laid face-down.
   */
  sealed: Seal[];
  /**
   * Openings of commitments to cards that came to light.
   */
  opened: Opening[];
  /**
   * The zone of the card that is declared to attack; left out: none is.
   */
  from: string;
  /**
   * The target of that attack, for a direct attack the deck.
   */
  to: string;
  /**
   * True where its player has told how the card lies, or the rules leave no other way; left out: that was sensed, or no card was laid.
   */
  told: true;
}
/**
 * A public commitment to a card that is laid face-down.
 */
export interface Seal {
  /**
   * The number of the object on the field, which its opening has too.
   */
  card: number;
  /**
   * The digest of salt and card, in hex.
   */
  digest: string;
}
/**
 * The public opening of a commitment, when the card comes to light.
 */
export interface Opening {
  /**
   * The number of the object on the field.
   */
  card: number;
  /**
   * The salt in hex.
   */
  salt: string;
  /**
   * The card that was committed to.
   */
  key: string;
}
/**
 * The end of the duel.
 */
export interface OutcomeView {
  /**
   * The seat that won; null: a draw.
   */
  winner: string | null;
  /**
   * The reason for it.
   */
  reason: string;
  /**
   * Both, as a sentence.
   */
  text: string;
}
/**
 * The state of the link to the board.
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
 * A request of one player to the other.
 */
export interface RequestView {
  /**
   * The kind of request.
   */
  kind: "draw" | "life" | "takeback";
  /**
   * The seat that asks.
   */
  from: string;
  /**
   * The request in words, which an agreeing player sends back as read.
   */
  text: string;
}
/**
 * The duels of a match that are over.
 */
export interface ScoreView {
  /**
   * The number of duels of the match; 0: as many as the players like.
   */
  duels: number;
  /**
   * The duels that each player has won.
   */
  wins: {
    [k: string]: number;
  };
  /**
   * The duels that nobody has won.
   */
  draws: number;
  /**
   * Whether the winner of the match is certain.
   */
  decided: boolean;
  /**
   * The player who chooses the first player of this duel or, after its end, of the next; null: all players together, or there is no next duel.
   */
  chooser: string | null;
}
/**
 * A call for a judge.
 */
export interface JudgeCallView {
  /**
   * The seat that has called; empty: the table itself.
   */
  by: string;
  /**
   * The same for people, with what is disputed.
   */
  text: string;
}
/**
 * The result of a match at an event, which both players confirm.
 */
export interface ResultView {
  /**
   * The duels that each player has won.
   */
  wins: {
    [k: string]: number;
  };
  /**
   * The duels that nobody has won.
   */
  draws: number;
  /**
   * Whether both players lose the match.
   */
  is_double_loss: boolean;
  /**
   * The seats whose players have confirmed it.
   */
  confirmed: string[];
  /**
   * The same for people, with who is still to confirm.
   */
  text: string;
}
/**
 * What is still played after the event has called time.
 */
export interface TimeView {
  /**
   * The step of the end-of-match procedure: `finish_phase`, `finish_turn`, `extra_turns_3`, `extra_turns_5` or `sudden_death`.
   */
  step: string;
  /**
   * The number of the extra turn, from 1; 0: it is none.
   */
  turn: number;
  /**
   * The number of extra turns; 0: the step has none.
   */
  turns: number;
  /**
   * The same for people.
   */
  text: string;
}
/**
 * The hand of an opponent at a real mat: cards face-down in a row beside it.
 */
export interface CardRowView {
  /**
   * The seat whose hand it is.
   */
  seat: string;
  /**
   * The places that hold a card, from 1: a place keeps its number.
   */
  places: number[];
  /**
   * The place that the present instruction is about; 0: none.
   */
  asked: number;
}
/**
 * The place of the table in its event.
 */
export interface EventView {
  /**
   * The event, the round and the table; empty: the hub has not answered yet.
   */
  title: string;
  /**
   * The moment at which time is up, in milliseconds of UTC; null: no limit, or the clock stands still.
   */
  ends_ms: number | null;
  /**
   * The sentences, the most urgent first.
   */
  lines: EventLineView[];
  /**
   * The moment at which a judge is called if players still exchange cards with their side decks; null: they do not, or the judge was called.
   */
  side_ends_ms: number | null;
}
/**
 * A sentence of the event for the people at the table.
 */
export interface EventLineView {
  /**
   * The subject; `alone`: the event's hub does not answer.
   */
  kind: "alone" | "announcement" | "call" | "clock" | "note" | "result";
  /**
   * The sentence.
   */
  text: string;
}
/**
 * The view for one seat.
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
   * The phases in order.
   */
  phases: PhaseView[];
  /**
   * The decision that must be made now; null when the duel is over.
   */
  decision: DecisionView | null;
  /**
   * The state of the table; `waiting`: for a judge.
   */
  status: "asking" | "correcting" | "over" | "playing" | "waiting";
  /**
   * The table's message to everybody.
   */
  message: MessageView | null;
  /**
   * The cards that are sensed.
   */
  zones: ZoneView[];
  /**
   * The zones that are lit as legal: a card may be played there, or the card there may act.
   */
  playable: string[];
  /**
   * The cards beside the rows, by seat.
   */
  piles: {
    [k: string]: PilesView;
  };
  /**
   * The zones beside the mat, where nothing senses cards, by seat.
   */
  aside: {
    [k: string]: AsideView[];
  };
  /**
   * The obligations of the hands.
   */
  obligations: ObligationView[];
  /**
   * The links of the Chain, the first first.
   */
  chain: ChainLinkView[];
  /**
   * The last 60 lines.
   */
  log: LogLineView[];
  /**
   * The end of the duel; null while it goes on.
   */
  outcome: OutcomeView | null;
  /**
   * The state of the link to the board.
   */
  link: LinkView;
  /**
   * The requests that players have made of each other.
   */
  requests: RequestView[];
  /**
   * The number of this duel at the table, from 1.
   */
  number: number;
  /**
   * The duels of its match that are over.
   */
  score: ScoreView;
  /**
   * The call for a judge, if there is one.
   */
  judge: JudgeCallView | null;
  /**
   * The newest entry of the duel's journal that everybody may know of, as 32 hex digits: whoever notes it can notice later that the journal's end was cut off. Empty where there is none.
   */
  head: string;
  /**
   * The result of the match, which both players are to confirm; null: there is none.
   */
  result: ResultView | null;
  /**
   * What is still played after time was called; null: it was not, or nothing is.
   */
  time: TimeView | null;
  /**
   * The hand of an opponent whose cards a person moves; null: there is none.
   */
  row: CardRowView | null;
  /**
   * The place of the table in its event; null: it plays at none.
   */
  event: EventView | null;
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
   * The table's message to this seat alone.
   */
  private: MessageView | null;
  /**
   * The uses of the touched card, and why others are not legal.
   */
  may: CardOptionView[];
  /**
   * The switches of the seat for being asked whether it responds.
   */
  asking: AskingView;
  /**
   * Whether the seat has ended its turn, and the table goes through the phases for it.
   */
  ending: boolean;
  /**
   * The zones, and the cards of its hand and Extra Deck, with which the seat may act now, as far as it knows its own cards; null while that is worked out, a moment after each decision.
   */
  usable: string[] | null;
  /**
   * The plays that are paid for with cards on the mat, worked out like `usable`; null: there are none.
   */
  payments: PaymentsView | null;
  /**
   * The play or answer that its judge button takes back; empty: none, or it calls a judge.
   */
  takeback: string;
  /**
   * Whether the seat's simulated hands do by themselves what is owed and nobody decides; null: the mat is real.
   */
  follows: boolean | null;
  /**
   * The side decking of the seat; null: no cards are exchanged now.
   */
  side: SideView | null;
  /**
   * What is undone beyond an own play of this turn, as sentences; empty: nothing.
   */
  takeback_cost: string;
  /**
   * The newest turn of another player; null: there was none yet.
   */
  other_turn: TurnSummaryView | null;
  /**
   * The play taken back that the seat may do again; empty: none, or its cards go back first.
   */
  redo: string;
}
/**
 * A question to the seat.
 */
export interface PromptView {
  /**
   * The id by which it is answered.
   */
  id: string;
  /**
   * The question.
   */
  text: string;
  /**
   * The reason for the question: the Chain that it is about, or the card that asks, with its text; empty: the question says it.
   */
  because: string;
  /**
   * Whether nothing has to be chosen.
   */
  menu: boolean;
  /**
   * The index of the option that OK takes and the choice pads move; -1: none.
   */
  highlight: number;
  /**
   * The possible answers.
   */
  options: OptionView[];
  /**
   * The rules by which it is asked, where a card's effect asks.
   */
  rules: RuleView[];
  /**
   * The answers together with those of the next question; null: no other follows.
   */
  grid: GridView | null;
}
/**
 * One answer to a question.
 */
export interface OptionView {
  /**
   * The answer in words.
   */
  text: string;
  /**
   * A detail that helps to choose.
   */
  detail: string;
  /**
   * Whether the answer passes: no response, or an optional effect that is not used.
   */
  passes: boolean;
  /**
   * The zone of the card that an attack is made with; null: it is no attack.
   */
  from: string | null;
  /**
   * The target of the attack, for a direct attack the deck; null: none on the mat.
   */
  to: string | null;
  /**
   * The play or the effect that is meant, as the game's rules name it; empty: neither.
   */
  use: string;
}
/**
 * Two questions in one: a name, and the next name.
 */
export interface GridView {
  /**
   * The names that are asked for now; each is the answer of the same place.
   */
  rows: string[];
  /**
   * The names that are asked for then.
   */
  columns: GridColumnView[];
}
/**
 * A name that is asked for right after another one.
 */
export interface GridColumnView {
  /**
   * The name, such as a number.
   */
  title: string;
  /**
   * The text of the answer that gives it, in the next question.
   */
  text: string;
}
/**
 * A use of one of the seat's cards, legal now or not.
 */
export interface CardOptionView {
  /**
   * The use.
   */
  text: string;
  /**
   * The card: its zone, or its key in hand.
   */
  card: string;
  /**
   * Whether it may be done now.
   */
  legal: boolean;
  /**
   * The rules that refuse it.
   */
  rules: RuleView[];
  /**
   * The remedies that would make it legal, a sentence each.
   */
  remedy: string[];
  /**
   * The movement of a hand that does it; empty: an answer does it, or it is illegal.
   */
  how: string;
  /**
   * The answer that does it; null: none does.
   */
  answer: PromptAnswerView | null;
  /**
   * A zone where a hand lays the card to use it so; null: it is used otherwise.
   */
  zone: string | null;
  /**
   * The way that the card lies there then.
   */
  lies: LyingView | null;
  /**
   * The play or the effect that it is, as in `OptionView.use`.
   */
  use: string;
}
/**
 * An answer to an open question, as a page gives it.
 */
export interface PromptAnswerView {
  /**
   * The question's id.
   */
  prompt: string;
  /**
   * The place of the answer, from 0.
   */
  option: number;
}
/**
 * The switches of a seat for questions about responses.
 */
export interface AskingView {
  /**
   * The kinds of windows in which it is asked, as in the command `ask-me`.
   */
  at: string[];
  /**
   * The time for which the seat passes regardless, as in the command `pass-on`.
   */
  until: "" | "play" | "turn";
}
/**
 * The plays that cards on the mat pay for, and those cards.
 */
export interface PaymentsView {
  /**
   * The plays that are legal now.
   */
  plays: PaidPlayView[];
  /**
   * The cards that may pay for one of them, and others that lie there.
   */
  materials: MaterialView[];
}
/**
 * A play of one card of the seat's own that cards on the mat pay for, legal now.
 */
export interface PaidPlayView {
  /**
   * The kind of play, by its name in the engine.
   */
  move: string;
  /**
   * The card's key.
   */
  card: string;
  /**
   * The play in words.
   */
  text: string;
  /**
   * The sets of zones whose cards pay for it.
   */
  costs: string[][];
  /**
   * Whether what these cards are worth is added up.
   */
  adds: boolean;
}
/**
 * A card of the seat's own that lies where cards pay for plays from.
 */
export interface MaterialView {
  /**
   * Its zone.
   */
  zone: string;
  /**
   * Its name, or that of its zone where nobody has seen it.
   */
  name: string;
  /**
   * Its value where cards are added up; null: none.
   */
  worth: number | null;
  /**
   * The reason why it pays for none of the plays; empty: it may pay.
   */
  reason: string;
  /**
   * The id of the rule that is the reason; empty: it may pay.
   */
  rule: string;
}
/**
 * A player's side decking before the next duel.
 */
export interface SideView {
  /**
   * The cards of the main deck and of the side deck.
   */
  cards: SideCardView[];
  /**
   * Whether the player has finished; the next duel begins when both have.
   */
  is_done: boolean;
}
/**
 * A card that a player has brought, in side decking.
 */
export interface SideCardView {
  /**
   * Its place among the player's sleeves, by which commands name it.
   */
  place: number;
  /**
   * The card's name.
   */
  name: string;
  /**
   * Whether it is in the side deck so far.
   */
  is_side: boolean;
  /**
   * Whether the player has chosen to exchange it.
   */
  is_exchanged: boolean;
}
/**
 * The newest turn of another player, as everybody could follow it.
 */
export interface TurnSummaryView {
  /**
   * The number of the turn.
   */
  turn: number;
  /**
   * The turn player.
   */
  seat: string;
  /**
   * What was done, in one line.
   */
  text: string;
  /**
   * The plays in their order.
   */
  plays: TurnPlayView[];
}
/**
 * A play of a turn, with all that came of it.
 */
export interface TurnPlayView {
  /**
   * Its number, as in the log.
   */
  play: number;
  /**
   * What happened, as sentences.
   */
  text: string;
  /**
   * The zones that it is about.
   */
  zones: string[];
  /**
   * The card that was played, as in the ruleset; empty: it lies face-down, or there is none.
   */
  code: string;
  /**
   * The card's name.
   */
  name: string;
}
/**
 * The view for a judge.
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
   * The phases in order.
   */
  phases: PhaseView[];
  /**
   * The decision that must be made now; null when the duel is over.
   */
  decision: DecisionView | null;
  /**
   * The state of the table; `waiting`: for a judge.
   */
  status: "asking" | "correcting" | "over" | "playing" | "waiting";
  /**
   * The table's message to everybody.
   */
  message: MessageView | null;
  /**
   * The cards that are sensed.
   */
  zones: ZoneView[];
  /**
   * The zones that are lit as legal: a card may be played there, or the card there may act.
   */
  playable: string[];
  /**
   * The cards beside the rows, by seat.
   */
  piles: {
    [k: string]: PilesView;
  };
  /**
   * The zones beside the mat, where nothing senses cards, by seat.
   */
  aside: {
    [k: string]: AsideView[];
  };
  /**
   * The obligations of the hands.
   */
  obligations: ObligationView[];
  /**
   * The links of the Chain, the first first.
   */
  chain: ChainLinkView[];
  /**
   * The last 60 lines.
   */
  log: LogLineView[];
  /**
   * The end of the duel; null while it goes on.
   */
  outcome: OutcomeView | null;
  /**
   * The state of the link to the board.
   */
  link: LinkView;
  /**
   * The requests that players have made of each other.
   */
  requests: RequestView[];
  /**
   * The number of this duel at the table, from 1.
   */
  number: number;
  /**
   * The duels of its match that are over.
   */
  score: ScoreView;
  /**
   * The call for a judge, if there is one.
   */
  judge: JudgeCallView | null;
  /**
   * The newest entry of the duel's journal that everybody may know of, as 32 hex digits: whoever notes it can notice later that the journal's end was cut off. Empty where there is none.
   */
  head: string;
  /**
   * The result of the match, which both players are to confirm; null: there is none.
   */
  result: ResultView | null;
  /**
   * What is still played after time was called; null: it was not, or nothing is.
   */
  time: TimeView | null;
  /**
   * The hand of an opponent whose cards a person moves; null: there is none.
   */
  row: CardRowView | null;
  /**
   * The place of the table in its event; null: it plays at none.
   */
  event: EventView | null;
  /**
   * The face-down cards on the mat, each with its zone.
   */
  facedown: CardView[];
  /**
   * The present refusal.
   */
  disputed: MessageView | null;
  /**
   * The plays that the refused one may have been, the nearest first.
   */
  plays: DisputedPlayView[];
  /**
   * The last play, which can be taken back; null: there is none.
   */
  last_play: string | null;
  /**
   * The number of the last play: a ruling that takes it back names it.
   */
  last_number: number | null;
  /**
   * The messages to seats alone.
   */
  whispers: WhisperView[];
}
/**
 * A refused play that a judge may let stand.
 */
export interface DisputedPlayView {
  /**
   * The play in words.
   */
  text: string;
  /**
   * The reason why it cannot stand even by a ruling; empty if it can.
   */
  hindrance: string;
}
/**
 * A message to one seat alone, as the judge may know it.
 */
export interface WhisperView {
  /**
   * The purpose of the message.
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
   * The remedies: what would be allowed, or what to do, a sentence each.
   */
  remedy: string[];
  /**
   * The zones of the mat that it is about.
   */
  zones: string[];
  /**
   * The seat that gets it.
   */
  seat: string;
}
/**
 * The state of the mat's lights and displays.
 */
export interface LightsView {
  /**
   * The colour of each light, in the order of the chain.
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
   * Pieces that an earlier session had left on the line; they are no fault.
   */
  stale: number;
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
   * The number of times the board was met anew.
   */
  sessions: number;
  /**
   * The number of times the whole map was asked for.
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
   * The version of the board's firmware; null before it is known.
   */
  firmware: string | null;
  /**
   * The time that the board needs to look at every zone.
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
 * The faces of all cards of the game.
 */
export interface CardFaces {
  /**
   * One for each code.
   */
  cards: CardFaceView[];
}
/**
 * The printed side of a card.
 */
export interface CardFaceView {
  /**
   * The card as in the ruleset: `H7`.
   */
  code: string;
  /**
   * Its name, without an article.
   */
  name: string;
  /**
   * The kinds of the card, for people: `Spirit effect monster`.
   */
  kind: string;
  /**
   * Its frame.
   */
  frame: "effect" | "extra" | "jumper" | "legend" | "normal" | "playing" | "spell" | "thing" | "trap";
  /**
   * One or two letters that tell its frame without colour.
   */
  letter: string;
  /**
   * Its level, rank or Link Rating, if it prints one.
   */
  grade: FactView | null;
  /**
   * The values that it battles with.
   */
  values: FactView[];
  /**
   * The other printed values, such as attribute or suit.
   */
  facts: FactView[];
  /**
   * Its effects.
   */
  texts: CardTextView[];
  /**
   * The address of the table's own picture for it; empty: there is none.
   */
  picture: string;
  /**
   * The motif that is drawn on it where there is no picture; empty: the shape of its frame.
   */
  motif:
    | ""
    | "bird"
    | "bolt"
    | "claw"
    | "dragon"
    | "drop"
    | "eye"
    | "fish"
    | "flame"
    | "gear"
    | "horns"
    | "insect"
    | "jaws"
    | "knot"
    | "leaf"
    | "mountain"
    | "paw"
    | "return"
    | "serpent"
    | "shield"
    | "skull"
    | "spark"
    | "staff"
    | "star"
    | "sun"
    | "sword";
}
/**
 * A printed value of a card.
 */
export interface FactView {
  /**
   * Its name in the ruleset: `attack`.
   */
  trait: string;
  /**
   * Its name for people: `ATK`.
   */
  title: string;
  /**
   * The value as it is said: `1900`, `spades`; `?` where the card leaves it open.
   */
  value: string;
}
/**
 * One effect of a card, in our own words.
 */
export interface CardTextView {
  /**
   * The id by which a rule mark names it: `text:rush`.
   */
  id: string;
  /**
   * The way in which it is used: `As magic`, `Trigger effect`.
   */
  use: string;
  /**
   * The effect, as a sentence.
   */
  text: string;
  /**
   * The ids of the statements that give the effect.
   */
  rules: string[];
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
 * A question of a seat: what may its card do now, and why not more.
 */
export interface AskUses {
  /**
   * The card by its zone, or in hand by its key.
   */
  card: string;
}
/**
 * The uses of a card that its player has asked about.
 */
export interface CardOptions {
  /**
   * All uses, the legal ones first.
   */
  uses: CardOptionView[];
  /**
   * Always true.
   */
  ok: true;
}
/**
 * A change of the level at which the practice opponent plays.
 */
export interface ChangeLevel {
  /**
   * The level from its next decision on.
   */
  level: "easy" | "medium" | "strong";
}
/**
 * The choice of the strong opponent in the seat's place.
 */
export interface HintView {
  /**
   * The act, in words.
   */
  text: string;
  /**
   * The reason for it, as sentences.
   */
  reason: string;
  /**
   * The zones that it is about.
   */
  zones: string[];
  /**
   * The keys of the cards of the hand that it is about.
   */
  cards: string[];
  /**
   * Always true.
   */
  ok: true;
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
   * The reason, as a sentence for the person who asked.
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
   * The number of sleeves that are known.
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
   * The tag's number in hex, if it is a single one.
   */
  uid: string | null;
  /**
   * The card in the sleeve with this tag, if one with it is enrolled.
   */
  code: string | null;
}
/**
 * Give a seat a new link; the old one and the pages that it has opened end immediately.
 */
export interface RenewLink {
  /**
   * The seat whose link is replaced.
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
 * The view of a table for a stream.
 */
export interface OverlayView {
  /**
   * The players' names by their seats.
   */
  names: {
    [k: string]: string;
  };
  /**
   * The game's name for people.
   */
  ruleset: string;
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
   * The present phase's name for people; empty before the first turn.
   */
  phase: string;
  /**
   * The card that was last summoned, activated, used or attacked with, as everybody knows it.
   */
  card: CardView | null;
  /**
   * The player who did so; empty: there is no such card.
   */
  card_seat: string;
  /**
   * The sentence that says what the player did with it.
   */
  card_deed: string;
  /**
   * The links of the Chain in order; the last one resolves next.
   */
  chain: OverlayLinkView[];
  /**
   * The duels of its match that are over.
   */
  score: ScoreView;
  /**
   * The call for a judge, while the table waits for the ruling.
   */
  judge: JudgeCallView | null;
  /**
   * The end of the duel; null while it goes on.
   */
  outcome: OutcomeView | null;
  /**
   * The number of this duel at the table, from 1.
   */
  number: number;
  /**
   * The state of the link to the board, as in the public view.
   */
  link: "down" | "up" | "weak" | "wrong";
}
/**
 * A link of the Chain.
 */
export interface OverlayLinkView {
  /**
   * The player whose effect it is.
   */
  seat: string;
  /**
   * The card; null: nobody has seen which.
   */
  card: CardView | null;
}
/**
 * A duel that is over, as one viewer may see it again: what is shown, and shared as a file.
 */
export interface Replay {
  /**
   * Says what kind of file it is.
   */
  duelmat: "replay";
  /**
   * The form of the file.
   */
  format: number;
  /**
   * The ruleset's name.
   */
  ruleset: string;
  /**
   * The ruleset's name for people.
   */
  title: string;
  /**
   * The players' names by their seats.
   */
  names: {
    [k: string]: string;
  };
  /**
   * The number of the duel at its table, from 1.
   */
  number: number;
  /**
   * The audience that may know its content: `public`, the letter of a seat, or `judge`.
   */
  seen_by: string;
  /**
   * The digest of the mat.
   */
  mat: string;
  /**
   * The game's names for the sensed zones in which cards stay, by the mat's ids.
   */
  zone_titles: {
    [k: string]: string;
  };
  /**
   * The phases of a turn in order.
   */
  phases: PhaseView[];
  /**
   * The cards that are named in it.
   */
  faces: CardFaceView[];
  /**
   * The rules that are named in it, with their statements.
   */
  rules: RuleView[];
  /**
   * The colours of a lamp's lights by the lamp's style, at their brightest.
   */
  looks: [number, number, number][][];
  /**
   * The duel in figures.
   */
  summary: DuelSummary;
  /**
   * The steps of the duel in order; the first is the beginning.
   */
  steps: ReplayStep[];
}
/**
 * A duel that is over, in figures that everybody may know.
 */
export interface DuelSummary {
  /**
   * The number of turns.
   */
  turns: number;
  /**
   * The number of steps of its replay.
   */
  steps: number;
  /**
   * The step with which each turn began, from 0, the first turn's first.
   */
  turn_steps: number[];
  /**
   * The life with which each player began.
   */
  begin: {
    [k: string]: number;
  };
  /**
   * The end of it; null: it was not played to its end.
   */
  outcome: OutcomeView | null;
  /**
   * The rules by which it ended.
   */
  rules: RuleView[];
  /**
   * Every change of life, in order, from the beginning.
   */
  life: LifeChangeView[];
  /**
   * The plays that were refused.
   */
  refused: RefusedPlayView[];
  /**
   * The time in ms in which each player was to act, without that of a judge's ruling.
   */
  decided_ms: {
    [k: string]: number;
  };
  /**
   * The duels of its match, with this one.
   */
  score: ScoreView;
}
/**
 * A change of a player's life.
 */
export interface LifeChangeView {
  /**
   * The step in which it happened, from 0.
   */
  step: number;
  /**
   * The number of the turn.
   */
  turn: number;
  /**
   * The player.
   */
  seat: string;
  /**
   * The life before it.
   */
  before: number;
  /**
   * The life after it.
   */
  life: number;
  /**
   * The cause of the change, as a sentence or two.
   */
  cause: string;
}
/**
 * A play that was refused.
 */
export interface RefusedPlayView {
  /**
   * The step in which it happened, from 0.
   */
  step: number;
  /**
   * The number of the turn.
   */
  turn: number;
  /**
   * The player who was to play; empty: nobody in particular.
   */
  seat: string;
  /**
   * The reason, as it was told to everybody.
   */
  text: string;
  /**
   * The rules that refused it.
   */
  rules: RuleView[];
}
/**
 * One thing that happened in front of everybody, and how the table looked after it.
 */
export interface ReplayStep {
  /**
   * The number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * The seat whose act it was; empty: chance, a judge or the mat.
   */
  seat: string;
  /**
   * The lines that it brought into the log.
   */
  lines: LogLineView[];
  /**
   * The keys of the view that are not as in the step before: those of the public view without log, link and head, and `facedown`, the face-down cards that the viewer may know.
   */
  view: {};
  /**
   * A letter a lamp, in the order of the mat's lamps: its style, `a` for the first.
   */
  lights: string;
  /**
   * Eight characters for each seat's display.
   */
  displays: string[];
}
/**
 * Lay a card on a zone, from the hand (`card`) or from another zone of the mat (`from`).
 */
export interface PlaceCard {
  do: "place";
  /**
   * The zone to lay it on.
   */
  zone: string;
  /**
   * The card of the hand that is laid.
   */
  card?: string | null;
  /**
   * The zone from which the card is taken instead.
   */
  from?: string | null;
  /**
   * The way it is to lie; if left out, as before, or from the hand as the game takes it.
   */
  face?: ("down" | "up") | null;
  /**
   * 90: sideways.
   */
  turn?: (0 | 90) | null;
}
/**
 * Take the cards that pay for a play off the field, and lay the card that is paid for.
 */
export interface PayAndLay {
  do: "pay";
  /**
   * The card of the hand or the Extra Deck, or one that lies on the mat and waits for it.
   */
  card: string;
  /**
   * The kind of play.
   */
  move: string;
  /**
   * The zones of the cards that pay.
   */
  with: string[];
  /**
   * 90: sideways; null: upright where that is allowed.
   */
  turn?: (0 | 90) | null;
}
/**
 * Turn the card of a zone by a quarter.
 */
export interface TurnCard {
  do: "turn";
  /**
   * The zone of the card.
   */
  zone: string;
}
/**
 * Turn the card of a zone over.
 */
export interface FlipCard {
  do: "flip";
  /**
   * The zone of the card.
   */
  zone: string;
}
/**
 * Take the card of a zone.
 */
export interface TakeCard {
  do: "take";
  /**
   * The zone of the card.
   */
  zone: string;
  /**
   * The place to take it to; `pile`: the deck.
   */
  to: "banished" | "extra" | "grave" | "hand" | "pile";
}
/**
 * Do the pending act with the deck, and touch the deck.
 */
export interface DrawCards {
  do: "draw";
}
/**
 * Have a card of the hand picked unseen at random, and shown as the table asks.
 */
export interface PickCard {
  do: "pick";
}
/**
 * Shuffle the deck, and touch it.
 */
export interface ShuffleDeck {
  do: "shuffle";
}
/**
 * Touch a pad; that of a zone where a card is to be placed lays it there.
 */
export interface TouchPad {
  do: "touch";
  /**
   * The zone of the pad, or a choice pad of the seat's own, such as `a.choice1`.
   */
  pad: string;
}
/**
 * Press a button.
 */
export interface PressButton {
  do: "button";
  /**
   * The name of a button of the seat's own, such as `a.ok`.
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
   * The card to take.
   */
  card: string;
  /**
   * The stack from which the card is taken.
   */
  from: "banished" | "extra" | "grave";
  /**
   * The zone to lay it on.
   */
  zone: string;
  /**
   * The way it is to lie.
   */
  face?: ("down" | "up") | null;
  /**
   * 90: sideways.
   */
  turn?: (0 | 90) | null;
}
/**
 * Put cards of the hand back into the deck, shuffle, and touch the deck, as the table asks.
 */
export interface ReturnCards {
  do: "return";
  /**
   * The cards that are put back.
   *
   * @maxItems 60
   */
  cards: string[];
}
/**
 * Let the seat's hands do by themselves what is owed and nobody decides, or no longer.
 */
export interface FollowDuel {
  do: "follow";
  /**
   * Whether they do; false: as at a real mat.
   */
  on: boolean;
}
/**
 * Do one thing that the page lists as still to be done by the seat's hands.
 */
export interface MeetObligation {
  do: "meet";
  /**
   * Its zone.
   */
  zone: string;
  /**
   * Its card, where it names one.
   */
  card?: string | null;
  /**
   * The zone from which its card is moved.
   */
  from?: string | null;
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
 * Set a player's life, with the reason; if both must agree, the other player is asked.
 */
export interface CorrectLife {
  do: "life";
  /**
   * The player whose life is set.
   */
  player: string;
  /**
   * The new life, with at most as many digits as the mat's display.
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
 * Do again what was taken back last; nothing may have been played since.
 */
export interface Redo {
  do: "redo";
}
/**
 * Agree to the other player's request.
 */
export interface Agree {
  do: "agree";
  /**
   * The request as the player read it, since another may have replaced it; empty: any.
   */
  text?: string;
}
/**
 * Refuse the other player's request.
 */
export interface Refuse {
  do: "refuse";
}
/**
 * Choose the windows in which the seat is asked for a response; all others pass.
 */
export interface AskMe {
  do: "ask-me";
  /**
   * `summon`, `attack` and `effect`: the other player's; `turn`: before the other player's battle and the end of their turn; `phase`: any other phase ends; `own`: after plays of the seat itself; `every`: even where nobody could respond.
   */
  at: ("attack" | "effect" | "every" | "own" | "phase" | "summon" | "turn")[];
}
/**
 * Let all windows pass for a while, or be asked again.
 */
export interface PassOn {
  do: "pass-on";
  /**
   * `play`: until somebody does something; `turn`: until the seat's next turn; empty: stop.
   */
  until: "" | "play" | "turn";
}
/**
 * End the turn, through all its phases; pending acts of hands come first.
 */
export interface EndTurn {
  do: "end-turn";
}
/**
 * Begin the next duel at this table.
 */
export interface Rematch {
  do: "rematch";
}
/**
 * Call a judge, or send away the judge that this seat has called.
 */
export interface CallJudge {
  do: "judge";
}
/**
 * Confirm the result of a match that an event wants.
 */
export interface ConfirmResult {
  do: "confirm-result";
}
/**
 * Exchange cards with the side deck before the next duel of a match.
 */
export interface ChooseSide {
  do: "side";
  /**
   * The cards of the main deck that go out, by their places among the player's sleeves.
   *
   * @maxItems 500
   */
  out: number[];
  /**
   * The cards of the side deck that come in, by their places.
   *
   * @maxItems 500
   */
  into: number[];
  /**
   * Whether the player has finished; the next duel begins when both have.
   */
  done?: boolean;
}
/**
 * Tell how an own card lies in a zone that does not sense it.
 */
export interface Tell {
  do: "tell";
  /**
   * The zone of the mat, as `a.m2`.
   */
  zone: string;
  /**
   * The side that is up.
   */
  face: "down" | "up";
  /**
   * How it is turned; null where that does not matter.
   */
  turn?: ("sideways" | "upright") | null;
}
/**
 * Touch a pad of the mat, where it has none or the player's hand is at the page.
 */
export interface Touch {
  do: "touch";
  /**
   * The zone of the mat, as `a.deck`.
   */
  pad: string;
}
/**
 * Press one of the seat's own buttons, where the mat has none or the hand is at the page.
 */
export interface Press {
  do: "press";
  /**
   * `ok`: take the marked answer; `phase`: go on; `judge`: take back, or call a judge.
   */
  button: "judge" | "ok" | "phase";
}
/**
 * A refused play stands.
 */
export interface LetStand {
  do: "stand";
  /**
   * The place of the play among those in dispute.
   */
  play: number;
  /**
   * The play as the judge read it, since another may be in dispute by now.
   */
  text: string;
  /**
   * It is written into the log.
   */
  reason: string;
}
/**
 * The refused play is taken back, or the last one that was carried out.
 */
export interface HaveTakenBack {
  do: "back";
  /**
   * It is written into the log.
   */
  reason: string;
  /**
   * The number of the last play as the judge read it, since another may have been done by now; null: the refused play.
   */
  play?: number | null;
}
/**
 * There is nothing to rule.
 */
export interface GoOn {
  do: "go-on";
}
/**
 * Read the tags on a landing spot.
 */
export interface LookAtSpot {
  step: "look";
  /**
   * The landing spot.
   */
  spot: string;
}
/**
 * The sleeve with these tags holds this card.
 */
export interface NameSleeve {
  step: "name";
  /**
   * The tag that answers when it lies face up, in hex.
   */
  up: string;
  /**
   * The tag that answers when it lies face-down, in hex; the same in a sleeve with one tag.
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
