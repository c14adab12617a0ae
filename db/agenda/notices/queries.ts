import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type AliasableExpression, sql } from "kysely";
import { type QueryExecutor, executorOf } from "../../platform/pipeline/pipeline.ts";
import { records } from "../../platform/statements/records.ts";
import type { RelationshipDay } from "../queries.ts";

/**
 * SQL of the task that `pin` shows: the pinned one, or the last of those that replaced it. Null if it was withdrawn
 * without a successor, and if nothing is pinned (docs/rooms/agenda.md#focus-pin).
 */
export const taskOfPin = sql<string | null>`(
  with recursive line (id, status, next_id) as (
    select task.id, task.status, task.superseded_by_task_id from agenda_task task
    where task.id = pin.agenda_task_id
    union
    select task.id, task.status, task.superseded_by_task_id
    from line join agenda_task task on task.id = line.next_id
    where task.relationship_id = pin.relationship_id and task.local_date = pin.local_date
  )
  select line.id from line where line.status not in ('CANCELED', 'SUPERSEDED') limit 1)`;

/** The fields of a card or a pin that a checksum covers. */
export interface NoticeRow extends RelationshipDay {
  readonly id: string;
  readonly revision: number;
}

/** Cards and pins of some days, with the fields that their checksums cover. One statement. */
export async function listNoticeRows(
  em: SqlEntityManager,
  days: readonly RelationshipDay[],
): Promise<readonly NoticeRow[]> {
  const day = records(days, [
    ["relationshipId", "uuid"],
    ["localDate", "date"],
  ]);
  return await noticeRowsOf(executorOf(em), "notice-rows", day);
}

/** The same for the days of some tasks of a relationship. One statement. */
export async function listNoticeRowsOfTasks(
  executor: QueryExecutor,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly NoticeRow[]> {
  const day = executor.tables
    .selectFrom("agendaTask as named")
    .select(["named.relationshipId", "named.localDate"])
    .distinct()
    .where("named.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("named.id", "=", fn.any(val(taskIds))));
  return await noticeRowsOf(executor, "notice-rows-of-tasks", day);
}

async function noticeRowsOf(
  executor: QueryExecutor,
  name: string,
  days: AliasableExpression<RelationshipDay>,
): Promise<readonly NoticeRow[]> {
  const rows = executor.tables
    .selectFrom(days.as("day"))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom(
            of
              .selectFrom("agendaCard as card")
              .select(["card.id", "card.revision"])
              .whereRef("card.relationshipId", "=", "day.relationshipId")
              .whereRef("card.localDate", "=", "day.localDate")
              .where("card.withdrawnAt", "is", null)
              .unionAll(
                of
                  .selectFrom("focusPin as pin")
                  .select(["pin.pinId as id", "pin.revision"])
                  .whereRef("pin.relationshipId", "=", "day.relationshipId")
                  .whereRef("pin.localDate", "=", "day.localDate")
                  .where(taskOfPin, "is not", null),
              )
              .as("shown"),
          )
          .selectAll("shown")
          .offset(0)
          .as("notice"),
      (join) => join.onTrue(),
    )
    .select(["day.relationshipId", "day.localDate", "notice.id", "notice.revision"]);
  return await executor.named(name, rows);
}
