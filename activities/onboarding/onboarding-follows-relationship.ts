import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import { findInstanceId } from "../../db/onboarding/queries.ts";
import type { Tx } from "../../db/transact.ts";
import type {
  ChangedRelationship,
  RelationshipHook,
  Wakes,
} from "../relationships/relationship-hook.ts";
import { followRelationship } from "./follow-relationship.ts";
import { startOnboarding } from "./start-onboarding.ts";

/** The onboarding of a relationship begins, pauses, goes on and ends with it. */
export const onboardingFollowsRelationship: RelationshipHook = {
  opened: startOnboarding,
  activated: follow,
  paused: follow,
  resumed: follow,
  ended: follow,
  /** Reminders are counted in the relationship's zone: the onboarding's actor looks at it again. */
  async zoneChanged(tx, { relationship }) {
    const instanceId = await findInstanceId(tx, relationship.id);
    return instanceId === null ? null : wakesOf(instanceId);
  },
};

async function follow(
  tx: Tx,
  { relationship, ...onWhoseWord }: ChangedRelationship,
): Promise<Wakes | null> {
  const { id: relationshipId, status: to } = relationship;
  const following = { relationshipId, to, zone: relationship, ...onWhoseWord };
  const onboarding = await followRelationship(tx, following);
  return onboarding === null ? null : wakesOf(onboarding.instanceId);
}

function wakesOf(instanceId: string): Wakes {
  return (event) => onboardingActor.wokenBy(event, { instanceId });
}
