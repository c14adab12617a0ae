import type { CoachTaskDetail } from "../../wire/inbox-types.ts";
import type { RefusedAct, RowChange } from "../types.ts";
import { type ActConflict, conflictIn, type PendingAct, refusalIn } from "./pending-acts.ts";

/**
 * A refused act as an app shows it: what it was, who acted first, and what the receipt allows.
 *
 * @param detail the row as it was read after the refusal; null if it was not.
 */
export function refusedAct(
  act: PendingAct & { readonly status: RefusedAct["status"] },
  { detail, coachUserId, names }: RefusalContext,
): RefusedAct {
  const conflict = conflictIn(act.result);
  return {
    clientOperationId: act.clientOperationId,
    operationType: act.operationType,
    recordedAt: act.recordedAt,
    status: act.status,
    code: act.code,
    ...refusalIn(act.result),
    changed: conflict === null ? null : changeOf(conflict, detail, { coachUserId, names }),
    payload: act.payload,
  };
}

/** Whether an act was refused and needs the coach. */
export function isRefused(
  act: PendingAct,
): act is PendingAct & { readonly status: RefusedAct["status"] } {
  return act.status !== null;
}

/** Facts that explain a refusal in addition to its receipt. */
export interface RefusalContext {
  readonly detail: CoachTaskDetail | null;
  /** Null until the coach's account was read. */
  readonly coachUserId: string | null;
  /** Names of coaches on this device, by user id. */
  readonly names: ReadonlyMap<string, string>;
}

/** The receipt says when it changed; the step of the history at that time says how, and by whom. */
function changeOf(
  { by, at }: ActConflict,
  detail: CoachTaskDetail | null,
  { coachUserId, names }: Omit<RefusalContext, "detail">,
): RowChange {
  const since = (detail?.timeline ?? []).filter((step) => Date.parse(step.at) >= Date.parse(at));
  const first = since.reduce<(typeof since)[number] | null>(
    (known, step) => (known === null || step.at < known.at ? step : known),
    null,
  );
  const userId = first?.actor.userId ?? null;
  return {
    by,
    at,
    type: first?.type ?? null,
    resolutionType: first?.resolutionType ?? null,
    userId,
    isOwn: userId !== null && userId === coachUserId,
    displayName: userId === null ? null : (names.get(userId) ?? null),
  };
}
