import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import { findInstanceId } from "../../db/onboarding/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type {
  ChangedRelationship,
  RelationshipHook,
  Wakes,
} from "../relationships/relationship-hook.ts";
import { followRelationship } from "./follow-relationship.ts";
import { startOnboarding } from "./start-onboarding.ts";

/** The onboarding of a relationship starts, pauses, resumes and ends with it. */
export const onboardingFollowsRelationship: RelationshipHook = {
  opened: startOnboarding,
  /** The client completed the baseline, or the coach waived it. */
  activated: (tx, changed) =>
    follow(tx, changed, changed.actor.kind === "COACH" ? "CANCEL" : "COMPLETE"),
  paused: (tx, changed) => follow(tx, changed),
  resumed: (tx, changed) => follow(tx, changed),
  ended: (tx, changed) => follow(tx, changed),
  /** Reminders follow the relationship's time zone, so the onboarding's actor must wake. */
  async zoneChanged(tx, { relationship }) {
    const instanceId = await findInstanceId(tx, relationship.id);
    return instanceId === null ? null : wakesOf(instanceId);
  },
};

async function follow(
  tx: Tx,
  { relationship, ...onWhoseWord }: ChangedRelationship,
  baseline: "COMPLETE" | "CANCEL" = "COMPLETE",
): Promise<Wakes | null> {
  const { id: relationshipId, clientUserId, status: to } = relationship;
  const whose = { relationshipId, clientUserId, to, zone: relationship };
  const following = { ...whose, ...onWhoseWord, baseline };
  const onboarding = await followRelationship(tx, following);
  return onboarding === null ? null : wakesOf(onboarding.instanceId);
}

function wakesOf(instanceId: string): Wakes {
  return (event) => onboardingActor.wokenBy(event, { instanceId });
}
