/** How long whoever is slow at the other end is waited for, in milliseconds. */
export interface Patience {
  /** For a JSON body or a form to arrive whole; a slower one holds a connection for nothing. */
  readonly bodyMs: number;
  /** For the next bytes of a file, sent or taken: who is silent for so long has gone. What came stays. */
  readonly silenceMs: number;
}

/** Of an installation. */
export const PATIENCE: Patience = { bodyMs: 20_000, silenceMs: 20_000 };
