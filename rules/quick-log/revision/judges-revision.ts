import type { QuickLogIntent } from "../../../contract/quick-log/payload-schema.ts";
import type { WorkingTask } from "../../agenda/agenda-task.ts";
import { taskMetric } from "../../agenda/task-metric.ts";
import type { PastOperation } from "../types.ts";

/**
 * Whether an action's revision is checked, and therefore required (docs/rooms/quick-log.md#values). Accumulating
 * values and their undos need none: changes by others do not affect them.
 *
 * @param undoTarget the operation that an undo takes back, if it is known.
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

/** An undo also leaves an entry, but cannot be undone. */
function tookValue({ actionKind, effects }: PastOperation): boolean {
  return actionKind !== "UNDO" && effects.valueEntryId !== null;
}
