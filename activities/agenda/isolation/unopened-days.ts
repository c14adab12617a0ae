import { faultClassOf, rowFaultOf } from "../../../db/platform/transactions/fault-class.ts";
import type { FaultyOccurrence } from "./isolate-occurrences.ts";

/**
 * Rows that note the days of a relationship that could not be opened at all.
 *
 * @throws the fault itself if no row caused it.
 */
export function unopenedDays(
  relationshipId: string,
  localDates: readonly string[],
  fault: unknown,
): readonly FaultyOccurrence[] {
  const faultKind = rowFaultOf(fault);
  if (faultKind === null) throw fault;
  const faultClass = faultClassOf(fault);
  return localDates.map((localDate) => ({
    relationshipId,
    localDate,
    sourceType: "DAY",
    sourceId: relationshipId,
    sourceRevision: 0,
    taskKind: null,
    taskId: null,
    faultKind,
    faultClass,
    fault,
  }));
}
