/** Where an act stands that works only with a connection (docs/rooms/device.md#online-acts). */
export type OnlineOutcome =
  /** The server carried it out, once. `data` is its answer. */
  | { readonly kind: "DONE"; readonly data: unknown }
  /**
   * The server refused it, and nothing happened. Pointers name malformed fields of the body. Code UNREADABLE: this
   * device lost its key and cannot repeat it; the server may have it.
   */
  | { readonly kind: "REFUSED"; readonly code: string; readonly pointers: readonly string[] }
  /** The server has not answered yet. The act may have arrived; it is repeated with its key. */
  | {
      readonly kind: "OPEN";
      readonly waitsFor: OnlineWait;
      /** When the device repeats it by itself; null if it waits for a sign-in, or is being tried. */
      readonly retryAt: number | null;
    };

/**
 * Why an online act has no answer.
 * - OFFLINE: the server cannot be reached.
 * - RETRY_AT: it is repeated at `retryAt`, or is being tried.
 * - SIGN_IN: the person must sign in.
 */
export const ONLINE_WAITS = ["OFFLINE", "RETRY_AT", "SIGN_IN"] as const;
export type OnlineWait = (typeof ONLINE_WAITS)[number];
