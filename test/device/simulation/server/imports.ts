import { importPayloadSchema } from "../../../../contract/quick-log/import-schema.ts";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { importedFact, shownImport } from "../../../../rules/quick-log/imports/import-entry.ts";
import { isWithinDay, judgeImport } from "../../../../rules/quick-log/imports/judge-import.ts";
import {
  importEntry,
  servesTask,
  withImported,
} from "../../../../rules/quick-log/imports/take-import.ts";
import { taskRefetch } from "../../../../rules/quick-log/judge-task.ts";
import { type Decision, refuse } from "../../../../rules/sync/decision.ts";
import type { Judging, Relationship } from "./types.ts";

/** The zone of every relationship. */
const TIMEZONE = "UTC";

/** Decides an import by the product's own rules, and shows it on the tasks of its day if it is accepted. */
export function judgeImported(
  { imports, tasks }: Relationship,
  { payload }: Operation,
  { receiptId, now }: Judging,
): Decision {
  const read = importPayloadSchema.safeParse(payload);
  if (!read.success) return refuse("PAYLOAD_INVALID");
  const sum = read.data;
  const newestDate = now.toISOString().slice(0, 10);
  const scope = { now, newestDate, timezone: TIMEZONE, dayZone: TIMEZONE };
  const fault = judgeImport(sum, scope);
  if (fault !== null) return { ...refuse(fault.code), pointer: fault.pointer };
  const day = `${sum.metricKind} ${sum.localDate}`;
  const known = imports.get(day) ?? [];
  const made = { id: receiptId, withinDay: isWithinDay(sum, TIMEZONE) };
  const { entry, repeats } = importEntry(known, sum, made);
  if (repeats === null) imports.set(day, [...known, entry]);
  const fact = shownImport(importedFact(imports.get(day) ?? []));
  const changed = [...tasks.values()].flatMap((task) => {
    if (!servesTask(task.state, sum)) return [];
    const after = withImported(task.state, fact);
    if (after === task.state) return [];
    task.state = after;
    return [after];
  });
  const { id: canonicalId } = repeats ?? entry;
  const { localId } = sum;
  const entityType = "quick_log_value_entry";
  return {
    accepted: true,
    revision: 1,
    canonicalRecordId: canonicalId,
    canonicalIds: localId === undefined ? [] : [{ entityType, localId, canonicalId }],
    refetch: changed.map((state) => taskRefetch(state, "CHANGED")),
  };
}
