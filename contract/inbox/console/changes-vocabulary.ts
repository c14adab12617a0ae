/** Kinds of changes in a workspace. CLIENT: something of a client's relationship that coaches read. */
export const WORKSPACE_CHANGE_KINDS = ["TASK", "CLIENT"] as const;
export type WorkspaceChangeKind = (typeof WORKSPACE_CHANGE_KINDS)[number];

export const WORKSPACE_CHANGES_LIMITS = {
  /** Maximum number of changes that an answer lists; if more changed, everything has to be read again. */
  changed: 200,
  /** Maximum number of seconds that a console's long poll waits. */
  waitSeconds: 25,
  /** Minutes after which a cursor is too old to list what changed since. */
  cursorMinutes: 10,
  /** A change is dated before it commits: its transaction lasts at most 10 s, and 2 s are a margin. */
  commitSeconds: 12,
  /** Maximum number of clients that a cursor names as already sent. */
  namedClients: 500,
  /** Maximum number of clients whose unsettled batches a cursor remembers. */
  unsettledClients: 50,
  /** Maximum number of unsettled batches in the installation; beyond it, their clients are not looked up. */
  unsettledBatches: 5_000,
  cursorLength: 11_000,
} as const;
