import type { z } from "zod";
import { completeTask } from "../../activities/onboarding/complete-task.ts";
import { openTask } from "../../activities/onboarding/open-task.ts";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import {
  completedTaskSchema,
  completeFromFormSchema,
  completeTaskSchema,
  onboardingTaskParamsSchema,
  onboardingTasksSchema,
  openedTaskSchema,
  openTaskSchema,
  ownOnboardingQuerySchema,
  ownOnboardingSchema,
  skippedTaskSchema,
  skipTaskSchema,
} from "../../contract/onboarding/schema.ts";
import { getOnboarding, getOwnOnboarding } from "../../db/onboarding/queries.ts";
import { nextRoute } from "../../rules/accounts/next-route.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import {
  presentCompleted,
  presentOnboarding,
  presentOpened,
  presentSkipped,
  presentTasks,
} from "./present.ts";

const source = "docs/rooms/onboarding.md#routes";
const taskPath = "/api/v1/client/onboarding/tasks/{taskId}";
const listPath = "/api/v1/client-onboarding/tasks";
const refusals = [
  "NOT_FOUND",
  "RELATIONSHIP_INACTIVE",
  "WORKSPACE_SUSPENDED",
  "TASK_CLOSED",
] as const;

const onboarding = read({
  method: "GET",
  path: "/api/v1/client/onboarding",
  name: "readOnboarding",
  summary: "State of the onboarding, what it blocks, and the next screen",
  source,
  access: "client",
  query: ownOnboardingQuerySchema,
  answer: ownOnboardingSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted, query }) => {
    const { relationshipId = null } = query;
    const own = await getOwnOnboarding(em, { clientUserId: granted.caller.userId, relationshipId });
    const { status } = own.onboarding.task;
    return {
      ...presentOnboarding(own.onboarding),
      nextRoute: nextRoute(own.relationshipStatus, status),
    };
  },
});

const tasks = read({
  method: "GET",
  path: listPath,
  name: "listOnboardingTasks",
  summary: "The tasks of the onboarding in order, and the form to fill in",
  source: "docs/rooms/accounts.md#surfaces",
  access: "client",
  answer: onboardingTasksSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted }) => {
    const key = { clientUserId: granted.caller.userId, relationshipId: null };
    return presentTasks((await getOwnOnboarding(em, key)).onboarding);
  },
});

const open = act({
  method: "POST",
  path: `${taskPath}/open`,
  name: "openOnboardingTask",
  summary: "Open a task and its form; a skipped one is resumed and stays blocked",
  source,
  access: "client",
  params: onboardingTaskParamsSchema,
  body: openTaskSchema,
  answer: openedTaskSchema,
  refusals,
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, params, body, request }) => {
    const { relationshipId } = await openTask(tx, {
      ...params,
      ...body,
      clientUserId: granted.caller.userId,
      requestId: request.requestId,
    });
    return presentOpened(await getOnboarding(tx, relationshipId), params.taskId);
  },
});

const skip = act({
  method: "POST",
  path: `${taskPath}/skip`,
  name: "skipOnboardingTask",
  summary:
    "Skip the questionnaire for now: daily reminders for a week; programs and nutrition wait",
  source,
  access: "client",
  params: onboardingTaskParamsSchema,
  body: skipTaskSchema,
  answer: skippedTaskSchema,
  refusals: [...refusals, "STATE_CONFLICT"],
  idempotency: "key",
  about: aboutNobodyElse,
  handle: async ({ tx, granted, params, body: { reason = "" }, request }) => {
    const { relationshipId } = await skipTask(tx, {
      ...params,
      clientUserId: granted.caller.userId,
      reason: reason === "" ? null : reason,
      requestId: request.requestId,
    });
    return presentSkipped(await getOnboarding(tx, relationshipId));
  },
});

/** Both routes that link a submission share one act. */
function completion<Body extends z.output<typeof completeFromFormSchema>>(
  route: Pick<Endpoint, "path" | "name" | "source">,
  body: z.ZodType<Body>,
): Endpoint {
  return act({
    method: "POST",
    ...route,
    summary: "Link the submitted form: this completes the task and ends its blocks",
    access: "client",
    params: onboardingTaskParamsSchema,
    body,
    answer: completedTaskSchema,
    refusals: [...refusals, "SUBMISSION_MISMATCH"],
    idempotency: "key",
    about: aboutNobodyElse,
    handle: async ({ tx, granted, params, body: { formSubmissionId }, request }) => {
      const { relationshipId, relationshipStatus } = await completeTask(tx, {
        ...params,
        submissionId: formSubmissionId,
        actor: { kind: "CLIENT", userId: granted.caller.userId },
        requestId: request.requestId,
      });
      return presentCompleted(await getOnboarding(tx, relationshipId), relationshipStatus);
    },
  });
}

/** Routes of a client's onboarding. */
export const clientOnboardingEndpoints: readonly Endpoint[] = [
  onboarding,
  tasks,
  open,
  skip,
  completion(
    { path: `${taskPath}/complete-from-form`, name: "completeFromForm", source },
    completeFromFormSchema,
  ),
  completion(
    {
      path: `${listPath}/{taskId}/complete`,
      name: "completeOnboardingTask",
      source: "docs/rooms/accounts.md#surfaces",
    },
    completeTaskSchema,
  ),
];
