import type {
  TaskLogAnswer,
  TaskLogQuery,
  TaskValidation,
} from "../../contract/quick-log/task-log-schema.ts";
import { SKIP_NOTE_LENGTH } from "../../contract/quick-log/vocabulary.ts";
import type { TaskLogRow } from "../../db/agenda/task-log/queries.ts";
import { taskMetric } from "../../rules/agenda/task-metric.ts";
import { joinObjects } from "../text-answer.ts";

/** A task with its newest operations in wire form, JSON (docs/rooms/quick-log.md#routes). */
export function presentTaskLog(row: TaskLogRow, { taskRevision }: TaskLogQuery): string {
  const { taskId, revision, factText, furtherText, latestText } = row;
  const unchanged = taskRevision === revision;
  const made: Pick<TaskLogAnswer, "taskId" | "taskRevision" | "unchanged" | "validation"> = {
    taskId,
    taskRevision: revision,
    unchanged,
    ...(!unchanged && { validation: validationOf(row) }),
  };
  const task =
    factText === null || furtherText === null
      ? ""
      : `"task":${joinObjects(factText, furtherText)},`;
  return `{${task}"latestOperations":${latestText},${JSON.stringify(made).slice(1)}`;
}

function validationOf({ snapshot, dayClosedAt }: TaskLogRow): TaskValidation {
  const metric = snapshot === null ? null : taskMetric(snapshot);
  return {
    metric,
    valueNeedsRevision: metric !== null && metric.mode !== "ACCUMULATE",
    noteLength: SKIP_NOTE_LENGTH,
    recordedBefore: dayClosedAt,
  };
}
