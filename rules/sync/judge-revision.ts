/** What an object remembers of its newest changes. */
export interface Revised {
  readonly revision: number;
  /** Device lineage that made the newest revision; null for a coach or the system. */
  readonly changedByLineageId: string | null;
  /** Revision before that lineage began its run of changes. */
  readonly revisionBeforeRun: number;
}

/** CURRENT: go on. STALE: others changed it since. AHEAD: the device saw a revision we never made. */
export type RevisionJudgement = "CURRENT" | "STALE" | "AHEAD";

/**
 * Whether an operation that last saw `expectedRevision` still knows the object. It does when nobody but
 * its own device lineage changed the object since, so that a queue of operations that all carry the
 * revision last seen goes through (docs/rules.md#sync-stale-revision).
 */
export function judgeRevision(
  object: Revised,
  expectedRevision: number,
  lineageId: string,
): RevisionJudgement {
  if (expectedRevision > object.revision) return "AHEAD";
  return expectedRevision < newestForeignRevision(object, lineageId) ? "STALE" : "CURRENT";
}

/** The newest revision made by anybody but this lineage. */
function newestForeignRevision(object: Revised, lineageId: string): number {
  return object.changedByLineageId === lineageId ? object.revisionBeforeRun : object.revision;
}

/** The object's memory after one more change by `lineageId`, or by coach or system when null. */
export function nextRevision(object: Revised, lineageId: string | null): Revised {
  const goesOn = lineageId !== null && object.changedByLineageId === lineageId;
  return {
    revision: object.revision + 1,
    changedByLineageId: lineageId,
    revisionBeforeRun: goesOn ? object.revisionBeforeRun : object.revision,
  };
}
