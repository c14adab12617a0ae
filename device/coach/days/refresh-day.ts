import type { Core } from "../../core.ts";
import { inOrder } from "../../in-order.ts";
import { instantOf } from "../../lanes/instant.ts";
import type { Statement } from "../../ports/sql.ts";
import { queryOf } from "../../read/query-of.ts";
import { loadScope } from "../../store/load-scope.ts";
import type { InboxContext } from "../inbox-context.ts";
import { outcomeOf } from "../rows/refresh-inbox.ts";
import { markRead } from "../../read/mark-read.ts";
import { type PendingAct, pendingActs } from "../acts/pending-acts.ts";
import { saveSnapshots } from "../sealed-snapshots.ts";
import type { InboxRead, OfDay } from "../types.ts";
import { unlessOrdered } from "../unless-ordered.ts";
import { summaryDayIn } from "./day-answers.ts";
import { coachDayLabel } from "./stored-day.ts";

/**
 * Reads a day of a client and stores it with the server's time, which a review of it names. Reads run one after
 * another, so that an older answer never replaces a newer one. Versions cannot tell: a restored server counts from an
 * older one.
 */
export async function refreshDay(context: DayContext, day: OfDay): Promise<InboxRead> {
  const oneRead = queues.get(context.core) ?? inOrder();
  queues.set(context.core, oneRead);
  const { sql } = context.core.ports;
  return await oneRead(
    async () =>
      await unlessOrdered(sql, async (isUnordered) => await readDay(context, day, isUnordered)),
  );
}

/** Dependencies for reading a day. */
export type DayContext = Pick<InboxContext, "core" | "session">;

/** The inbox and the sync centre read days. */
const queues = new WeakMap<Core, ReturnType<typeof inOrder>>();

async function readDay(
  { core, session }: DayContext,
  { scopeId, localDate }: OfDay,
  isUnordered: Statement,
): Promise<InboxRead> {
  const { sql, clock } = core.ports;
  const scope = await loadScope(sql, scopeId);
  if (scope === null) return "ABSENT";
  const conflicts = await openConflictsOf(core, { scopeId, localDate });
  const query = queryOf({ from: localDate, to: localDate });
  const path = `/api/v1/coach/relationships/${scopeId}/daily-summary?${query}`;
  const answer = await session.call({ method: "GET", path });
  if (answer.kind !== "ANSWER") return outcomeOf(answer);
  const day = summaryDayIn(answer.data, localDate);
  if (day === null) return "ABSENT";
  const snapshot = {
    scopeId,
    kind: "coach_day",
    id: localDate,
    revision: null,
    localDate,
    position: null,
    readAt: clock.now(),
    cacheKey: scope.cacheKey,
    label: coachDayLabel(scopeId, localDate),
    content: { seenAt: instantOf(answer.serverTime), day },
  };
  await sql.write([
    isUnordered,
    ...(await saveSnapshots(core, [snapshot])),
    forgetOldDays(scopeId),
    markRead(conflicts),
  ]);
  core.changes.emit(scopeId);
  return "READ";
}

/** Reviews of the day in conflict before the read began: a later conflict may be newer than the answer. */
async function openConflictsOf(
  core: Core,
  { scopeId, localDate }: OfDay,
): Promise<readonly string[]> {
  const conflicts = await refusedReviews(core, scopeId);
  return conflicts
    .filter(({ payload }) => payload?.["localDate"] === localDate)
    .map(({ clientOperationId }) => clientOperationId);
}

/** Refused reviews of days that the coach has not resolved. */
export async function refusedReviews(core: Core, scopeId: string): Promise<readonly PendingAct[]> {
  return await pendingActs(core, {
    where: `operation.scope_id = ? and operation.operation_type = 'day.review'
      and operation.status in ('REJECTED', 'CONFLICTED')`,
    params: [scopeId],
  });
}

/** A coach reviews days of this week; older ones are read again. */
const MOST_DAYS = 7;

function forgetOldDays(scopeId: string): Statement {
  return {
    sql: `delete from snapshot where scope_id = ?1 and kind = 'coach_day' and id not in (
      select id from snapshot where scope_id = ?1 and kind = 'coach_day'
      order by read_at desc, id desc limit ${MOST_DAYS})`,
    params: [scopeId],
  };
}
