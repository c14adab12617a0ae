import {
  QUICK_LOG_ACTIONS,
  type QuickLogActionFacts,
} from "../../../contract/agenda/task-actions.ts";
import type { QuickLogIntent } from "../../../contract/quick-log/payload-schema.ts";
import type { WorkingTask } from "../../agenda/agenda-task.ts";

/**
 * The task revision by which an operation is judged (docs/rooms/quick-log.md#todays-names). Without a named revision
 * it counts as based on the first one. A skip needs none and is judged on the present task. Null for a value or undo
 * without one: the task's metric decides (docs/rooms/quick-log.md#values).
 */
export function knownRevision(
  { intent, expectedRevision }: NamedRevision,
  task: Pick<WorkingTask, "revision"> | undefined,
): number | null {
  if (expectedRevision !== null) return expectedRevision;
  const { isRevisionByMetric = false }: QuickLogActionFacts = QUICK_LOG_ACTIONS[intent.actionKind];
  if (isRevisionByMetric) return null;
  const skips = intent.actionKind === "SKIP";
  return skips && task !== undefined ? task.revision : FIRST_REVISION;
}

/** The first revision of every task. */
const FIRST_REVISION = 1;

/** An operation and the revision it names; null for none. */
export interface NamedRevision {
  readonly intent: QuickLogIntent;
  readonly expectedRevision: number | null;
}
