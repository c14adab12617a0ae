import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type AliasableExpression, sql } from "kysely";
import type { Notices } from "../../../contract/agenda/agenda-rows.ts";
import { type Line, lineOf } from "../../flight.ts";
import { runNamed } from "../../named-query.ts";
import { records } from "../../records.ts";
import { instantText, jsonList, jsonObject } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { RelationshipDay } from "../queries.ts";

/**
 * SQL of the task that `pin` shows: the one that was pinned, or where others took its place the last of them; null
 * once it was taken back with none in its place, and where nothing is pinned (docs/rules.md#agenda-focus-pin).
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

/** What a checksum covers of a card or a pin. */
export interface NoticeRow extends RelationshipDay {
  readonly id: string;
  readonly revision: number;
}

/** Cards and pins that some days show, as far as their checksums cover them. One statement. */
export async function listNoticeRows(
  em: SqlEntityManager,
  days: readonly RelationshipDay[],
): Promise<readonly NoticeRow[]> {
  const day = records(days, [
    ["relationshipId", "uuid"],
    ["localDate", "date"],
  ]);
  return await noticeRowsOf(lineOf(em), "notice-rows", day);
}

/** The same of the days that some tasks of a relationship are of. One statement. */
export async function listNoticeRowsOfTasks(
  line: Line,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly NoticeRow[]> {
  const day = line.tables
    .selectFrom("agendaTask as named")
    .select(["named.relationshipId", "named.localDate"])
    .distinct()
    .where("named.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("named.id", "=", fn.any(val(taskIds))));
  return await noticeRowsOf(line, "notice-rows-of-tasks", day);
}

async function noticeRowsOf(
  line: Line,
  name: string,
  days: AliasableExpression<RelationshipDay>,
): Promise<readonly NoticeRow[]> {
  const rows = line.tables
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
  return await line.named(name, rows);
}

/** The cards of a day that are not withdrawn, in their order, and its focus pin, as they are answered. One statement. */
export async function readNotices(
  em: SqlEntityManager,
  { relationshipId, localDate }: RelationshipDay,
): Promise<Notices> {
  const from = tables(em);
  const card = from
    .selectFrom("agendaCard as card")
    .select(({ ref }) =>
      jsonObject({
        cardId: ref("card.id"),
        cardKey: ref("card.cardKey"),
        source: jsonObject({
          context: ref("card.sourceContext"),
          type: ref("card.sourceType"),
          id: ref("card.sourceId"),
          revision: ref("card.sourceRevision"),
        }),
        revision: ref("card.revision"),
        priority: ref("card.priority"),
        sortKey: ref("card.sortKey"),
        displayFrom: instantText(ref("card.displayFrom")),
        displayUntil: instantText(ref("card.displayUntil")),
        snapshot: ref("card.snapshot"),
      }).as("entry"),
    )
    .where("card.relationshipId", "=", relationshipId)
    .where("card.localDate", "=", localDate)
    .where("card.withdrawnAt", "is", null)
    .orderBy("card.priority", "desc")
    .orderBy("card.sortKey", (order) => order.collate("C"))
    .orderBy("card.id");
  const pin = from
    .selectFrom("focusPin as pin")
    .select(({ ref }) =>
      jsonObject({
        pinId: ref("pin.pinId"),
        revision: ref("pin.revision"),
        taskId: taskOfPin.$notNull(),
        note: ref("pin.note"),
        pinnedAt: instantText(ref("pin.pinnedAt")),
      }).as("shown"),
    )
    .where("pin.relationshipId", "=", relationshipId)
    .where("pin.localDate", "=", localDate)
    .where(taskOfPin, "is not", null);
  const notices = from.selectNoFrom([jsonList(card).as("informationalCards"), pin.as("focusPin")]);
  const [row] = await runNamed(em, "day-notices", notices);
  return row ?? { informationalCards: [], focusPin: null };
}
