import { isJsonObject, numberAt } from "../../json.ts";
import { instantOf } from "../../lanes/instant.ts";
import { filesOf } from "../../media/acts/files-of.ts";
import { awaitVerdict } from "../../outbox/await-verdict.ts";
import { isSameAct } from "../../outbox/is-same-act.ts";
import type { Verdict } from "../../outbox/types.ts";
import type { PartContext } from "../../parts/part-context.ts";
import type { Statement } from "../../ports/sql.ts";
import { bytesIn, textIn } from "../../store/columns.ts";
import type { WorkoutConflict } from "../../wire/workout-types.ts";
import {
  type ActMoment,
  discardSession,
  draftFields,
  type Made,
  submitSession,
} from "../drafts/intents.ts";
import { type OpenDraft, workoutDrafts } from "../drafts/workout-drafts.ts";
import { loadPackage } from "../packages/package-rows.ts";
import type { ResolveOutcome } from "../outcome-types.ts";
import { waitingChoice } from "./waiting-choice.ts";

/**
 * Queues the operation of a choice about an own draft and waits for its verdict. A resubmit is the whole draft from the
 * workout that is offered now, under a revision above every one that the server knows.
 * A choice that waits already counts: the same one again waits with it, another one comes too late.
 */
export async function enqueueChoice(
  context: PartContext,
  { conflict, draft, choice, operationId }: OwnChoice,
): Promise<DecidedChoice> {
  const { core } = context;
  if (await isMade(context, { draft, choice, operationId }))
    return await decided(context, operationId);
  const earlier = await waitingChoice(context, draft.id);
  if (earlier !== null && earlier.choice !== choice) return { kind: "CHANGED" };
  if (earlier !== null) return await decided(context, earlier.operationId);
  const moved = await withOfferedPackage(context, conflict, draft);
  const known = Math.max(draft.revision, await latestRevision(context, conflict));
  const moment = { draft: moved, revision: known + 1, at: instantOf(core.ports.clock.now()) };
  const isStart = choice === "RESUBMIT" && (await isRefusedStart(context, conflict));
  const made =
    choice === "DISCARD"
      ? discardSession({ ...moment, draft }, { draftId: draft.id })
      : resubmitted(moment, isStart);
  const { body, intent } = made;
  const { revision } = moment;
  const refused = conflict.localReference.clientOperationId;
  const attachments = choice === "RESUBMIT" ? await filesOf(core.ports.sql, refused) : [];
  await context.enqueue(
    {
      clientOperationId: operationId,
      operationType: intent.kind,
      payload: intent.payload,
      ...(choice === "RESUBMIT" && { resubmitOf: refused }),
      ...(attachments.length > 0 && { attachments }),
    },
    async (scope) => [
      noOtherIsSent(scope.scopeId, conflict.conflictId),
      await workoutDrafts(core).update(scope, draft, {
        status: isStart ? "OPEN" : "ENDED",
        revision,
        body,
        ...(choice === "RESUBMIT" && { taskId: moved.origin.taskId, origin: moved.origin }),
      }),
    ],
  );
  return await decided(context, operationId);
}

/**
 * Whether an earlier call queued this choice under this id.
 *
 * @throws ActionFault ID_TAKEN if another act has this id.
 */
async function isMade(
  { core, scopeId }: PartContext,
  { draft, choice, operationId: id }: Pick<OwnChoice, "draft" | "choice" | "operationId">,
): Promise<boolean> {
  const operationType = TYPES_OF[choice];
  return await isSameAct(core, { id, scopeId, operationType, objectId: draft.id });
}

const TYPES_OF = {
  RESUBMIT: ["workout.start-session", "workout.submit-session"],
  DISCARD: ["workout.discard-session"],
} as const;

/** Type of the act that tells the server a choice. */
export const RESOLVE_ACT = "workout-resolution";

