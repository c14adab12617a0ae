import type { QuickLogIntent } from "../../../contract/quick-log/schema.ts";
import type { WorkingTask } from "../../agenda/agenda-task.ts";
import { taskMetric } from "../../agenda/task-metric.ts";
import type { PastOperation } from "../quick-log-state.ts";

/**
 * Whether the revision that an action names is judged, and has to be named (docs/rooms/quick-log.md#values). Values
 * that add up stand side by side, and so does what takes one of them back: nothing that others did touches them.
 *
 * @param undoTarget what an undo takes back, as far as that is known.
 */
export function judgesRevision(
  { snapshot }: Pick<WorkingTask, "snapshot">,
  { actionKind }: QuickLogIntent,
  undoTarget?: PastOperation,
): boolean {
  if (taskMetric(snapshot)?.mode !== "ACCUMULATE") return true;
  if (actionKind === "RECORD_VALUE") return false;
  return actionKind !== "UNDO" || undoTarget === undefined || !tookValue(undoTarget);
}

/** An undo, too, leaves an entry, but is not undone. */
function tookValue({ actionKind, effects }: PastOperation): boolean {
  return actionKind !== "UNDO" && effects.valueEntryId !== null;
}
