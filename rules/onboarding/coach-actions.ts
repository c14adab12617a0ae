import type { MembershipRole } from "../../contract/workspaces/vocabulary.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import {
  BASELINE_ACTIONS,
  COACH_ACTIONS,
  type CoachAction,
  type OnboardingTaskType,
} from "../../contract/onboarding/vocabulary.ts";
import { judgeOverride, type OverrideState } from "./judge-override.ts";

/** The actions that a member of the workspace may take on a task now. */
export function coachActions(
  role: MembershipRole,
  taskType: OnboardingTaskType,
  state: OverrideState,
): readonly CoachAction[] {
  if (judgeOverride(state) !== null) return [];
  return COACH_ACTIONS.filter((action) => isActionOf(taskType, action) && mayAct(role, action));
}

/** Whether a member of a workspace may act like this on its onboardings, in any state. */
export function mayAct(role: MembershipRole, action: CoachAction): boolean {
  const permission =
    action === "FORCE_COMPLETE" ? "onboarding.force-complete" : "onboarding.manage";
  const permissions: readonly string[] = MEMBER_PERMISSIONS[role];
  return permissions.includes(permission);
}

/** Whether tasks of a type support this action at all, for anybody and in any state. */
export function isActionOf(taskType: OnboardingTaskType, action: CoachAction): boolean {
  return taskType === "QUESTIONNAIRE" || BASELINE_ACTIONS.some((known) => known === action);
}
