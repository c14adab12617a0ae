import type { OnboardingBoardRow } from "../../contract/onboarding/board-schema.ts";
import type { MembershipRole } from "../../contract/workspaces/vocabulary.ts";
import type { BoardRow } from "../../db/onboarding/board/queries.ts";
import { coachActions } from "../../rules/onboarding/coach-actions.ts";

/** An onboarding of a workspace for one of its members, with their present actions. */
export function presentBoardRow(found: BoardRow, role: MembershipRole): OnboardingBoardRow {
  const { movedAt: _, questionnaire, baseline, ...row } = found;
  const { relationshipStatus } = row;
  const { formStatus, ...task } = questionnaire;
  const state = { relationshipStatus, taskStatus: task.status, formStatus };
  const actions = [...coachActions(role, "QUESTIONNAIRE", state)];
  return {
    ...row,
    questionnaire: { ...task, actions },
    baseline: baseline && presentBaseline(baseline, { relationshipStatus, role }),
  };
}

function presentBaseline(
  baseline: NonNullable<BoardRow["baseline"]>,
  { relationshipStatus, role }: Pick<BoardRow, "relationshipStatus"> & { role: MembershipRole },
) {
  const state = { relationshipStatus, taskStatus: baseline.status, formStatus: null };
  return { ...baseline, actions: [...coachActions(role, "BASELINE", state)] };
}
