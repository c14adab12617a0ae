/** Timeouts for a slow peer, in milliseconds. */
export interface Timeouts {
  /** For a JSON body or a form to arrive completely; a slower one would occupy a connection for nothing. */
  readonly bodyMs: number;
  /** For the next bytes of a file, sent or received; after that the peer counts as gone. Received bytes stay. */
  readonly silenceMs: number;
}

/** The timeouts of an installation. */
export const TIMEOUTS: Timeouts = { bodyMs: 20_000, silenceMs: 20_000 };
