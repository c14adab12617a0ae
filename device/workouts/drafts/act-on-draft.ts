import type { DraftStatus } from "../../../contract/workouts/draft-status.ts";
import { SESSION_LIMITS } from "../../../contract/workouts/session-vocabulary.ts";
import { inOrder } from "../../in-order.ts";
import { instantOf } from "../../lanes/instant.ts";
import { filesOf } from "../../media/acts/files-of.ts";
import { ActionFault } from "../../outbox/action-fault.ts";
import type { PartContext } from "../../parts/part-context.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { ActOutcome } from "../act-outcome.ts";
import type { ActRefusal } from "../outcome-types.ts";
import type { DraftChange, FormChecks, InDraft } from "../types.ts";
import { type DraftState, draftState, predictionFacts } from "./draft-state.ts";
import { newestRefusal } from "./draft-operations.ts";
import type { ActMoment, Made } from "./intents.ts";
import { isRepeated } from "./is-repeated.ts";
import { predictAct } from "./predict-act.ts";
import { showDraft } from "./show-draft.ts";
import { openDraft, type OpenDraft, type WorkoutBody, workoutDrafts } from "./workout-drafts.ts";

/** Carries out acts on the drafts of a scope, one after another, so that each starts from the former's revision. */
export function actsOnDrafts(context: PartContext): ActsOnDrafts {
  const oneAct = inOrder();
  return {
    act: async (entry, rule) => await oneAct(async () => await act(context, entry, rule)),
    change: async (entry, statuses, change, isOlder = changedSince(entry)) =>
      await oneAct(async () => await changeBody(context, entry, { statuses, change, isOlder })),
  };
}

/** Acts on drafts. */
export interface ActsOnDrafts {
  /** An act with an operation: both are stored in one transaction. */
  readonly act: (entry: DraftChange & FormChecks, rule: ActRule) => Promise<ActOutcome>;
  /** A change that stays on this device. */
  readonly change: (
    entry: DraftChange,
    statuses: readonly DraftStatus[],
    change: (moment: ActMoment) => WorkoutBody,
    isOlder?: IsOlder,
  ) => Promise<ActOutcome>;
}

/** Whether the page showed an older state of the draft than this one. */
export type IsOlder = (draft: OpenDraft) => boolean;

function changedSince({ seenRevision }: DraftChange): IsOlder {
  return ({ revision }) => seenRevision !== undefined && seenRevision < revision;
}

/** Conditions and effect of an act. */
export interface ActRule {
  /** Statuses of the draft in which it is possible. */
  readonly statuses: readonly DraftStatus[];
  /** Whether the person ends the draft by it. */
  readonly ends: boolean;
  readonly make: (moment: ActMoment) => Made;
}

async function act(
  context: PartContext,
  entry: DraftChange & FormChecks,
  { statuses, ends, make }: ActRule,
): Promise<ActOutcome> {
  const { core } = context;
  const found = await findState(context, entry);
  if (found === null) return refused("DRAFT_UNKNOWN");
  const { scope, state } = found;
  const { draft } = state;
  const operationId = entry.callId ?? core.ports.random.uuid();
  const revision = draft.revision + 1;
  const { body, intent } = make({ draft, revision, at: instantOf(core.ports.clock.now()) });
  if (entry.callId !== undefined) {
    const known = await isRepeated(context, { id: entry.callId, draftId: draft.id, intent });
    if (known !== "NEW")
      return known === "SAME" ? done(operationId, draft.revision) : refused(known);
  }
  const refusal = refusalOf(state.status, statuses);
  if (refusal !== null) return refused(refusal);
  if (changedSince(entry)(draft)) return await stale(context, entry);
  const status = ends ? "ENDED" : "OPEN";
  const resubmitOf = ends ? replacedBy(state, intent.kind) : null;
  // A resubmission keeps the files of the refused operation.
  const kept = resubmitOf === null ? [] : await filesOf(core.ports.sql, resubmitOf);
  const attachments = entry.attachments ?? kept;
  const prediction =
    attachments.length > SESSION_LIMITS.formChecks
      ? TOO_MANY_CHECKS
      : predictAct(intent, await predictionFacts(core, scope, state));
  try {
    await context.enqueue(
      {
        clientOperationId: operationId,
        operationType: intent.kind,
        payload: intent.payload,
        ...(resubmitOf !== null && { resubmitOf }),
        ...(attachments.length > 0 && { attachments }),
      },
      async (open) => [await workoutDrafts(core).update(open, draft, { status, revision, body })],
    );
  } catch (fault) {
    if (fault instanceof ActionFault) return refused(refusalOfFault(fault));
    throw fault;
  }
  return { kind: "DONE", operationId, revision, prediction };
}

