import { createHash } from "node:crypto";
import * as z from "zod";
import { type TodayQuery, todaySchema } from "../../contract/agenda/today-schema.ts";
import type { AgendaScope } from "../../db/agenda/today/queries.ts";
import { TZ_VERSION } from "../../activities/agenda/tz-version.ts";

/**
 * The tag of an answer of today: `<until>.<hash>` (docs/rooms/agenda.md#conditional-requests). `until` is the epoch
 * millisecond until which it is valid; the hash covers everything the answer depends on, `until` included.
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

/** Part of the ETag: a new response format invalidates cached answers even if the data is unchanged. */
const WIRE_VERSION = hashOf(
  JSON.stringify(z.toJSONSchema(todaySchema, { unrepresentable: "any" })),
);

/** The first of a caller's tags whose answer equals what the same read would return now; null for none. */
export function currentTag(
  scope: AgendaScope,
  query: TodayQuery,
  knownTags: readonly string[],
): string | null {
  const isCurrent = (tag: string) => {
    const until = /^\d{1,15}(?=\.)/.exec(tag)?.[0];
    if (until === undefined || Number(until) <= scope.now.getTime()) return false;
    return tag === todayTag(scope, query, new Date(Number(until)));
  };
  return knownTags.find(isCurrent) ?? null;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
