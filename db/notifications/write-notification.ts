import { sql } from "kysely";
import type {
  NotificationCategory,
  NotificationChannel,
  NotificationOutcome,
  NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import { firstRow, type Tx, wireInstant } from "../transact.ts";

/** How an occasion was judged. */
export interface Judgement {
  readonly outcome: NotificationOutcome;
  readonly reason: NotificationReason;
  readonly channels: readonly NotificationChannel[];
  readonly deliverAfter: Date | null;
}

/** A decision to be written. */
export interface NewNotification extends Judgement {
  readonly id: string;
  readonly dedupeKey: string;
  readonly category: NotificationCategory;
  readonly recipientUserId: string;
  readonly subjectId: string;
  readonly relationshipId: string | null;
  readonly localDate: string | null;
  readonly timezone: string;
  readonly decidedAt: Date;
}

/** A decision as the one who asked hears of it. */
export interface DecidedRow {
  readonly id: string;
  readonly outcome: NotificationOutcome;
  readonly reason: NotificationReason;
}

/** Writes the decision unless its occasion was decided on before; true when this call wrote it. */
export async function claimNotification(tx: Tx, row: NewNotification): Promise<boolean> {
  const { rows } = await sql`
    insert into notification (id, dedupe_key, category, recipient_user_id, subject_id,
      relationship_id, local_date, timezone, outcome, reason, channels, revision, decided_at,
      judged_at, deliver_after)
    values (${row.id}, ${row.dedupeKey}, ${row.category}, ${row.recipientUserId}, ${row.subjectId},
      ${row.relationshipId}, ${row.localDate}::date, ${row.timezone}, ${row.outcome}, ${row.reason},
      ${row.channels}::text[], 1, ${row.decidedAt}, ${row.decidedAt}, ${row.deliverAfter})
    on conflict (dedupe_key) do nothing
    returning id
  `.execute(tx.getKysely());
  return rows.length === 1;
}

/** The decision on an occasion that was decided on. */
export async function getDecided(tx: Tx, dedupeKey: string): Promise<DecidedRow> {
  const { rows } = await sql<DecidedRow>`
    select id, outcome, reason from notification where dedupe_key = ${dedupeKey}
  `.execute(tx.getKysely());
  return firstRow(rows);
}

/** A decision on its way to being delivered. */
export interface LockedNotification extends Omit<NewNotification, "decidedAt" | "deliverAfter"> {
  readonly revision: number;
  /** RFC 3339. */
  readonly deliverAfter: string | null;
}

/** Locks a decision; null when it is no longer kept. */
export async function lockNotification(tx: Tx, id: string): Promise<LockedNotification | null> {
  await sql`select from notification where id = ${id} for no key update`.execute(tx.getKysely());
  const { rows } = await sql<LockedNotification>`
    select id, dedupe_key as "dedupeKey", category, recipient_user_id as "recipientUserId",
           subject_id as "subjectId", relationship_id as "relationshipId",
           local_date::text as "localDate", timezone, outcome, reason, channels, revision,
           ${wireInstant("deliver_after")} as "deliverAfter"
      from notification where id = ${id}
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}

/** Writes how a decision was judged again; put off once more, its revision rises. */
export async function writeJudgement(
  tx: Tx,
  id: string,
  judgement: Judgement & { readonly timezone: string; readonly judgedAt: Date },
): Promise<void> {
  const { outcome, reason, channels, deliverAfter, timezone, judgedAt } = judgement;
  await sql`
    update notification
       set outcome = ${outcome}, reason = ${reason}, channels = ${channels}::text[],
           timezone = ${timezone}, judged_at = ${judgedAt},
           deliver_after = coalesce(${deliverAfter}::timestamptz, deliver_after),
           revision = revision + ${outcome === "DEFER" ? 1 : 0}
     where id = ${id}
  `.execute(tx.getKysely());
}
