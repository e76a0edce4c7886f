// What the hub and its pages say to each other.

/** A topic as it is now: the feed's event `topic`. */
export interface TopicMessage {
  topic: string;
  /** Its moment: the version of a later change is greater. */
  version: number;
  /** All of it, or the lines between those that are kept. */
  html: string;
  kept?: KeptLines;
}

/** What stays of the HTML that a topic had before. */
export interface KeptLines {
  /** The version of that HTML. */
  version: number;
  /** So many lines at the beginning. */
  first: number;
  /** So many lines at the end. */
  last: number;
  /** Whether nothing is between them. */
  is_empty: boolean;
}

/** The feed's event `beat`: nothing is new, or nothing is left to send. */
export interface BeatMessage {
  /** The hub's clock, in milliseconds of UTC. */
  now_ms?: number;
  /** The number of entries that the topics show now; on pages of the staff alone. */
  seen?: number;
}

/** The duels of a match, how it ended and who won. */
export interface Result {
  first_won: number;
  second_won: number;
  drawn: number;
  ending: string;
  winner: "first" | "second" | "none";
  /** the sides that won at the seats of a match of teams */
  seats?: string[];
}

/** The fields of a command; `do` is its kind. */
export interface Command {
  do: string;
  [field: string]: unknown;
}

/** What a page sends to `/do/...`. */
export interface Submission {
  /** An id of its own: what is sent again with the same one is done once. */
  request: string;
  command: Command;
  /** The number of entries that the page shows; null: it does not know. */
  seen: number | null;
  /** Whether the person has answered the question about it with yes. */
  sure?: boolean;
}

export interface Done {
  ok: true;
  first?: number;
  last?: number;
  /** Where the page goes on. */
  address?: string;
  /** The links of a team that has registered. */
  seats?: SeatLink[];
}

export interface Refused {
  ok: false;
  /** The reason, as a sentence. */
  message: string;
  /** Whether the page shows something that is no longer so. */
  changed?: boolean;
  /** Whether the message asks: with yes the same is sent again, and done. */
  asks?: boolean;
}

export interface Consequences {
  ok: true;
  html: string;
  digest: string;
}

export interface ListedPlayers {
  ok: true;
  html: string;
  players: unknown[];
}

/** The link of a player of a team who has registered by the code. */
export interface SeatLink extends NewLink {
  /** A, B or C */
  seat: string;
}

export interface NewLink {
  ok: true;
  address: string;
  /** by which links of one player are told apart */
  code: string;
  /** the same in its maker's words; empty: none */
  label: string;
  /** the person who gets it */
  name: string;
  svg: string;
}

export type Answer<Good> = Good | Refused;