const TOO_MANY_CHECKS = {
  kind: "REFUSED",
  code: "ATTACHMENT_NOT_ALLOWED",
  pointer: null,
} as const;

async function changeBody(
  context: PartContext,
  entry: DraftChange,
  { statuses, change, isOlder }: ChangeRule,
): Promise<ActOutcome> {
  const { core, scopeId } = context;
  const found = await findState(context, entry);
  if (found === null) return refused("DRAFT_UNKNOWN");
  const { draft, status } = found.state;
  const refusal = refusalOf(status, statuses);
  if (refusal !== null) return refused(refusal);
  const at = instantOf(core.ports.clock.now());
  const body = change({ draft, revision: draft.revision + 1, at });
  // A repeated change finds its work done.
  if (body === draft.body) return done(null, draft.revision);
  if (isOlder(draft)) return await stale(context, entry);
  const revision = body.content === draft.body.content ? draft.revision : draft.revision + 1;
  const next = { status: draft.status, revision, body };
  await core.ports.sql.write([await workoutDrafts(core).update(found.scope, draft, next)]);
  core.changes.emit(scopeId);
  return done(null, revision);
}

interface ChangeRule {
  readonly statuses: readonly DraftStatus[];
  readonly change: (moment: ActMoment) => WorkoutBody;
  readonly isOlder: IsOlder;
}

async function stale(context: PartContext, entry: InDraft): Promise<ActOutcome> {
  const draft = await showDraft(context, entry);
  return draft === null ? refused("DRAFT_UNKNOWN") : { kind: "STALE", draft };
}

async function findState(
  { core, row }: PartContext,
  { draftId }: InDraft,
): Promise<{ readonly scope: ScopeRow; readonly state: DraftState } | null> {
  const scope = await row();
  const draft = openDraft(await workoutDrafts(core).find(scope, draftId));
  return draft === null ? null : { scope, state: await draftState(core, scope, draft) };
}

/** The refused submit that this one replaces: at most one of them is accepted. */
function replacedBy({ operations }: DraftState, kind: string): string | null {
  const refusal = newestRefusal(operations.filter(({ operationType }) => operationType === kind));
  return refusal?.status === "REJECTED" ? refusal.id : null;
}

const REFUSAL_OF: Readonly<Record<DraftStatus, ActRefusal>> = {
  LOCAL_IN_PROGRESS: "DRAFT_NOT_SUBMITTED",
  QUEUED_FOR_SYNC: "DRAFT_SUBMITTED",
  SYNCING: "DRAFT_SUBMITTED",
  ACCEPTED: "DRAFT_SUBMITTED",
  CONFLICTED: "DRAFT_CONFLICTED",
  DISCARDED: "DRAFT_DISCARDED",
};

function refusalOf(status: DraftStatus, statuses: readonly DraftStatus[]): ActRefusal | null {
  return statuses.includes(status) ? null : REFUSAL_OF[status];
}

const NAMED_FAULTS = ["TOO_MANY_SETS", "TOO_LARGE", "TOO_MANY_FILES", "FILE_UNKNOWN"] as const;

function refusalOfFault({ code }: ActionFault): ActRefusal {
  const known = NAMED_FAULTS.find((one) => one === code);
  return known ?? "NOT_JSON";
}

function refused(code: ActRefusal): ActOutcome {
  return { kind: "REFUSED", code };
}

function done(operationId: string | null, revision: number): ActOutcome {
  return { kind: "DONE", operationId, revision, prediction: { kind: "UNSURE" } };
}
