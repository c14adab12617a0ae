import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { firstRow, wireInstant, type Tx } from "../transact.ts";

/** Until when what was logged of a day can be undone, and whose actor closes it then. */
export interface OpenDay {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly deviceId: string;
  readonly closesAt: Date;
}

/**
 * Opens days for undo, or keeps them open longer; one that was closed opens again, for what came late can
 * be undone as long as anything. A day that the coach has reviewed stays as it is.
 */
export async function openDays(tx: Tx, days: readonly OpenDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql`/* named: open-days */
    update agenda_day day
    set undo_closes_at = wanted."closesAt", undo_device_id = wanted."deviceId", undo_closed_at = null
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as wanted (
      "relationshipId" uuid, "localDate" date, "deviceId" uuid, "closesAt" timestamptz)
    where day.relationship_id = wanted."relationshipId" and day.local_date = wanted."localDate"
      and day.reviewed_at is null
      and (day.undo_closes_at is null or day.undo_closes_at < wanted."closesAt")
  `.execute(tx.getKysely());
}

/** SQL of the open days of a device, and of whether one of them has come to its time. */
const openOf = (deviceId: string) =>
  sql<boolean>`(undo_device_id = ${deviceId} and undo_closed_at is null)`;
// Past its instant, or reviewed: either ends it (docs/rules.md#quick-log-undo-window).
const hasEnded = sql<boolean>`(undo_closes_at <= (select clock_now()) or reviewed_at is not null)`;

/** Relationships in which a day of a device has come to its time; read without a lock. */
export async function findEndedDayScopes(
  em: SqlEntityManager,
  deviceId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ relationshipId: string }>`
    select distinct relationship_id as "relationshipId" from agenda_day
    where ${openOf(deviceId)} and ${hasEnded} order by 1
  `.execute(em.getKysely());
  return rows.map(({ relationshipId }) => relationshipId);
}

/** Which device closes days of which relationship. */
export interface ClosingDays {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly now: Date;
}

/** Closes the days of a device whose time has come, each once; the caller holds the relationship. */
export async function closeDays(
  tx: Tx,
  { deviceId, relationshipId, now }: ClosingDays,
): Promise<readonly { readonly localDate: string }[]> {
  const { rows } = await sql<{ localDate: string }>`
    update agenda_day set undo_closed_at = ${now.toISOString()}
    where ${openOf(deviceId)} and relationship_id = ${relationshipId} and ${hasEnded}
    returning local_date::text as "localDate"
  `.execute(tx.getKysely());
  return rows;
}

/** Days of a device that can still be undone. */
export interface OpenDays {
  readonly count: number;
  /** When the first of them ends: in the past when it was reviewed. */
  readonly earliest: Date | null;
}

/** Counts the days of a device that were not closed yet. */
export async function readOpenDays(tx: Tx, deviceId: string): Promise<OpenDays> {
  const { rows } = await sql<{ count: number; earliest: string | null }>`/* named: open-days-of */
    select count(*)::int as count,
      ${wireInstant("min(least(undo_closes_at, reviewed_at))")} as earliest
    from agenda_day where ${openOf(deviceId)}
  `.execute(tx.getKysely());
  const { count, earliest } = firstRow(rows);
  return { count, earliest: earliest === null ? null : new Date(earliest) };
}
