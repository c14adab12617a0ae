import type { QuickLogIntent } from "../../../contract/quick-log/schema.ts";
import type { WorkingTask } from "../../agenda/agenda-task.ts";

/** The revision that every task begins with. */
const FIRST_REVISION = 1;

/** An operation, with the revision it names; null for none. */
export interface NamedRevision {
  readonly intent: QuickLogIntent;
  readonly expectedRevision: number | null;
}

/**
 * The revision of its task that an operation is judged by (docs/rooms/quick-log.md#todays-names). One that names
 * none knows nothing of the task but that it is there, which is its first revision; a skip asks for none, so that
 * it is judged on whatever the task is. Null of a value and of an undo without one: what the task asks for decides
 * (docs/rooms/quick-log.md#values).
 */
export function knownRevision(
  { intent, expectedRevision }: NamedRevision,
  task: Pick<WorkingTask, "revision"> | undefined,
): number | null {
  if (expectedRevision !== null) return expectedRevision;
  if (intent.actionKind === "RECORD_VALUE" || intent.actionKind === "UNDO") return null;
  const skips = intent.actionKind === "SKIP";
  return skips && task !== undefined ? task.revision : FIRST_REVISION;
}
