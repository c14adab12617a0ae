import { isJsonObject, textAt } from "../../json.ts";
import type { PartContext } from "../../parts/part-context.ts";
import type { WorkoutConflict } from "../../wire/workout-types.ts";
import { openDraft, workoutDrafts } from "../drafts/workout-drafts.ts";
import type { ResolveOutcome } from "../outcome-types.ts";
import type { ResolveWorkout } from "../types.ts";
import { loadConflicts } from "./conflict-rows.ts";
import { type DecidedChoice, enqueueChoice, RESOLVE_ACT } from "./enqueue-choice.ts";
import { noChoiceWaits, waitingChoice } from "./waiting-choice.ts";

/**
 * Makes a choice about a conflict. The conflict and the packages are read first. RESUBMIT and DISCARD of an own draft
 * are operations of its queue; once they are accepted, the choice is sent to the server. The act's key is stored before
 * the first try, so that a lost answer repeats nothing.
 */
export async function resolveConflict(
  context: PartContext,
  { conflictId, choice, callId }: ResolveWorkout,
): Promise<ResolveOutcome> {
  const actId = callId ?? context.core.ports.random.uuid();
  const earlier = await settleEarlier(context, { conflictId, choice });
  if (earlier !== null) return earlier;
  const read = await context.refresh();
  if (read !== "READ") return await withoutReading(context, actId, read);
  const scope = await context.row();
  const conflict = (await loadConflicts(context.core, scope)).find(
    (one) => one.conflictId === conflictId,
  );
  if (conflict?.options.includes(choice) !== true)
    return (await isDone(context, actId)) ? { kind: "RESOLVED" } : { kind: "CHANGED" };
  const { clientSessionId } = conflict.localReference;
  const draft = openDraft(await workoutDrafts(context.core).find(scope, clientSessionId));
  if (draft === null && choice === "RESUBMIT") return { kind: "CHANGED" };
  // An operation that carries out another choice is on its way.
  if (choice === "REFRESH" && (await waitingChoice(context, clientSessionId)) !== null)
    return { kind: "CHANGED" };
  const decided: DecidedChoice =
    draft === null || choice === "REFRESH"
      ? { kind: "ACCEPTED", operationIds: [] }
      : await enqueueChoice(context, { conflict, draft, choice, operationId: actId });
  if (decided.kind !== "ACCEPTED") return decided;
  return await tellServer(context, { conflict, choice, actId, ids: decided.operationIds });
}

/**
 * An earlier choice that the server may have received is settled before another one is made.
 *
 * @returns null if there is none, or if the server refused it.
 */
async function settleEarlier(
  { scopeId, acts }: PartContext,
  { conflictId, choice }: Pick<ResolveWorkout, "conflictId" | "choice">,
): Promise<ResolveOutcome | null> {
  const online = await acts();
  const stored = await online.list({ scopeId, actType: RESOLVE_ACT, objectId: conflictId });
  const open = stored.find(({ outcome, isSent }) => outcome.kind === "OPEN" && isSent);
  if (open === undefined) return null;
  const made = (await online.bodyOf(open.actId))?.["resolution"];
  const outcome = await online.retry(open.actId);
  if (outcome?.kind === "DONE")
    return { kind: resolutionIn(outcome.data, made) === choice ? "RESOLVED" : "CHANGED" };
  if (outcome?.kind !== "OPEN") return null;
  const waits = outcome.waitsFor === "SIGN_IN" ? "SIGN_IN" : "OFFLINE";
  return made === choice ? { kind: waits } : { kind: "NOT_READ", read: waits };
}

/** A choice is stored only after the conflict was read again; an earlier call may have stored this one. */
async function withoutReading(
  context: PartContext,
  actId: string,
  read: Exclude<Awaited<ReturnType<PartContext["refresh"]>>, "READ">,
): Promise<ResolveOutcome> {
  if (await isDone(context, actId)) return { kind: "RESOLVED" };
  const waits = read === "SIGN_IN" ? "SIGN_IN" : "OFFLINE";
  return (await isStored(context, actId)) ? { kind: waits } : { kind: "NOT_READ", read: waits };
}

async function isStored({ core, acts }: PartContext, actId: string): Promise<boolean> {
  if ((await (await acts()).find(actId)) !== null) return true;
  const waiting = await core.ports.sql.read({
    sql: `select 1 from sync_operation where client_operation_id = ? and status in ('QUEUED', 'SYNCING')`,
    params: [actId],
  });
  return waiting.length > 0;
}

/** A repeated choice that was carried out: the server has it, or its operation was accepted after all. */
async function isDone({ core, acts }: PartContext, actId: string): Promise<boolean> {
  if ((await (await acts()).find(actId))?.kind === "DONE") return true;
  const accepted = await core.ports.sql.read({
    sql: `select 1 from sync_operation where client_operation_id = ? and status = 'ACCEPTED'`,
    params: [actId],
  });
  return accepted.length > 0;
}

async function tellServer(
  context: PartContext,
  { conflict, choice, actId, ids }: ToldChoice,
): Promise<ResolveOutcome> {
  const { clientSessionId, frozenRevision } = conflict.localReference;
  const online = await context.acts();
  const outcome = await online.perform({
    actId,
    scopeId: context.scopeId,
    actType: RESOLVE_ACT,
    objectId: conflict.conflictId,
    method: "POST",
    path: `/api/v1/client/workout-sessions/conflicts/${conflict.conflictId}/resolve`,
    body: {
      resolution: choice,
      draft: { clientSessionId, frozenRevision },
      operationIds: ids,
    },
    namesDevice: true,
    also: choice === "REFRESH" ? [noChoiceWaits(context.scopeId, clientSessionId)] : [],
  });
  switch (outcome.kind) {
    case "DONE":
      // The server says which choice counts.
      return { kind: resolutionIn(outcome.data, choice) === choice ? "RESOLVED" : "CHANGED" };
    case "REFUSED":
      return { kind: "CHANGED" };
    case "OPEN":
      return { kind: outcome.waitsFor === "SIGN_IN" ? "SIGN_IN" : "OFFLINE" };
  }
}

function resolutionIn(data: unknown, asked: unknown): unknown {
  const conflict = isJsonObject(data) ? data["conflict"] : null;
  return (isJsonObject(conflict) ? textAt(conflict, "resolution") : null) ?? asked;
}

interface ToldChoice {
  readonly conflict: WorkoutConflict;
  readonly choice: ResolveWorkout["choice"];
  readonly actId: string;
  /** The operations that carried it out. */
  readonly ids: readonly string[];
}
