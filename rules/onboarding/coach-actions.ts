import type { MembershipRole } from "../../contract/workspaces/vocabulary.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import { COACH_ACTIONS, type CoachAction } from "../../contract/onboarding/vocabulary.ts";
import { judgeOverride, type OverrideState } from "./judge-override.ts";

/** Whether a member of a workspace may do this to an onboarding in it, whatever its state. */
export function mayAct(role: MembershipRole, action: CoachAction): boolean {
  const permission =
    action === "FORCE_COMPLETE" ? "onboarding.force-complete" : "onboarding.manage";
  const permissions: readonly string[] = MEMBER_PERMISSIONS[role];
  return permissions.includes(permission);
}

/** What a member of the workspace may do about a task now. */
export function coachActions(role: MembershipRole, state: OverrideState): readonly CoachAction[] {
  if (judgeOverride(state) !== null) return [];
  return COACH_ACTIONS.filter((action) => mayAct(role, action));
}
