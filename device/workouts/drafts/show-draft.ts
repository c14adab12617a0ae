import { findOperation } from "../../outbox/list-operations.ts";
import type { PartContext } from "../../parts/part-context.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { InDraft } from "../types.ts";
import type { DraftRefusal, WorkoutDraft } from "../view-types.ts";
import { type DraftOperation, newestRefusal } from "./draft-operations.ts";
import { draftState, predictionFacts } from "./draft-state.ts";
import { presentDraft } from "./present-draft.ts";
import { openDraft, workoutDrafts } from "./workout-drafts.ts";

/** A draft as a screen shows it; null if this device has none under that id, or its key is gone. */
export async function showDraft(
  context: PartContext,
  { draftId }: InDraft,
): Promise<WorkoutDraft | null> {
  const { core, row } = context;
  const scope = await row();
  const draft = openDraft(await workoutDrafts(core).find(scope, draftId));
  if (draft === null) return null;
  const state = await draftState(core, scope, draft);
  const refused = newestRefusal(state.operations);
  const [facts, refusal] = await Promise.all([
    predictionFacts(core, scope, state),
    refused === null ? null : presentRefusal(context, scope, refused),
  ]);
  return presentDraft(state, { facts, refusal });
}

async function presentRefusal(
  { core }: PartContext,
  scope: ScopeRow,
  { id, operationType, code }: DraftOperation,
): Promise<DraftRefusal> {
  const operation = await findOperation(core, scope, id);
  const message = operation?.verdict?.message ?? null;
  return { operationId: id, operationType, code, message };
}
