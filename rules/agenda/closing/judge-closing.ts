import type { HoldReason } from "../../../contract/agenda/vocabulary.ts";
import type { UserStatus } from "../../../contract/accounts/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { goesOn } from "../calendar/goes-on.ts";
import { heldUntil } from "./closing.ts";

/** A day that was not closed yet, and what its closing depends on. */
export interface ClosingDay {
  /** Null until it is planned, and while its relationship is paused. */
  readonly closesAt: Date | null;
  readonly relationshipStatus: RelationshipStatus;
  readonly workspaceStatus: WorkspaceStatus;
  readonly clientStatus: UserStatus;
  /** Before it nothing closes, for we ourselves were away; or null. */
  readonly closesFrom: Date | null;
  /** Known work of the client that may still come; null when there is none. */
  readonly pendingWork: Exclude<HoldReason, "OUTAGE"> | null;
}

/** CLOSE: now. WAIT: not yet, and when to look again, or null when nothing is planned. */
export type ClosingJudgement =
  | { readonly kind: "CLOSE" }
  | { readonly kind: "WAIT"; readonly lookAt: Date | null; readonly holdReason: HoldReason | null };

/**
 * Whether a day closes now (docs/rooms/agenda.md#closing): at once with its relationship, never while its calendar
 * stands still or before its time, not for a day after an outage of our own, and while known work is on its
 * way 48 hours later at most.
 */
export function judgeClosing(day: ClosingDay, now: Date): ClosingJudgement {
  const { closesAt, closesFrom, relationshipStatus: status, pendingWork } = day;
  if (status === "ENDED") return { kind: "CLOSE" };
  if (closesAt === null || !goesOn({ ...day, status })) return wait(null);
  if (now < closesAt) return wait(closesAt);
  if (closesFrom !== null && now < closesFrom) return wait(closesFrom, "OUTAGE");
  const lookAt = pendingWork === null ? null : heldUntil(closesAt, now);
  return lookAt === null ? { kind: "CLOSE" } : wait(lookAt, pendingWork);
}

function wait(lookAt: Date | null, holdReason: HoldReason | null = null): ClosingJudgement {
  return { kind: "WAIT", lookAt, holdReason };
}
