import type { Hooks } from "../activities/hooks.ts";
import { defaultFormFollowsWorkspace } from "../activities/forms/default-form-follows-workspace.ts";
import { pushTokensFollowSession } from "../activities/notifications/push-tokens-follow-session.ts";
import { onboardingFollowsRelationship } from "../activities/onboarding/onboarding-follows-relationship.ts";
import { assignmentsFollowRelationship } from "../activities/plans/assignments-follow-relationship.ts";
import { relationshipsFollowMember } from "../activities/relationships/relationships-follow-member.ts";
import { devicesFollowSession } from "../activities/sync/devices/devices-follow-session.ts";
import { phonesFollowRelationship } from "../activities/sync/purge/phones-follow-relationship.ts";
import { scopeFollowsRelationship } from "../activities/sync/scope-follows-relationship.ts";
import { phonesFollowWorkspace } from "../activities/sync/purge/phones-follow-workspace.ts";

/**
 * Every room that follows another within its transaction, in the order in which they are told; the other
 * room names none.
 */
export const hooks: Hooks = {
  sessions: [devicesFollowSession, pushTokensFollowSession],
  workspaces: [defaultFormFollowsWorkspace, relationshipsFollowMember, phonesFollowWorkspace],
  relationships: [
    scopeFollowsRelationship,
    assignmentsFollowRelationship,
    onboardingFollowsRelationship,
    phonesFollowRelationship,
  ],
};
