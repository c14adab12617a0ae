import { Refusal } from "../../contract/refusal.ts";
import { todayRangeQuerySchema, todayRangeSchema } from "../../contract/agenda/range-schema.ts";
import { todayQuerySchema, todaySchema } from "../../contract/agenda/today-schema.ts";
import {
  type AgendaScope,
  findAgenda,
  findAgendaScope,
  listAgendas,
} from "../../db/agenda/today/queries.ts";
import { type Endpoint, read } from "../endpoint.ts";
import {
  encodeServerCursor,
  openServerCursor,
  requireLiveCursor,
  type ServerCursor,
} from "../server-cursor.ts";
import { textAnswer, unchangedAnswer, weakTag } from "../text-answer.ts";
import { presentRange } from "./present-range.ts";
import { presentToday } from "./present-today.ts";
import { currentTag, todayTag } from "./today-tag.ts";

/**
 * Without a tag or a cursor, the day is read in the guard's pipeline. With one, the pipeline reads only the scope's
 * state. A tag that still matches is answered with 304, and no task is read; a foreign or expired cursor is refused.
 */
const readToday = read({
  method: "GET",
  path: "/api/v1/client/today",
  name: "readToday",
  summary: "The agenda of a local day",
  source: "docs/rooms/agenda.md#today",
  access: "client",
  query: todayQuerySchema,
  answer: todaySchema,
  tagged: true,
  refusals: ["NOT_FOUND", "CURSOR_INVALID", "CURSOR_EXPIRED"],
  async ask(executor, { identity, query, knownTags }) {
    if (knownTags.length > 0 || query.since !== undefined)
      return { scope: await findAgendaScope(executor, identity), day: null };
    const day = await findAgenda(executor, {
      ...identity,
      date: query.date ?? null,
      sinceSeq: null,
    });
    return { scope: day, day };
  },
  async handle({ em, granted, query, deps, found, knownTags }) {
    const scope = requireOwn(found.scope);
    const key = deps.keys.cursor;
    const cursor = openCursor(key, scope, query.since);
    const matched = currentTag(scope, query, knownTags);
    if (matched !== null) return unchangedAnswer(weakTag(matched));
    const sought = { date: query.date ?? null, sinceSeq: cursor?.seq ?? null };
    const { identity } = granted.caller;
    const day = requireOwn(found.day ?? (await findAgenda(em, { ...identity, ...sought })));
    requireRetained(day);
    const { json, until } = await presentToday(day, {
      deviceTimezone: query.timezone ?? null,
      knownChecksum: query.agendaChecksum ?? null,
      cursorAt: cursor === null ? null : new Date(cursor.at),
      nextCursor: encodeServerCursor(key, day),
    });
    return textAnswer(json, weakTag(todayTag(day, query, until)));
  },
});

const readTodayRange = read({
  method: "GET",
  path: "/api/v1/client/today/range",
  name: "readTodayRange",
  summary: "Agendas of several days in list form, and their changes",
  source: "docs/rooms/agenda.md#range",
  access: "client",
  query: todayRangeQuerySchema,
  answer: todayRangeSchema,
  refusals: ["NOT_FOUND", "CURSOR_INVALID", "CURSOR_EXPIRED"],
  async ask(executor, { identity, query: { from, to, since } }) {
    if (since !== undefined)
      return { scope: await findAgendaScope(executor, identity), days: null };
    const days = await listAgendas(executor, { ...identity, from, to, sinceSeq: null });
    return { scope: days[0] ?? null, days };
  },
  async handle({ em, granted, query, deps, found }) {
    const scope = requireOwn(found.scope);
    const key = deps.keys.cursor;
    const sinceSeq = openCursor(key, scope, query.since)?.seq ?? null;
    const { from, to } = query;
    const { identity } = granted.caller;
    const days = found.days ?? (await listAgendas(em, { ...identity, from, to, sinceSeq }));
    const [first, ...others] = days;
    const own = requireOwn(first ?? null);
    requireRetained(own);
    const nextCursor = encodeServerCursor(key, own);
    return textAnswer(await presentRange([own, ...others], query, nextCursor));
  },
});

/** @throws Refusal NOT_FOUND if the caller is nobody's client. */
function requireOwn<Row>(row: Row | null): Row {
  if (row === null) throw new Refusal("NOT_FOUND");
  return row;
}

/** @throws Refusal CURSOR_INVALID or CURSOR_EXPIRED, as in sync. */
function openCursor(
  key: Uint8Array,
  scope: AgendaScope,
  since: string | undefined,
): ServerCursor | null {
  if (since === undefined) return null;
  const cursor = openServerCursor(key, scope.relationshipId, since);
  requireLiveCursor(cursor, scope);
  return cursor;
}

/** @throws Refusal CURSOR_EXPIRED if changes after the cursor were pruned. */
function requireRetained({ changesKept }: { readonly changesKept: boolean }): void {
  if (!changesKept) throw new Refusal("CURSOR_EXPIRED");
}

/** Routes of a client's daily agenda. */
export const agendaEndpoints: readonly Endpoint[] = [readToday, readTodayRange];
