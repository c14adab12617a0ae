import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { WantedValues } from "../../db/quick-log/load-quick-log.ts";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import type { PastOperation } from "../../rules/quick-log/quick-log-state.ts";
import type { ReadyOperation } from "../sync/operation-feature.ts";

/** Which values of a task that has a metric the operations may look at one by one. */
export function wantedValues(
  { id: taskId, snapshot, completionSummary }: DayTask,
  operations: readonly ReadyOperation<QuickLogIntent>[],
  past: readonly PastOperation[],
): WantedValues[] {
  if (snapshot.metric === null) return [];
  const intents = operations
    .map(({ intent }) => intent)
    .filter(({ payload }) => payload.taskId === taskId);
  const undos = intents.filter(({ actionKind }) => actionKind === "UNDO");
  const adds = snapshot.metric.mode === "ACCUMULATE";
  return [
    {
      taskId,
      newest: Math.min(undos.length + 1, completionSummary.value?.entryCount ?? 0),
      moments: intents.flatMap((intent) =>
        adds && intent.actionKind === "RECORD_VALUE" ? [intent.payload.recordedAt] : [],
      ),
      ids: past.flatMap(({ taskId: of, effects }) =>
        of === taskId ? (effects.valueEntryId ?? []) : [],
      ),
    },
  ];
}
