import { sql } from "kysely";
import type { OnboardingTaskType } from "../../contract/onboarding/vocabulary.ts";
import type { Tx } from "../transact.ts";
import { historyParts, type OnboardingActing } from "./write-task-change.ts";

/** An onboarding as it begins. */
export interface NewOnboarding {
  readonly instanceId: string;
  readonly relationshipId: string;
  readonly definitionId: string;
  readonly invitationId: string;
  readonly clientUserId: string;
  readonly task: {
    readonly id: string;
    readonly taskKey: string;
    readonly taskType: OnboardingTaskType;
    readonly sortOrder: number;
    readonly formAssignmentId: string;
  };
  readonly actor: OnboardingActing;
  readonly now: Date;
}

/** Writes an onboarding with its task, ready; the client's profile says that it is in progress. */
export async function insertOnboarding(tx: Tx, onboarding: NewOnboarding): Promise<void> {
  const { instanceId, task, actor, now } = onboarding;
  const evidence = { formAssignmentId: task.formAssignmentId };
  const history = { instanceId, taskId: task.id, events: ["created"] as const, actor, now };
  await sql`
    with ${historyParts({ ...history, evidence })},
    begun as (
      insert into onboarding_instance (id, relationship_id, definition_id, invitation_id, status,
        program_assignment_blocked, nutrition_assignment_blocked, current_task_id, started_at,
        updated_at)
      values (${instanceId}, ${onboarding.relationshipId}, ${onboarding.definitionId},
              ${onboarding.invitationId}, 'IN_PROGRESS', false, false, ${task.id}, ${now}, ${now})),
    asked as (
      insert into onboarding_task (id, instance_id, task_key, task_type, status, sort_order,
        form_assignment_id, payload, revision, created_at, updated_at)
      values (${task.id}, ${instanceId}, ${task.taskKey}, ${task.taskType}, 'READY',
              ${task.sortOrder}, ${task.formAssignmentId}, '{}', 1, ${now}, ${now}))
    update client_profile set onboarding_status = 'IN_PROGRESS', updated_at = ${now}
     where user_id = ${onboarding.clientUserId}
  `.execute(tx.getKysely());
}
