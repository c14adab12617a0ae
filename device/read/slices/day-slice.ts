import { noticeRows } from "../../../contract/agenda/notice-rows.ts";
import { AGENDA_SLICE_PREFIX } from "../../../contract/sync/vocabulary.ts";
import type { SliceRow } from "../../../contract/sync/slice-digest.ts";
import type { Core } from "../../core.ts";
import { isJsonObject, numberAt, textAt } from "../../json.ts";
import { numberIn, textIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import { isTodayAnswer } from "../is-today-answer.ts";
import { loadDay, type StoredDay } from "../load-day.ts";
import { queryOf } from "../query-of.ts";
import { storeDay } from "../store-day.ts";
import { NOT_UNDERSTOOD, type Slice } from "./types.ts";

/**
 * The relationship's present day with its quick logs. Its digest covers tasks, cards and pin. Only the server's clock
 * says when the next day begins, or when the order of the tasks changes.
 */
export const daySlice: Slice = {
  async kept({ core, scope }) {
    const day = await loadDay(core, scope);
    if (day === null) return null;
    const { localDate, ...content } = day.content;
    const name = `${AGENDA_SLICE_PREFIX}${localDate}`;
    if (!isComparable(content)) return { name, rows: null, until: 0 };
    const tasks = await taskRows(core, scope, localDate);
    return { name, rows: [...tasks, ...noticeRows(content)], until: endOf(content) };
  },
  async read({ core, session, scope }) {
    // The path of the slice names its date, but the next day may have begun.
    const path = `/api/v1/client/today?${queryOf({ timezone: core.app.timezone() })}`;
    const answer = await session.call({ method: "GET", path });
    if (answer.kind !== "ANSWER") return { kind: "FAILED", answer };
    if (!isTodayAnswer(answer.data)) return { kind: "FAILED", answer: NOT_UNDERSTOOD };
    const read = { answer: answer.data, readAt: core.ports.clock.now() };
    return {
      kind: "READ",
      statements: await storeDay(core, scope, read),
      name: `${AGENDA_SLICE_PREFIX}${answer.data.localDate}`,
    };
  },
};

async function taskRows(
  { ports }: Core,
  { scopeId }: ScopeRow,
  localDate: string,
): Promise<readonly SliceRow[]> {
  const rows = await ports.sql.read({
    sql: `select id, revision from snapshot where scope_id = ? and kind = 'task' and local_date = ?`,
    params: [scopeId, localDate],
  });
  return rows.map((row) => ({ id: textIn(row, "id"), revision: numberIn(row, "revision") }));
}

/** A day whose cards or pin have another format is read each time. */
function isComparable(day: object): day is ComparableDay {
  const { informationalCards, focusPin, offlineCache }: Partial<Record<string, unknown>> = {
    ...day,
  };
  return (
    Array.isArray(informationalCards) &&
    informationalCards.every((card) => isRow(card, "cardId")) &&
    (focusPin === null || isRow(focusPin, "pinId")) &&
    isJsonObject(offlineCache) &&
    textAt(offlineCache, "refetchAfter") !== null
  );
}

type ComparableDay = Pick<
  StoredDay,
  "informationalCards" | "focusPin" | "offlineCache" | "reorderAt"
>;

function isRow(row: unknown, id: "cardId" | "pinId"): boolean {
  return isJsonObject(row) && textAt(row, id) !== null && numberAt(row, "revision") !== null;
}

/** When the next day begins, or the order of the tasks changes. */
function endOf({ offlineCache, reorderAt }: ComparableDay): number {
  const ends = [offlineCache.refetchAfter, ...(reorderAt === null ? [] : [reorderAt])];
  return Math.min(...ends.map((at) => Date.parse(at)));
}
