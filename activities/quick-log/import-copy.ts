import type { ImportIntent, ImportValue } from "../../contract/quick-log/import-schema.ts";
import type { LoadedImports } from "../../db/quick-log/load-imports.ts";
import {
  type ImportEntry,
  importedFact,
  shownImport,
} from "../../rules/quick-log/imports/import-entry.ts";
import { isWithinDay, judgeImport } from "../../rules/quick-log/imports/judge-import.ts";
import {
  importEntry,
  servesTask,
  withImported,
} from "../../rules/quick-log/imports/take-import.ts";
import { taskRefetch } from "../../rules/quick-log/judge-task.ts";
import type { TaskState } from "../../rules/quick-log/types.ts";
import type { ValueFault } from "../../rules/quick-log/steps/value-fault.ts";
import { type Accepted, type Decision, refuse } from "../../rules/sync/decision.ts";
import type { AdmissionScope, ReadyOperation } from "../sync/operation-feature.ts";
import { metricDayKey } from "./logged-intents.ts";

/** Imports in memory: each sees the changes of earlier operations of the batch, and changes the same tasks. */
export function importCopy(scope: AdmissionScope, { states, imports, zones }: ImportGround) {
  const known = new Map<string, readonly ImportEntry[]>(Map.groupBy(imports, metricDayKey));
  const decided: DecidedImport[] = [];
  const decide = (operation: ReadyOperation<ImportIntent>): Decision => {
    const { receiptId, intent } = operation;
    const { payload } = intent;
    const serving = [...states.values()].filter((state) => servesTask(state, payload));
    const dayZone = zones.get(payload.localDate) ?? scope.timezone;
    const fault = judgeImport(payload, { ...scope, dayZone });
    if (fault !== null) return refuseImport(fault);
    const key = metricDayKey(payload);
    const before = known.get(key) ?? [];
    const made = { id: receiptId, withinDay: isWithinDay(payload, dayZone) };
    const { entry, repeats } = importEntry(before, payload, made);
    const changed = broughtUp(serving, [...before, entry]);
    if (repeats !== null && broughtUp(serving, before).length === 0)
      return accepted(payload, { id: repeats.id, changed: [] });
    known.set(key, [...before, entry]);
    for (const state of changed) states.set(state.task.id, state);
    decided.push({ operation, entry, changed });
    return accepted(payload, { id: entry.id, changed });
  };
  /** The tasks that do not show these imports yet, with the imports applied. */
  const broughtUp = (serving: readonly TaskState[], entries: readonly ImportEntry[]) => {
    const fact = shownImport(importedFact(entries));
    return serving.flatMap((before) => {
      const after = withImported(before, fact);
      return after === before ? [] : [after];
    });
  };
  return { decided, decide };
}

/** An import that was stored, and the tasks that it changed. */
export interface DecidedImport {
  readonly operation: ReadyOperation<ImportIntent>;
  readonly entry: ImportEntry;
  readonly changed: readonly TaskState[];
}

/** The data that imports of a batch are decided on, together with the tasks as its operations leave them. */
export interface ImportGround extends LoadedImports {
  readonly states: Map<string, TaskState>;
}

/** Refuses without naming a task, so it never claims that another person changed a task's range. */
function refuseImport({ code, pointer, range }: ValueFault): Decision {
  return {
    ...refuse(code),
    pointer,
    ...(range !== undefined && { bounds: { ...range, changed: false } }),
  };
}

/** Accepts without a revision: an import names none, and several tasks may have changed. */
function accepted(
  { localId }: ImportValue,
  { id, changed }: Pick<DecidedImport, "changed"> & { readonly id: string },
): Accepted {
  const made = { canonicalId: id, entityType: "quick_log_value_entry" } as const;
  return {
    accepted: true,
    revision: 1,
    canonicalRecordId: id,
    canonicalIds: localId === undefined ? [] : [{ localId, ...made }],
    refetch: changed.map((state) => taskRefetch(state, "CHANGED")),
  };
}
