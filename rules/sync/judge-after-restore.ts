import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";

/**
 * How to judge an operation on an object if its scope may have been restored. A revision that the server does not know
 * was lost in the restore.
 */
export function judgeAfterRestore(
  operation: { readonly expectedRevision: number; readonly madeAt: Date },
  { revision }: { readonly revision: number },
  restoredAt: Date | null,
): JudgedAfterRestore {
  const { expectedRevision, madeAt } = operation;
  if (restoredAt === null) return { expectedRevision, mayBeSentAgain: false };
  return {
    expectedRevision: Math.min(expectedRevision, revision),
    mayBeSentAgain: madeAt < restoredAt,
  };
}

const DAY_MS = 86_400_000;

/**
 * When a scope was restored from a backup, as long as phones may not know it: for the lifetime of an older cursor
 * (docs/rooms/sync.md#restored-scopes). Null otherwise.
 */
export function restoredLately(restoredAt: Date | null, now: Date): Date | null {
  if (restoredAt === null) return null;
  return now.getTime() - restoredAt.getTime() < SERVER_CURSOR_DAYS * DAY_MS ? restoredAt : null;
}

/**
 * The checksum of a day as sent to devices. After a restore, a revision may return with content that devices have not
 * seen. The checksum therefore includes the epoch while devices may have an older one.
 */
export function checksumOfEpoch(
  { restoredAt, epoch, now }: RestorableScope,
  checksum: string,
): string {
  return restoredLately(restoredAt, now) === null ? checksum : `${checksum}.${epoch}`;
}

/** The present state of a scope that may have been restored. */
export interface RestorableScope {
  readonly restoredAt: Date | null;
  readonly epoch: string;
  readonly now: Date;
}

/** How an operation is judged if its scope was restored. */
export interface JudgedAfterRestore {
  /** The revision by which it is judged: the named one, or the newest if that one was lost. */
  readonly expectedRevision: number;
  /** It may have been accepted before the restore: operations that only add to the newest state are accepted. */
  readonly mayBeSentAgain: boolean;
}
