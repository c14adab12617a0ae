import { localDateOfTaskId } from "../../contract/agenda/task-id.ts";
import { orderAgenda } from "../../contract/agenda/order-agenda.ts";
import type {
  RangeDay,
  TodayRangeAnswer,
  TodayRangeQuery,
} from "../../contract/agenda/range-schema.ts";
import type { RangeDayRow } from "../../db/agenda/today/queries.ts";
import { checksumOfDay, removedIds, zonesDiffer } from "./present-today.ts";

/** Some days of a client in wire form, JSON (docs/rooms/agenda.md#range). */
export async function presentRange(
  rows: readonly [RangeDayRow, ...RangeDayRow[]],
  query: TodayRangeQuery,
  nextCursor: string,
): Promise<string> {
  const [scope] = rows;
  const { relationshipId, timezone } = scope;
  const days = await Promise.all(
    rows.map(async (day) => ({ localDate: day.localDate, ...(await presentDay(day, query)) })),
  );
  const made: Omit<TodayRangeAnswer, "days"> = {
    relationshipId,
    timezone,
    timezoneDiffers: zonesDiffer(scope, query.timezone ?? null),
    changedDates: days.filter(({ isChanged }) => isChanged).map(({ localDate }) => localDate),
    removedTaskIds: days.flatMap(({ removedIds: removed }) => removed),
    supersededTaskIds: days.flatMap(({ superseded }) => superseded),
    nextCursor,
  };
  const json = days.map((day) => day.json).join(",");
  return `{"days":[${json}],${JSON.stringify(made).slice(1)}`;
}

/** A day of a range: its answer, and the hint for a device. */
interface PresentedDay {
  readonly json: string;
  readonly isChanged: boolean;
  readonly removedIds: readonly string[];
  readonly superseded: TodayRangeAnswer["supersededTaskIds"];
}

async function presentDay(
  day: RangeDayRow,
  { checksums = [], since }: TodayRangeQuery,
): Promise<PresentedDay> {
  const { localDate, facts, compact, successors } = day;
  const checksum = await checksumOfDay(day, facts);
  const cached = checksums.find((known) => known.localDate === localDate)?.checksum;
  const unchanged = cached === checksum;
  const agendaVersion = facts.reduce((sum, { revision }) => sum + revision, 0);
  const made: Omit<RangeDay, "tasks" | "cards"> = { localDate, agendaVersion, checksum, unchanged };
  const moment = { nowMs: day.now.getTime(), pinnedTaskId: day.focusPin?.taskId ?? null };
  const places = new Map(facts.map(({ taskId }, place) => [taskId, place]));
  const tasks = orderAgenda(facts, moment).map(({ taskId }) => compact[places.get(taskId) ?? -1]);
  const more = unchanged ? "" : `"tasks":[${tasks.join(",")}],"cards":${day.cards ?? "[]"},`;
  const removed = removedIds(facts, day.changes);
  const superseded = facts.flatMap(({ taskId, status }, place) =>
    status === "SUPERSEDED" && removed.includes(taskId)
      ? [{ taskId, byTaskId: successors[place] ?? null }]
      : [],
  );
  return {
    json: `{${more}${JSON.stringify(made).slice(1)}`,
    isChanged: cached === undefined ? since === undefined || isTouched(day) : !unchanged,
    removedIds: removed,
    superseded,
  };
}

/** Whether the day changed after the cursor. The ids of a day's tasks and cards contain its date. */
function isTouched({ localDate, changes }: RangeDayRow): boolean {
  return changes.some(
    ({ type, id }) =>
      (type === "agenda_task" || type === "agenda_card" || type === "focus_pin") &&
      localDateOfTaskId(id) === localDate,
  );
}
