import type { RelationshipAct } from "../../contract/relationships/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type ConflictReason, stateConflict } from "../../contract/state-conflict.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { findOpenRelationshipId } from "../../db/relationships/queries.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { judgeRelationshipAct } from "../../rules/relationships/judge-relationship-act.ts";
import { saveRelationshipState } from "./save-relationship-state.ts";
import { bringUp, type RelationshipHooks } from "./relationship-hook.ts";

/**
 * Pauses, resumes or ends a relationship, or waives its baseline. The scope's lock orders it before or after a whole
 * batch of any device (docs/rooms/relationships.md#lifecycle). Hooks are notified.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (ended), STATE_CONFLICT (paused already, not paused, not waiting
 * for a baseline).
 */
export async function moveRelationship(
  tx: Tx,
  move: CoachsMove,
  hooks: RelationshipHooks,
): Promise<Relationship> {
  const { relationshipId, workspaceId, byUserId } = move;
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const relationship = await tx.findOne(Relationship, { id: relationshipId, workspaceId });
  if (relationship === null) throw new Refusal("NOT_FOUND");
  const actor = { userId: byUserId, kind: "COACH" as const };
  await carryOut(tx, relationship, { ...move, actor, hooks });
  return relationship;
}

/** A coach pauses, resumes or ends a relationship of a workspace, or waives its baseline. */
export interface CoachsMove {
  readonly act: RelationshipAct;
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly byUserId: string;
  readonly reason: string | null;
  readonly requestId: string | null;
}

/** The reason of each act's conflict; ending never conflicts. */
const CONFLICTS: Readonly<Record<RelationshipAct, ConflictReason>> = {
  PAUSE: "ALREADY_PAUSED",
  RESUME: "NOT_PAUSED",
  END: "ALREADY_CLOSED",
  WAIVE_BASELINE: "NOT_ONBOARDING",
};

/** A client ends the relationship. */
export interface ClientsEnd {
  readonly clientUserId: string;
  readonly reason: string | null;
  readonly requestId: string | null;
}

/**
 * Ends the one open relationship of a client, paused or not.
 *
 * @throws Refusal NOT_FOUND if there is none, as for every other act on an ended relationship.
 */
export async function endOwnRelationship(
  tx: Tx,
  end: ClientsEnd,
  hooks: RelationshipHooks,
): Promise<Relationship> {
  const { clientUserId } = end;
  const id = await findOpenRelationshipId(tx, clientUserId);
  if (id === null || !(await lockScope(tx, id))) throw new Refusal("NOT_FOUND");
  const relationship = await tx.findOneOrFail(Relationship, { id });
  if (relationship.status === "ENDED") throw new Refusal("NOT_FOUND");
  const actor = { userId: clientUserId, kind: "CLIENT" as const };
  await carryOut(tx, relationship, { ...end, act: "END", actor, hooks });
  return relationship;
}

async function carryOut(
  tx: Tx,
  relationship: Relationship,
  move: Pick<CoachsMove, "act" | "reason" | "requestId"> & {
    readonly actor: { readonly userId: string; readonly kind: "CLIENT" | "COACH" };
    readonly hooks: RelationshipHooks;
  },
): Promise<void> {
  const { act, ...onWhoseWord } = move;
  const to = judgeRelationshipAct(relationship, act);
  if (to === "STATE_CONFLICT") throw stateConflict(CONFLICTS[act]);
  if (typeof to === "string") throw new Refusal(to);
  const now = await clockNow(tx);
  await bringUp(tx, move.hooks, { relationship, now, requestId: move.requestId });
  await saveRelationshipState(tx, { relationship, to }, { ...onWhoseWord, now });
}
