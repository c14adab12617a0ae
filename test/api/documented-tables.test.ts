import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { bodySchemaOf, codesOf, needsIdempotencyKey } from "../../api/http/codes-of.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { openApiDocument } from "../../api/openapi/openapi-document.ts";
import { EVENT_CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { inlineSchema } from "../factories/api/inline-schema.ts";

/**
 * A row of the contract's tables of identity and onboarding, with our wire names, separated by spaces. A dot leads into
 * an object or its items.
 */
interface DocumentedRoute {
  readonly sent: string;
  readonly answered: string;
  readonly keyed?: true;
  /** Codes that the contract names for the route. */
  readonly codes?: readonly ProblemCode[];
}

const TASK = "/api/v1/client/onboarding/tasks/{taskId}";
const CLIENT = "/api/v1/workspaces/{workspaceId}/clients/{clientId}/onboarding";
const ADMIN = "/api/v1/admin/auth/providers";
const PERSON = "displayName timezone locale termsVersion privacyVersion";
const BEAT = "clientApp deviceId appVersion pushTokenId";

const ROUTES: Readonly<Record<string, DocumentedRoute>> = {
  // Coach authentication
  "POST /api/v1/auth/coach-registration": {
    sent: `${PERSON} workspaceName`,
    answered: "user coachProfile workspace roles onboardingStatus",
    codes: ["COACH_IDENTITY_NOT_VERIFIED", "USER_SUSPENDED"],
  },
  "GET /api/v1/auth/me": {
    sent: "",
    answered:
      "user.userId workspace.workspaceId coachProfile.publicHandle permissions roles onboardingStatus featureFlags",
    codes: ["USER_SUSPENDED"],
  },
  "POST /api/v1/auth/sessions/current/heartbeat": {
    sent: BEAT,
    answered: "lastSeenAt sessionStatus",
  },
  "POST /api/v1/auth/logout": { sent: "sessionId", answered: "revokedAt" },
  "GET /api/v1/auth/providers": {
    sent: "surface platform region locale inviteToken",
    answered:
      "items.key items.label items.icon items.availability items.alias items.requiredVerification items.supportCopy",
  },
  // Client authentication
  "POST /api/v1/auth/client-onboarding-registration": {
    sent: `invitationToken validationId ${PERSON} clientApp deviceId`,
    answered: "user clientProfile relationship onboarding roles nextRoute session",
    codes: [
      "CLIENT_ALREADY_HAS_ACTIVE_COACH",
      "USER_SUSPENDED",
      "WORKSPACE_SUSPENDED",
      "INVITATION_EXPIRED",
      "INVITATION_REVOKED",
      "INVITATION_CONSUMED",
      "INVITATION_CONTACT_MISMATCH",
      "RATE_LIMITED",
    ],
  },
  "GET /api/v1/auth/client-me": {
    sent: "",
    answered:
      "user relationship.status onboardingStatus pendingTasks.taskId permissions featureFlags nextRoute",
    codes: ["APP_ROLE_MISMATCH"],
  },
  "POST /api/v1/auth/client-session/heartbeat": {
    sent: BEAT,
    answered: "lastSeenAt sessionStatus relationshipStatus",
    codes: ["APP_ROLE_MISMATCH"],
  },
  "GET /api/v1/client-onboarding/tasks": {
    sent: "",
    answered:
      "items.sortOrder items.dueAt currentTask.taskId completion.workflowStatus questionnaireAssignment.formAssignmentId",
  },
  "POST /api/v1/client-onboarding/tasks/{taskId}/complete": {
    sent: "type formSubmissionId",
    answered: "task.status workflowStatus nextTask nextRoute",
    keyed: true,
  },
  // Provider administration
  [`GET ${ADMIN}`]: {
    sent: "status",
    answered:
      "items.providerKey items.keycloakAlias items.health.status items.supportedSurfaces items.audit.changeCount",
  },
  [`POST ${ADMIN}`]: {
    sent: "providerKey keycloakAlias display.displayName supportedSurfaces verificationPolicy status",
    answered: "provider.status warnings",
  },
  [`PATCH ${ADMIN}/{providerKey}`]: {
    sent: "keycloakAlias status verificationPolicy reason",
    answered: "provider.status auditEventId",
    codes: ["REASON_REQUIRED"],
  },
  [`POST ${ADMIN}/{providerKey}/health-check`]: {
    sent: "dryRunClaims",
    answered: "healthStatus latencyMs missingClaims setupWarnings",
    codes: ["AUTH_PROVIDER_ADAPTER_MISSING"],
  },
  // Onboarding workflow
  "GET /api/v1/client/onboarding": {
    sent: "relationshipId",
    answered:
      "workflowStatus task.status formAssignmentId skippable nextRoute blocks.programs blocks.nutrition",
  },
  [`POST ${TASK}/open`]: {
    sent: "clientTimestamp",
    answered: "task.status formAssignmentId formLaunchRoute",
    keyed: true,
  },
  [`POST ${TASK}/skip`]: {
    sent: "reason",
    answered:
      "task.status workflowStatus nextRoute blocks.programs blocks.nutrition reminderSchedule.cadence reminderSchedule.nextReminderAt",
    keyed: true,
  },
  [`POST ${TASK}/complete-from-form`]: {
    sent: "formSubmissionId",
    answered: "task.status workflowStatus blocks.programs nextRoute",
    keyed: true,
    codes: ["SUBMISSION_MISMATCH"],
  },
  [`GET ${CLIENT}`]: {
    sent: "",
    answered:
      "workflow.status questionnaire.status questionnaire.submittedAt questionnaire.skippedAt actions",
  },
  [`POST ${CLIENT}/tasks/{taskId}/override`]: {
    sent: "type reason formVersionId",
    answered: "task.status override.overrideId sideEffects.workflowStatus",
    codes: ["REASON_REQUIRED"],
  },
};

/** Every event in the contract's part on identity and onboarding. */
const EVENTS = (
  "CoachRegistered CoachLoggedIn SessionRevoked TermsAccepted ClientRegistered ClientLoggedIn " +
  "ClientInvitationConsumed CoachClientRelationshipStarted ClientOnboardingStarted UserSuspended " +
  "AuthProviderCreated AuthProviderEnabled AuthProviderDisabled AuthProviderPolicyChanged " +
  "AuthProviderHealthChanged ProviderClaimsNormalizationFailed OnboardingWorkflowDefined " +
  "ClientOnboardingFinished OnboardingTaskSkipped OnboardingTaskCompleted OnboardingTaskOpened " +
  "OnboardingQuestionnaireAssigned OnboardingQuestionnaireSkipped OnboardingQuestionnaireSubmitted " +
  "ClientOnboardingCompletedWithPendingTask ClientOnboardingCompleted FormSubmissionReceived"
).split(" ");

const { paths: documented } = openApiDocument({
  endpoints,
  features: operationFeatures,
  publicUrl: "https://example.com",
});
const served = new Map(endpoints.map((route) => [`${route.method} ${route.path}`, route]));

const objectSchema = z.record(z.string(), z.unknown());
const objectOf = (value: unknown) => objectSchema.safeParse(value).data ?? {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const ACT = "deviceId clientOperationId expectedTaskRevision";

/** Rows of the contract's tables of today and quick-log that write. */
const TODAY_ROUTES: Readonly<Record<string, DocumentedRoute>> = {
  "POST /api/v1/client/today/tasks/{taskId}/start": {
    sent: `${ACT} startedAt`,
    answered: "task.status receipt.acceptedRevision destinationRoute snapshotChecksum",
  },
  "POST /api/v1/client/today/tasks/{taskId}/complete": {
    sent: `${ACT} completion completedAt`,
    answered: "receipt.status adherenceSummary counters receipt.receiptId",
  },
  "POST /api/v1/client/today/tasks/{taskId}/skip": {
    sent: "deviceId clientOperationId reason note skippedAt",
    answered: "receipt.status adherenceEffect coachReviewHint",
  },
  "POST /api/v1/client/today/sync": {
    sent: "deviceId operations.clientOperationId operations.expectedRevision",
    answered: "accepted rejected canonicalIds agendas.agendaVersion refetch.path",
  },
  "POST /api/v1/client/quick-log/tasks/{taskId}/values": {
    sent: `${ACT} metricKind value unit sourceType recordedAt`,
    answered: "entry.entryId entry.effect taskEffect.to task.status hints.path receipt.receiptId",
  },
  "POST /api/v1/client/quick-log/tasks/{taskId}/complete-all": {
    sent: `${ACT} confirmed values`,
    answered: "acceptedItemIds skippedItems.reason summary.completedItemCount receipt.receiptId",
  },
  "POST /api/v1/client/quick-log/sync": {
    sent: "deviceId operations.clientOperationId operations.expectedTaskRevision operations.payload",
    answered: "accepted.receiptId rejected.receiptId tasks.status tasks.items.status refreshDates",
  },
  "POST /api/v1/client/workout-sessions/sync": {
    sent: "deviceId clientBatchId operations.clientOperationId operations.payloadChecksum operations.payload",
    answered: "batchStatus accepted.receiptId duplicates rejected conflicts canonicalIds refetch",
    codes: ["IDEMPOTENCY_KEY_REUSED", "DEVICE_REVOKED"],
  },
  "GET /api/v1/client/workout-sessions/sync/{clientBatchId}": {
    sent: "deviceId",
    answered:
      "batchStatus receivedAt processedAt failureReason receipts conflicts retryAfterSeconds",
  },
  "POST /api/v1/client/workout-sessions/conflicts/{conflictId}/resolve": {
    sent: "resolution draft.clientSessionId draft.frozenRevision operationIds",
    answered:
      "conflict.status receipts.receiptId packages.packageId task.status session.status session.frozenRevision",
    codes: ["RESOLUTION_NOT_ALLOWED", "STATE_CONFLICT"],
  },
  "GET /api/v1/client/quick-log/tasks/{taskId}": {
    sent: "taskRevision",
    answered:
      "task.items.status task.actionSchema.actions validation.metric latestOperations.receiptId",
  },
};

describe("The API matches the contract's table row", () => {
  test.each(Object.entries({ ...ROUTES, ...TODAY_ROUTES }))(
    "%s",
    (name, { sent, answered, keyed, codes = [] }) => {
      const endpoint = servedAs(name);
      const { query } = endpoint;
      const accepted = [jsonOf(bodySchemaOf(endpoint), "input"), jsonOf(query, "input")];
      expect(unnamed(accepted, sent)).toEqual([]);
      const answer = endpoint.kind === "stream" ? undefined : endpoint.answer;
      expect(unnamed([jsonOf(answer, "output")], answered)).toEqual([]);
      if (keyed === true) expect(needsIdempotencyKey(endpoint)).toBe(true);
      expect(codesOf(endpoint)).toEqual(expect.arrayContaining([...codes]));
      const operation = objectOf(objectOf(documented)[endpoint.path])[
        endpoint.method.toLowerCase()
      ];
      expect(objectOf(operation)["summary"]).toBe(endpoint.summary);
    },
  );
});

describe("The events of identity and onboarding", () => {
  test.each(EVENTS)("include %s in the feed", (name) => {
    const consumers = new Map<string, readonly string[]>(Object.entries(EVENT_CONSUMERS));
    expect(consumers.get(name)).toContain("event-feed");
  });
});

function servedAs(name: string): Endpoint {
  const endpoint = served.get(name);
  if (endpoint === undefined) throw new Error(`No route serves ${name}`);
  return endpoint;
}

/** Whether a schema contains the name, in any of its variants or items. */
function names(schema: unknown, path: string): boolean {
  const { properties, items, anyOf, oneOf, allOf } = objectOf(schema);
  const [first = "", ...rest] = path.split(".");
  const property = objectOf(properties)[first];
  if (property !== undefined) return rest.length === 0 || names(property, rest.join("."));
  const parts = [items, ...listOf(anyOf), ...listOf(oneOf), ...listOf(allOf)];
  return parts.some((part) => part !== undefined && names(part, path));
}

function jsonOf(schema: z.ZodType | undefined, io: "input" | "output") {
  return schema === undefined ? {} : inlineSchema(schema, io);
}

function unnamed(schemas: readonly unknown[], words: string) {
  return words
    .split(" ")
    .filter((path) => path !== "" && !schemas.some((schema) => names(schema, path)));
}
