/** What an object remembers of its newest changes. */
export interface Revised {
  readonly revision: number;
  /** Device lineage that made the newest revision; null for a coach or the system. */
  readonly changedByLineageId: string | null;
  /** Revision before that lineage began its run of changes. */
  readonly revisionBeforeRun: number;
  /**
   * Newest revision that was no closing of ours, of what we close: whoever knows it knows all there is to
   * know. Absent of anything else, whose newest revision it is.
   */
  readonly foreignRevision?: number;
}

/** CURRENT: go on. STALE: others changed it since. AHEAD: the device saw a revision we never made. */
export type RevisionJudgement = "CURRENT" | "STALE" | "AHEAD";

/**
 * Whether an operation that last saw `expectedRevision` still knows the object. It does when nobody but
 * its own device lineage changed the object since, so that a queue of operations that all carry the
 * revision last seen goes through (docs/rooms/sync.md#stale-revision).
 */
export function judgeRevision(
  object: Revised,
  expectedRevision: number,
  lineageId: string,
): RevisionJudgement {
  if (expectedRevision > object.revision) return "AHEAD";
  return expectedRevision < newestForeignRevision(object, lineageId) ? "STALE" : "CURRENT";
}

/** The newest revision made by anybody but this lineage and our own closing. */
function newestForeignRevision(object: Revised, lineageId: string): number {
  return object.changedByLineageId === lineageId ? object.revisionBeforeRun : changedUpTo(object);
}

function changedUpTo({ revision, foreignRevision = revision }: Revised): number {
  return foreignRevision;
}

/** What an object remembers after a change by somebody. */
export type Changed = Omit<Revised, "foreignRevision">;

/** The object's memory after one more change by `lineageId`, or by coach or system when null. */
export function nextRevision(object: Revised, lineageId: string | null): Changed {
  const goesOn = lineageId !== null && object.changedByLineageId === lineageId;
  return {
    revision: object.revision + 1,
    changedByLineageId: lineageId,
    revisionBeforeRun: goesOn ? object.revisionBeforeRun : changedUpTo(object),
  };
}
