import type { HoldReason } from "../../../contract/agenda/closing-vocabulary.ts";
import type { UserStatus } from "../../../contract/accounts/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { goesOn } from "../calendar/goes-on.ts";
import { nextHoldPoll } from "./closes-at.ts";

/**
 * Whether a day closes now (docs/rooms/agenda.md#closing). A day of an ended relationship closes at once. No other day
 * closes before its time, or while its calendar is stopped. The close is delayed by up to a day after an outage of our
 * own, and by up to 48 hours for known unsent work.
 */
export function judgeClosing(day: ClosingDay, now: Date): ClosingJudgement {
  const { closesAt, closesFrom, relationshipStatus: status, pendingWork } = day;
  if (status === "ENDED") return { kind: "CLOSE" };
  if (closesAt === null || !goesOn({ ...day, status })) return wait(null);
  if (now < closesAt) return wait(closesAt);
  if (closesFrom !== null && now < closesFrom) return wait(closesFrom, "OUTAGE");
  const nextPollAt = pendingWork === null ? null : nextHoldPoll(closesAt, now);
  return nextPollAt === null ? { kind: "CLOSE" } : wait(nextPollAt, pendingWork);
}

/** An unclosed day, and what its closing depends on. */
export interface ClosingDay {
  /** Null until planned, and during a pause of the relationship. */
  readonly closesAt: Date | null;
  readonly relationshipStatus: RelationshipStatus;
  readonly workspaceStatus: WorkspaceStatus;
  readonly clientStatus: UserStatus;
  /** Nothing closes before this instant, because our own services were down; or null. */
  readonly closesFrom: Date | null;
  /** Known work of the client that may still arrive; null if there is none. */
  readonly pendingWork: Exclude<HoldReason, "OUTAGE"> | null;
}

/** CLOSE: now. WAIT: not yet, with the time of the next check, or null if nothing is planned. */
export type ClosingJudgement =
  | { readonly kind: "CLOSE" }
  | { readonly kind: "WAIT"; readonly lookAt: Date | null; readonly holdReason: HoldReason | null };

function wait(nextPollAt: Date | null, holdReason: HoldReason | null = null): ClosingJudgement {
  return { kind: "WAIT", lookAt: nextPollAt, holdReason };
}
