import { nudgeTask } from "../../activities/onboarding/nudge-task.ts";
import { overrideTask } from "../../activities/onboarding/overrides/override-task.ts";
import {
  coachOnboardingParamsSchema,
  coachOnboardingSchema,
  coachTaskParamsSchema,
  nudgedTaskSchema,
  overriddenTaskSchema,
  overrideTaskSchema,
} from "../../contract/onboarding/coach-schema.ts";
import { REASONED_OVERRIDES, type OverrideType } from "../../contract/onboarding/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { getClientOnboarding } from "../../db/onboarding/coach/queries.ts";
import { mayAct } from "../../rules/onboarding/coach-actions.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { reasonOf } from "../http/reason-of.ts";
import { presentOverridden, revealReason } from "./present-overridden.ts";
import { presentCoachOnboarding } from "./present-seen-onboarding.ts";

const onboardingPath = "/api/v1/workspaces/{workspaceId}/clients/{clientId}/onboarding";
const taskPath = `${onboardingPath}/tasks/{taskId}`;
const source = "docs/rooms/onboarding.md#routes";

const onboarding = read({
  method: "GET",
  path: onboardingPath,
  name: "readClientOnboarding",
  summary: "A client's progress, actions of coaches, and the caller's present actions",
  source,
  access: "workspace-coach",
  params: coachOnboardingParamsSchema,
  answer: coachOnboardingSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted, params: { clientId: clientUserId } }) => {
    const { workspaceId, role } = granted.workspace;
    return presentCoachOnboarding(
      await getClientOnboarding(em, { workspaceId, clientUserId }),
      role,
    );
  },
});

const override = act({
  method: "POST",
  path: `${taskPath}/override`,
  name: "overrideOnboardingTask",
  summary: "Cancel, reassign, request or, as owner, force the completion of a client's task",
  source,
  access: "workspace-coach",
  params: coachTaskParamsSchema,
  body: overrideTaskSchema,
  answer: overriddenTaskSchema,
  refusals: [
    "NOT_FOUND",
    "FORBIDDEN",
    "REASON_REQUIRED",
    "RELATIONSHIP_INACTIVE",
    "TASK_CLOSED",
    "STATE_CONFLICT",
  ],
  idempotency: "key",
  about: ({ params: { clientId } }) => [clientId],
  handle: async ({ tx, granted, params, body, request: { requestId } }) => {
    const { caller, workspace } = granted;
    const { type } = body;
    const reason = reasonOf(body);
    refuseOverride(type, { reason, mayOverride: mayAct(workspace.role, type) });
    const { workspaceId } = workspace;
    const place = { workspaceId, clientUserId: params.clientId, taskId: params.taskId };
    const actor = { kind: "COACH", userId: caller.userId } as const;
    const overriding = { place, override: body, reason, actor, requestId };
    return await presentOverridden(tx, await overrideTask(tx, overriding));
  },
  reveal: revealReason,
});

function refuseOverride(
  type: OverrideType,
  { reason, mayOverride }: { readonly reason: string | null; readonly mayOverride: boolean },
): void {
  if (!mayOverride) throw new Refusal("FORBIDDEN");
  const reasoned: readonly OverrideType[] = REASONED_OVERRIDES;
  if (reason === null && reasoned.includes(type)) throw new Refusal("REASON_REQUIRED");
}

const nudge = act({
  method: "POST",
  path: `${taskPath}/nudge`,
  name: "nudgeClient",
  summary: "Remind a client of a task; this replaces that day's reminder",
  source: "docs/rooms/onboarding.md#overrides",
  access: "workspace-coach",
  params: coachTaskParamsSchema,
  answer: nudgedTaskSchema,
  refusals: ["NOT_FOUND", "RELATIONSHIP_INACTIVE", "TASK_CLOSED"],
  idempotency: "key",
  about: ({ params: { clientId } }) => [clientId],
  handle: async ({ tx, granted, params, request: { requestId } }) => {
    const { caller, workspace } = granted;
    const { clientId: clientUserId, taskId } = params;
    const place = { workspaceId: workspace.workspaceId, clientUserId, taskId };
    const reminder = await nudgeTask(tx, { place, byUserId: caller.userId, requestId });
    return { taskId, ...reminder };
  },
});

/** Routes of the coach's side of an onboarding. */
export const coachOnboardingEndpoints: readonly Endpoint[] = [onboarding, override, nudge];
