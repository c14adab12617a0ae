import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import type { SkipReason } from "../../../contract/quick-log/vocabulary.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import {
  instantText,
  jsonList,
  jsonObject,
  jsonText,
} from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import { snapshotOfTask } from "../snapshots/queries.ts";
import { skipReasonsOfTask } from "../task-rows.ts";
import { pinOfDay } from "../today/agenda-parts.ts";

/** An opened day with its tasks, withdrawn ones too; instants are RFC 3339. */
export type SummaryDayRow = Awaited<ReturnType<typeof listSummaryDays>>[number];

/** A task of a summary with its history, oldest first. */
export type SummaryTaskRow = SummaryDayRow["tasks"][number];

/** A change of a task's status. */
export type SummaryEventRow = SummaryTaskRow["events"][number];

/** A range of dates of a relationship, both ends included. */
export interface DateSpan {
  readonly relationshipId: string;
  readonly from: string;
  readonly to: string;
}

/** A task of a day, by their aliases in the statement. */
const ofTask = expressionBuilder<
  Tables & { readonly day: Tables["agendaDay"]; readonly task: Tables["agendaTask"] },
  "day" | "task"
>();

const history = jsonList(
  ofTask
    .selectFrom("agendaTaskEvent as event")
    .select((eb) =>
      jsonObject({
        at: instantText(eb.ref("event.occurredAt")),
        from: eb.ref("event.fromStatus"),
        to: eb.ref("event.toStatus"),
        actorKind: eb.ref("event.actorKind"),
        reason: eb.ref("event.reason"),
        skipReason: eb
          .case()
          .when("event.toStatus", "=", "SKIPPED")
          .then(eb.fn.coalesce(jsonText(eb.ref("event.metadata"), "skipReason"), "event.reason"))
          .end()
          .$castTo<SkipReason | null>(),
        byDevice: eb("event.deviceId", "is not", null).$castTo<boolean>(),
        counts: eb.ref("event.metadata", "->").key("counts").$castTo<boolean | null>(),
        score: eb.ref("event.metadata", "->").key("score").$castTo<number | null>(),
      }).as("entry"),
    )
    .whereRef("event.taskId", "=", "task.id")
    .orderBy("event.occurredAt")
    .orderBy("event.id"),
);

const isBySomebodyElse = ofTask("task.changedByKind", "<>", "CLIENT");

/**
 * Whether the logged operations of a task can no longer be undone: its day's undo was closed after the client last
 * changed the task. Without logged operations, no undo has to close.
 */
const isFinal = ofTask.and([
  ofTask("day.closedAt", "is not", null),
  ofTask.or([
    ofTask.and([
      ofTask("day.undoClosedAt", "is", null),
      ofTask("day.undoClosesAt", "is", null),
      isBySomebodyElse,
    ]),
    ofTask.and([
      ofTask("day.undoClosedAt", "is not", null),
      ofTask.or([
        isBySomebodyElse,
        ofTask(
          "task.changedAt",
          "<=",
          ofTask.fn<Date>("greatest", ["day.undoClosedAt", "day.closedAt"]),
        ),
      ]),
    ]),
  ]),
]);

const tasksOfDay = jsonList(
  ofTask
    .selectFrom("agendaTask as task")
    .select(({ ref }) =>
      jsonObject({
        id: ref("task.id"),
        taskKind: ref("task.taskKind"),
        title: jsonText(snapshotOfTask, "title").$castTo<string>(),
        status: ref("task.status"),
        revision: ref("task.revision"),
        priority: ref("task.priority"),
        sortKey: ref("task.sortKey"),
        sourceKey: ref("task.sourceKey"),
        dependsOnSourceKey: ref("task.dependsOnSourceKey"),
        timeCritical: ref("task.timeCritical"),
        startsAt: instantText(ref("task.startsAt")),
        dueAt: instantText(ref("task.dueAt")),
        completedAt: instantText(ref("task.completedAt")),
        source: jsonObject({
          context: ref("task.sourceContext"),
          type: ref("task.sourceType"),
          id: ref("task.sourceId"),
          revision: ref("task.sourceRevision"),
        }),
        completionSummary: ref("task.completionSummary"),
        lateEvidence: ref("task.lateEvidence"),
        skipReasons: skipReasonsOfTask,
        supersededBy: ref("task.supersededByTaskId"),
        final: isFinal.$castTo<boolean>(),
        events: history,
      }).as("entry"),
    )
    .whereRef("task.relationshipId", "=", "day.relationshipId")
    .whereRef("task.localDate", "=", "day.localDate")
    .orderBy("task.id"),
);

/** The opened days of some dates, newest first, with their tasks by id. One statement. */
export async function listSummaryDays(
  em: SqlEntityManager,
  { relationshipId, from, to }: DateSpan,
) {
  const days = tables(em)
    .selectFrom("agendaDay as day")
    .innerJoin("relationship as r", "r.id", "day.relationshipId")
    .select(["day.localDate", "day.timezone", "day.holdReason as heldReason"])
    .select(["day.notOffered", "day.lateCount", tasksOfDay.as("tasks"), pinOfDay.as("focusPin")])
    .select(({ ref }) => [
      instantText(ref("day.closedAt")).as("closedAt"),
      instantText(ref("day.reviewedAt")).as("reviewedAt"),
      instantText(ref("r.endedAt")).as("relationshipEndedAt"),
    ])
    .where("day.relationshipId", "=", relationshipId)
    .where("day.localDate", ">=", from)
    .where("day.localDate", "<=", to)
    .orderBy("day.localDate", "desc");
  return await runNamed(em, "daily-summary", days);
}
