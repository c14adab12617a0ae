import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";

const DAY_MS = 86_400_000;

/**
 * When a scope was restored from a backup, as long as phones may not know yet: as long as a cursor of before
 * could have lived (docs/rooms/sync.md#restored-scopes). Null otherwise.
 */
export function restoredLately(restoredAt: Date | null, now: Date): Date | null {
  if (restoredAt === null) return null;
  return now.getTime() - restoredAt.getTime() < SERVER_CURSOR_DAYS * DAY_MS ? restoredAt : null;
}

/**
 * The checksum of a day as devices are told it. After a restore revisions come again that devices have seen with
 * other content: it names the epoch, as long as they may hold one of before.
 */
export function checksumOfEpoch(
  { restoredAt, epoch, now }: RestorableScope,
  checksum: string,
): string {
  return restoredLately(restoredAt, now) === null ? checksum : `${checksum}.${epoch}`;
}

/** A scope that may have been restored, as it is now. */
export interface RestorableScope {
  readonly restoredAt: Date | null;
  readonly epoch: string;
  readonly now: Date;
}

/** What is judged of an operation where its scope was restored. */
export interface JudgedAfterRestore {
  /** The revision that it is judged by: the one it names, or the newest where that one is gone. */
  readonly expectedRevision: number;
  /** It may have been accepted before the restore: what only adds to the newest state is taken. */
  readonly mayBeSentAgain: boolean;
}

/**
 * How an operation is judged on an object of a scope that may have been restored: a revision that we do not
 * have is one that was lost.
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
