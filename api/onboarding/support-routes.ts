import { overrideTask } from "../../activities/onboarding/overrides/override-task.ts";
import { auditSupport } from "../../activities/onboarding/audit-support.ts";
import {
  overriddenTaskSchema,
  supportOnboardingParamsSchema,
  supportOnboardingSchema,
  supportTaskParamsSchema,
} from "../../contract/onboarding/coach-schema.ts";
import { getOnboardingById } from "../../db/onboarding/coach/queries.ts";
import { principalOf } from "../guard/principal-of.ts";
import { act, type Endpoint } from "../endpoint.ts";
import { presentOverridden, revealReason } from "./present-overridden.ts";
import { presentSeenOnboarding } from "./present-seen-onboarding.ts";

const onboardingPath = "/api/v1/support/onboarding/{instanceId}";
const source = "docs/rooms/onboarding.md#routes, docs/rooms/wire.md#support-access";

const onboarding = act({
  method: "GET",
  path: onboardingPath,
  name: "readSupportOnboarding",
  summary: "Onboarding as support sees it; needs a reason, audited",
  source,
  access: "support",
  permission: "onboarding.read",
  needsReason: true,
  params: supportOnboardingParamsSchema,
  answer: supportOnboardingSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, params: { instanceId }, request, deps }) => {
    const row = await getOnboardingById(tx, instanceId);
    const { role, reason } = granted;
    const actor = principalOf(granted, request, deps).key;
    const audited = { userId: row.clientUserId, actor, role, reason: reason ?? "", instanceId };
    await auditSupport(tx, { eventType: "ONBOARDING_READ", ...audited });
    return presentSeenOnboarding(row);
  },
});

const forceComplete = act({
  method: "POST",
  path: `${onboardingPath}/tasks/{taskId}/force-complete`,
  name: "forceCompleteTask",
  summary: "Complete a task without its submission; the reason is audited",
  source,
  access: "support",
  permission: "onboarding.force-complete",
  needsReason: true,
  params: supportTaskParamsSchema,
  answer: overriddenTaskSchema,
  refusals: ["NOT_FOUND", "RELATIONSHIP_INACTIVE", "TASK_CLOSED", "STATE_CONFLICT"],
  idempotency: "key",
  about: ({ params: { instanceId } }) => [instanceId],
  handle: async ({ tx, granted, params: place, request, deps }) => {
    const { role, reason } = granted;
    const { key, userId } = principalOf(granted, request, deps);
    const actor = { kind: "SUPPORT", userId, subject: key } as const;
    const override = { type: "FORCE_COMPLETE" } as const;
    const { requestId } = request;
    const done = await overrideTask(tx, { place, override, reason, actor, requestId });
    const { instanceId } = place;
    const audited = { userId: done.clientUserId, actor: key, role, reason: reason ?? "" };
    await auditSupport(tx, { eventType: "ONBOARDING_FORCE_COMPLETED", ...audited, instanceId });
    return await presentOverridden(tx, done);
  },
  reveal: revealReason,
});

/** Support routes for an onboarding. */
export const supportOnboardingEndpoints: readonly Endpoint[] = [onboarding, forceComplete];
