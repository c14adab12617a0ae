/**
 * Whether an operation based on `expectedRevision` is still up to date. It is if only its own device lineage changed
 * the object since: a queue of operations may carry the same last-seen revision (docs/rooms/sync.md#stale-revision).
 */
export function judgeRevision(
  object: Revised,
  expectedRevision: number,
  lineageId: string,
): RevisionJudgement {
  if (expectedRevision > object.revision) return "AHEAD";
  return expectedRevision < newestForeignRevision(object, lineageId) ? "STALE" : "CURRENT";
}

/** The revision memory of an object. */
export interface Revised {
  readonly revision: number;
  /** Device lineage that made the newest revision; null for a coach or the system. */
  readonly changedByLineageId: string | null;
  /** Revision before that lineage began its consecutive changes. */
  readonly revisionBeforeRun: number;
  /**
   * Newest revision that was not made by the system's own closing; a device that knows it is up to date. Absent for
   * objects that are never closed, for which the newest revision counts.
   */
  readonly foreignRevision?: number;
}

/** CURRENT: continue. STALE: others changed it since. AHEAD: the device names a revision we never made. */
export type RevisionJudgement = "CURRENT" | "STALE" | "AHEAD";

/** The newest revision that neither this lineage nor the system's own closing made. */
function newestForeignRevision(object: Revised, lineageId: string): number {
  return object.changedByLineageId === lineageId ? object.revisionBeforeRun : changedUpTo(object);
}

function changedUpTo({ revision, foreignRevision = revision }: Revised): number {
  return foreignRevision;
}

/** The revision memory after a change. */
export type Changed = Omit<Revised, "foreignRevision">;

/** The revision memory after one more change by `lineageId`; null stands for coach or system. */
export function nextRevision(object: Revised, lineageId: string | null): Changed {
  const goesOn = lineageId !== null && object.changedByLineageId === lineageId;
  return {
    revision: object.revision + 1,
    changedByLineageId: lineageId,
    revisionBeforeRun: goesOn ? object.revisionBeforeRun : changedUpTo(object),
  };
}
