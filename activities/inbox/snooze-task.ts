import type { SnoozePreset } from "../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findNextCheckInDate, getCoachTimezone } from "../../db/inbox/next-check-in.ts";
import type { Tx } from "../../db/transact.ts";
import { isSnoozable, presetUntil } from "../../rules/inbox/snooze-until.ts";
import { localDateOf, startOfLocalDay } from "../../rules/local-day.ts";
import { zoneAt } from "../../rules/relationships/relationship-zone.ts";
import { UNSNOOZED } from "./apply-outcome.ts";
import {
  type ActedOn,
  beginTaskAct,
  change,
  type TaskActing,
  type TaskAtHand,
} from "./begin-task-act.ts";
import { recordChanges } from "./task-events.ts";

/** Until when a coach puts a task off. */
export interface Snooze extends TaskActing {
  readonly until: { readonly preset: SnoozePreset } | { readonly at: Date };
  readonly reason: string | null;
}

/**
 * Puts a task off; what is HIGH or URGENT cannot be.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT, RELATIONSHIP_INACTIVE, SNOOZE_NOT_ALLOWED (too severe, or no check-in is
 *   planned), VALIDATION_FAILED (an instant that is over, or more than 90 days ahead).
 */
export async function snoozeTask(tx: Tx, snooze: Snooze): Promise<ActedOn> {
  const { byUserId, requestId, reason: snoozeReason, until } = snooze;
  const atHand = await beginTaskAct(tx, snooze, "SNOOZE");
  const { task, now } = atHand;
  const snoozedUntil = "at" in until ? until.at : await untilOf(tx, atHand, byUserId, until.preset);
  if (snoozedUntil === null) throw new Refusal("SNOOZE_NOT_ALLOWED");
  if ("at" in until && !isSnoozable(until.at, now)) throw refuseInstant();
  const snoozePreset = "preset" in until ? until.preset : null;
  const away = { snoozedUntil, snoozePreset, snoozeReason };
  change(tx, atHand, { status: "SNOOZED", ...away, reopenReason: null });
  await tx.flush();
  await recordChanges(tx, [{ task, type: "snoozed", byUserId }], { now, requestId });
  return atHand;
}

/** An instant that nobody can snooze until. */
export function refuseInstant(): Refusal {
  const message = "Within the next 90 days, on the web";
  return new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: "/snoozedUntil", code: "custom", message }],
  });
}

async function untilOf(
  tx: Tx,
  { relationship, now }: TaskAtHand,
  userId: string,
  preset: SnoozePreset,
): Promise<Date | null> {
  const coachTimezone = await getCoachTimezone(tx, userId);
  const isByCheckIn = preset === "NEXT_CHECK_IN";
  const today = localDateOf(now, zoneAt(relationship, now));
  const date = isByCheckIn ? await findNextCheckInDate(tx, relationship.id, today) : null;
  const zone = zoneAt(relationship, now);
  const nextCheckInAt = date === null ? null : startOfLocalDay(date, zone);
  return presetUntil(preset, now, { coachTimezone, nextCheckInAt });
}

/**
 * Takes a snooze back.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (not put off), RELATIONSHIP_INACTIVE.
 */
export async function unsnoozeTask(tx: Tx, acting: TaskActing): Promise<ActedOn> {
  const { byUserId, requestId } = acting;
  const atHand = await beginTaskAct(tx, acting, "UNSNOOZE");
  const { task, now } = atHand;
  change(tx, atHand, { status: "OPEN", ...UNSNOOZED, reopenReason: "UNDONE" });
  await tx.flush();
  const told = { task, type: "reopened", byUserId, metadata: { reopenReason: "UNDONE" } } as const;
  await recordChanges(tx, [told], { now, requestId });
  return atHand;
}
