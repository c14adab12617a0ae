import { createHash } from "node:crypto";
import * as z from "zod";
import { type TodayQuery, todaySchema } from "../../contract/agenda/today-schema.ts";
import type { AgendaScope } from "../../db/agenda/today/queries.ts";
import { TZ_VERSION } from "../../rules/agenda/calendar/tz-version.ts";

/** Of another shape an answer is another answer, also where nothing changed that it is made of. */
const WIRE_VERSION = hashOf(
  JSON.stringify(z.toJSONSchema(todaySchema, { unrepresentable: "any" })),
);

/**
 * What an answer of today goes by: `<until>.<hash>`, in milliseconds of the epoch the instant until which it holds,
 * and a hash of all it follows from, that instant too (docs/rooms/agenda.md#conditional-requests).
 */
export function todayTag(scope: AgendaScope, query: TodayQuery, until: Date): string {
  const { relationshipId, presentDate, timezone, nextDayAt, epoch, seq, restoredAt } = scope;
  const { date, timezone: deviceTimezone, agendaChecksum, since } = query;
  const facts = [
    [relationshipId, presentDate, timezone, nextDayAt, epoch, seq, restoredAt],
    [date ?? null, deviceTimezone ?? null, agendaChecksum ?? null, since ?? null],
    [until, WIRE_VERSION, TZ_VERSION],
  ];
  return `${until.getTime()}.${hashOf(JSON.stringify(facts))}`;
}

/** The tag, of those that a caller holds, whose answer is still what the same read would answer; null for none. */
export function tagThatHolds(
  scope: AgendaScope,
  query: TodayQuery,
  heldTags: readonly string[],
): string | null {
  const holds = (tag: string) => {
    const until = /^\d{1,15}(?=\.)/.exec(tag)?.[0];
    if (until === undefined || Number(until) <= scope.now.getTime()) return false;
    return tag === todayTag(scope, query, new Date(Number(until)));
  };
  return heldTags.find(holds) ?? null;
}

/** A tag as a header has it: weak, for only what it means is the same. */
export const weakTag = (tag: string) => `W/"${tag}"`;

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
