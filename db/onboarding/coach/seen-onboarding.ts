import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import { QUESTIONNAIRE_TASK_KEY } from "../../../contract/onboarding/vocabulary.ts";
import { instantText, jsonList, jsonObject } from "../../platform/statements/sql-parts.ts";
import { tables, type Tables } from "../../tables.ts";
import { taskParts } from "../onboarding-view.ts";

/** An onboarding as coaches and support see it, without answers. */
export type SeenOnboarding = Awaited<
  ReturnType<ReturnType<typeof seenOnboardings>["executeTakeFirstOrThrow"]>
>;

const NEWEST = 100;

/**
 * Onboardings as coaches and support see them, `i` of relationship `r`. The profile's status is the client's, who may
 * have another relationship since.
 */
export function seenOnboardings(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("onboardingInstance as i")
    .innerJoin("workflowDefinition as d", "d.id", "i.definitionId")
    .innerJoin("relationship as r", "r.id", "i.relationshipId")
    .innerJoin("onboardingTask as t", (join) =>
      join.onRef("t.instanceId", "=", "i.id").on("t.taskKey", "=", QUESTIONNAIRE_TASK_KEY),
    )
    .innerJoin("clientProfile as c", "c.userId", "r.clientUserId")
    .leftJoin("formAssignment as f", "f.id", "t.formAssignmentId")
    .leftJoin("onboardingRetentionReport as p", "p.instanceId", "i.id")
    .select((onboarding) => [
      "i.id as instanceId",
      "r.workspaceId",
      "r.id as relationshipId",
      "r.status as relationshipStatus",
      "r.clientUserId",
      "c.onboardingStatus",
      "d.key as definitionKey",
      "d.version as definitionVersion",
      "i.status",
      "i.resumesAs",
      "i.programAssignmentBlocked",
      "i.nutritionAssignmentBlocked",
      instantText(onboarding.ref("i.startedAt")).as("startedAt"),
      instantText(onboarding.ref("i.finishedAt")).as("finishedAt"),
      instantText(onboarding.ref("i.retentionExpiresAt")).as("retentionExpiresAt"),
      instantText(onboarding.ref("i.purgedAt")).as("purgedAt"),
      "p.counts as purged",
      jsonObject({
        ...taskParts,
        formSubmissionId: onboarding.ref("t.submissionId"),
        formVersionId: onboarding.ref("f.formVersionId"),
        formStatus: onboarding.ref("f.status"),
        submittedAt: instantText(onboarding.ref("f.submittedAt")),
      }).as("task"),
      baseline.as("baseline"),
      jsonList(newestEvents).as("history"),
      jsonList(newestOverrides).as("overrides"),
    ]);
}

const instance = expressionBuilder<Tables & { i: Tables["onboardingInstance"] }, "i">();

/** The baseline task; null for an onboarding of version 1, which has none. */
const baseline = instance
  .selectFrom("onboardingTask as t")
  .select((task) =>
    jsonObject({ ...taskParts, formSubmissionId: task.ref("t.submissionId") }).as("task"),
  )
  .whereRef("t.instanceId", "=", "i.id")
  .where("t.taskType", "=", "BASELINE");

/** Events of its tasks, newest first. */
const newestEvents = instance
  .selectFrom("onboardingTaskEvent as e")
  .select((event) =>
    jsonObject({
      id: event.ref("e.id"),
      taskId: event.ref("e.taskId"),
      type: event.ref("e.type"),
      actorKind: event.ref("e.actorKind"),
      actorUserId: event.ref("e.actorUserId"),
      occurredAt: instantText(event.ref("e.occurredAt")),
    }).as("entry"),
  )
  .whereRef("e.instanceId", "=", "i.id")
  .orderBy("e.id", "desc")
  .limit(NEWEST);

/** Overrides of its tasks, newest first. */
const newestOverrides = instance
  .selectFrom("onboardingOverride as o")
  .select((override) =>
    jsonObject({
      id: override.ref("o.id"),
      taskId: override.ref("o.taskId"),
      type: override.ref("o.type"),
      actorKind: override.ref("o.actorKind"),
      actorUserId: override.ref("o.actorUserId"),
      reason: override.ref("o.reason"),
      replacedFormAssignmentId: override.ref("o.replacedFormAssignmentId"),
      createdAt: instantText(override.ref("o.createdAt")),
    }).as("entry"),
  )
  .whereRef("o.instanceId", "=", "i.id")
  .orderBy("o.id", "desc")
  .limit(NEWEST);