/** Holds while the server may not have received another choice about the conflict. */
function noOtherIsSent(scopeId: string, conflictId: string): Statement {
  return {
    sql: `update cache_scope set scope_id = scope_id where scope_id = ?1 and not exists (
        select 1 from online_act where scope_id = ?1 and act_type = '${RESOLVE_ACT}' and object_id = ?2
          and status = 'OPEN' and sent_at is not null)`,
    params: [scopeId, conflictId],
    changes: 1,
  };
}

async function decided(context: PartContext, operationId: string): Promise<DecidedChoice> {
  const { core, scopeId } = context;
  const verdict = await verdictWithin(context, awaitVerdict(core, scopeId, operationId));
  if (verdict === null) return { kind: "OFFLINE" };
  const isAccepted = verdict.status === "ACCEPTED" || verdict.status === "ALREADY_ACCEPTED";
  if (isAccepted) return { kind: "ACCEPTED", operationIds: [operationId] };
  return { kind: "REFUSED_AGAIN", code: verdict.code };
}

/** A choice about a draft of this device, which needs an operation. */
export interface OwnChoice {
  readonly conflict: WorkoutConflict;
  readonly draft: OpenDraft;
  readonly choice: "RESUBMIT" | "DISCARD";
  readonly operationId: string;
}

/** The operations that carried out the choice, or why it is not made yet. */
export type DecidedChoice =
  | { readonly kind: "ACCEPTED"; readonly operationIds: readonly string[] }
  | Exclude<ResolveOutcome, { readonly kind: "RESOLVED" }>;

/** The person waits for the verdict no longer than this; it arrives later all the same. */
const MOST_WAIT_MS = 20_000;

async function verdictWithin(
  { core }: PartContext,
  verdict: Promise<Verdict>,
): Promise<Verdict | null> {
  let cancel = (): void => undefined;
  const silence = new Promise<null>((resolve) => {
    cancel = core.ports.clock.after(MOST_WAIT_MS, () => {
      resolve(null);
    });
  });
  return await Promise.race([verdict, silence]).finally(() => {
    cancel();
  });
}

/** A refused start is made again; everything else is the whole session. */
function resubmitted(moment: ActMoment, isStart: boolean): Made {
  const { draft, revision } = moment;
  if (!isStart) return submitSession(moment, { confirmed: true });
  const { body, origin } = draft;
  const payload = { ...draftFields(draft.id, revision, origin), startedAt: body.startedAt };
  return { body, intent: { kind: "workout.start-session", payload } };
}

/** The draft on the workout that the server offers in place of the refused one. */
async function withOfferedPackage(
  { core, row }: PartContext,
  { serverReference: { taskId } }: WorkoutConflict,
  draft: OpenDraft,
): Promise<OpenDraft> {
  const pack = taskId === null ? null : await loadPackage(core, await row(), taskId);
  return pack === null ? draft : { ...draft, origin: pack, taskId: pack.taskId };
}

async function isRefusedStart(
  { core }: PartContext,
  { localReference }: WorkoutConflict,
): Promise<boolean> {
  const [row] = await core.ports.sql.read({
    sql: `select operation_type from sync_operation where client_operation_id = ?`,
    params: [localReference.clientOperationId],
  });
  return row !== undefined && textIn(row, "operation_type") === "workout.start-session";
}

/** The revision that the server named when it refused the draft; 0 if it named none. */
async function latestRevision(
  { core, row }: PartContext,
  { localReference }: WorkoutConflict,
): Promise<number> {
  const [receipt] = await core.ports.sql.read({
    sql: `select receipt_id, body from sync_receipt where client_operation_id = ?`,
    params: [localReference.clientOperationId],
  });
  if (receipt === undefined) return localReference.frozenRevision;
  const { queueKey } = await row();
  const label = `sync_receipt/${textIn(receipt, "receipt_id")}`;
  const opened = await core.rows.open(queueKey, label, bytesIn(receipt, "body"));
  const body = opened?.content;
  const named = isJsonObject(body) ? numberAt(body, "latestRevision") : null;
  return Math.max(localReference.frozenRevision, named ?? 0);
}
