import type { z } from "zod";
import type {
  CoachOnboarding,
  supportOnboardingSchema,
} from "../../contract/onboarding/coach-schema.ts";
import type { MembershipRole } from "../../contract/workspaces/vocabulary.ts";
import type { SeenOnboarding } from "../../db/onboarding/coach/seen-onboarding.ts";
import { coachActions } from "../../rules/onboarding/coach-actions.ts";

/** An onboarding for its coaches and support. */
export function presentSeenOnboarding(
  row: SeenOnboarding,
): z.output<typeof supportOnboardingSchema> {
  const { workspaceId, relationshipId, relationshipStatus, clientUserId, purgedAt, purged } = row;
  return {
    workspaceId,
    relationshipId,
    relationshipStatus,
    clientUserId,
    workflow: presentWorkflow(row),
    questionnaire: presentSeenTask(row.task),
    baseline: presentBaseline(row),
    blocks: presentBlocks(row),
    history: row.history.map(({ id, ...event }) => ({ eventId: id, ...event })),
    overrides: row.overrides.map(presentOverride),
    retentionReport: purgedAt === null || purged === null ? null : { purgedAt, counts: purged },
  };
}

/** The same for a coach of the workspace, with their present actions. */
export function presentCoachOnboarding(row: SeenOnboarding, role: MembershipRole): CoachOnboarding {
  const { relationshipStatus, task, baseline } = row;
  const { status: taskStatus, formStatus } = task;
  const state = { relationshipStatus, taskStatus, formStatus };
  return {
    ...presentSeenOnboarding(row),
    actions: [...coachActions(role, "QUESTIONNAIRE", state)],
    baselineActions:
      baseline === null
        ? []
        : [
            ...coachActions(role, "BASELINE", {
              relationshipStatus,
              taskStatus: baseline.status,
              formStatus: null,
            }),
          ],
  };
}

function presentWorkflow(row: SeenOnboarding) {
  const { instanceId, definitionKey, definitionVersion, status, resumesAs } = row;
  const { startedAt, finishedAt, retentionExpiresAt } = row;
  const definition = { definitionKey, definitionVersion };
  return {
    instanceId,
    ...definition,
    status,
    resumesAs,
    startedAt,
    finishedAt,
    retentionExpiresAt,
  };
}

/** A task with its form. */
export function presentSeenTask({ id, ...task }: SeenOnboarding["task"]) {
  return { taskId: id, ...task };
}

/** The baseline task, which has no form; null in an onboarding without one. */
export function presentBaseline({ baseline }: SeenOnboarding) {
  if (baseline === null) return null;
  return presentSeenTask({ ...baseline, formVersionId: null, formStatus: null, submittedAt: null });
}

/** The blocked kinds of assignments. */
export function presentBlocks(
  row: Pick<SeenOnboarding, "programAssignmentBlocked" | "nutritionAssignmentBlocked">,
) {
  return { programs: row.programAssignmentBlocked, nutrition: row.nutritionAssignmentBlocked };
}

/** A stored override. */
export function presentOverride({ id, ...override }: SeenOnboarding["overrides"][number]) {
  return { overrideId: id, ...override };
}
