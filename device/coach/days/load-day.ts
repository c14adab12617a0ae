import type { Core } from "../../core.ts";
import { bytesIn, numberIn, textIn } from "../../store/columns.ts";
import { pendingActs } from "../acts/pending-acts.ts";
import { isRefused, refusedAct } from "../acts/refused-act.ts";
import { OPEN_SCOPE } from "../open-scope.ts";
import type { CoachDay, OfDay } from "../types.ts";
import { coachDayLabel } from "./stored-day.ts";

/** A day of a client as it was read last, with its reviews; null if it was never read. */
export async function loadDay(core: Core, { scopeId, localDate }: OfDay): Promise<CoachDay | null> {
  const [[row], reviews] = await Promise.all([
    core.ports.sql.read({
      sql: `select body, read_at, cache_key from snapshot join cache_scope scope using (scope_id)
        where scope_id = ? and kind = 'coach_day' and id = ? and ${OPEN_SCOPE}`,
      params: [scopeId, localDate],
    }),
    pendingActs(core, {
      where: "operation.scope_id = ? and operation.operation_type = 'day.review'",
      params: [scopeId],
    }),
  ]);
  if (row === undefined) return null;
  const label = coachDayLabel(scopeId, localDate);
  const opened = await core.rows.open(textIn(row, "cache_key"), label, bytesIn(row, "body"));
  if (opened === null) return null;
  const ofDay = reviews.filter(({ payload }) => payload?.["localDate"] === localDate);
  const unexplained = { detail: null, coachUserId: null, names: new Map<string, string>() };
  return {
    scopeId,
    localDate,
    readAt: numberIn(row, "read_at"),
    seenAt: opened.content.seenAt,
    accepted: opened.content.day,
    waiting: ofDay
      .filter(({ plane }) => plane === "WAITING")
      .map(({ clientOperationId }) => clientOperationId),
    refused: ofDay.filter(isRefused).map((review) => refusedAct(review, unexplained)),
  };
}
