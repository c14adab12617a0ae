import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  OnboardingTaskStatus,
  OnboardingTaskType,
  ReminderCadence,
} from "../../contract/onboarding/vocabulary.ts";
import { FormAssignment } from "../forms/form-assignment.ts";
import { OnboardingInstance } from "./onboarding-instance.ts";

const OnboardingTaskSchema = defineEntity({
  name: "OnboardingTask",
  properties: {
    id: p.uuid().primary(),
    instanceId: () => p.manyToOne(OnboardingInstance).mapToPk(),
    taskKey: p.text(),
    taskType: p.text().$type<OnboardingTaskType>(),
    status: p.text().$type<OnboardingTaskStatus>(),
    sortOrder: p.integer(),
    formAssignmentId: () =>
      p.manyToOne(FormAssignment).mapToPk().deleteRule("no action").strictNullable(),
    submissionId: p.uuid().strictNullable(),
    dueAt: p.datetime().strictNullable(),
    openedAt: p.datetime().strictNullable(),
    skippedAt: p.datetime().strictNullable(),
    completedAt: p.datetime().strictNullable(),
    cancelledAt: p.datetime().strictNullable(),
    expiredAt: p.datetime().strictNullable(),
    reminderCadence: p.text().$type<ReminderCadence>().strictNullable(),
    remindersFrom: p.date().strictNullable(),
    nextReminderAt: p.datetime().strictNullable(),
    payload: p.json<Readonly<Record<string, string | number | null>>>(),
    revision: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    begunAt: p.datetime().strictNullable(),
    retentionExpiresAt: p.datetime().strictNullable(),
  },
  uniques: [
    {
      name: "onboarding_task_instance_id_task_key_unique",
      properties: ["instanceId", "taskKey"],
    },
  ],
  indexes: [
    {
      name: "onboarding_task_skip_reason_idx",
      properties: "skippedAt",
      where: "payload <> '{}'::jsonb",
    },
  ],
});

/**
 * One step of an onboarding.
 * - `remindersFrom`: the first local day on which a reminder may still fall; `nextReminderAt`: the instant of the next
 *   one.
 * - `begunAt`: when the step became current after another task. It is null before that, and always for the first step.
 */
export class OnboardingTask extends OnboardingTaskSchema.class {}
OnboardingTaskSchema.setClass(OnboardingTask);
