import { randomUUID } from "node:crypto";
import { registrationForm } from "../../accounts/identity.ts";
import { announcement, photo } from "../../media/media.ts";
import { ACK_TOKEN } from "./purge.ts";
import { planBodies } from "../../plans/plans.ts";
import { PURGED } from "../../sync/purge/purge-orders.ts";
import { queued } from "../../sync/sync.ts";

type Values = Readonly<Record<string, unknown>>;

const relationshipPath = "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}";
const sessionPath = "/api/v1/coach/relationships/{relationshipId}/workout-sessions/{sessionId}";
const ownTaskPath = "/api/v1/client/onboarding/tasks/{taskId}";
const onboardingTaskPath =
  "/api/v1/workspaces/{workspaceId}/clients/{clientId}/onboarding/tasks/{taskId}";

const coachTaskPath = "/api/v1/workspaces/{workspaceId}/coach-tasks/{taskId}";

const batchOfOne = ({ deviceId, taskId }: Values) => ({
  deviceId,
  operations: [queued("quick-log.complete-task", { taskId })],
});

/** Bodies that cannot be generated from their schema, by method and path. */
export const SAMPLE_BODIES: Readonly<Record<string, (values: Values) => unknown>> = {
  "POST /api/v1/workspaces/{workspaceId}/invitations": ({ email }) => ({ email }),
  "POST /api/v1/workspaces/{workspaceId}/invitations/csv": ({ email }) => ({
    csv: `email\n${String(email)}`,
  }),
  "POST /api/v1/member-invitations/accept": ({ memberInvitationToken }) => ({
    invitationToken: memberInvitationToken,
  }),
  "POST /api/v1/auth/member-registration": ({ memberInvitationToken }) => ({
    ...registrationForm(),
    invitationToken: memberInvitationToken,
  }),
  "POST /api/v1/support/people/find": ({ email }) => ({ email }),
  "POST /api/v1/support/users/{userId}/sessions/end": ({ reason }) => ({ reason }),
  "POST /api/v1/auth/logout": ({ sessionId }) => ({ sessionId }),
  "POST /api/v1/workspaces/{workspaceId}/plans": () => ({ content: planBodies.habit }),
  "PUT /api/v1/workspaces/{workspaceId}/plans/{planId}/draft": () => ({
    content: planBodies.habit,
    expectedDraftRevision: 1,
  }),
  [`POST ${ownTaskPath}/open`]: () => ({ clientTimestamp: "2026-01-01T08:00:00.000Z" }),
  "POST /api/v1/client-onboarding/tasks/{taskId}/complete": ({ formSubmissionId }) => ({
    type: "QUESTIONNAIRE",
    formSubmissionId,
  }),
  [`POST ${relationshipPath}/pause`]: ({ reason }) => ({ reason }),
  [`POST ${relationshipPath}/end`]: ({ reason }) => ({ reason }),
  [`POST ${relationshipPath}/waive-baseline`]: ({ reason }) => ({ reason }),
  [`POST ${onboardingTaskPath}/override`]: ({ reason }) => ({ type: "CANCEL", reason }),
  "PATCH /api/v1/workspaces/{workspaceId}/settings": () => ({ name: "Strong together" }),
  "POST /api/v1/internal/daily-execution/materialize": ({ relationshipId }) => ({
    sourceEventId: randomUUID(),
    relationshipIds: [relationshipId],
    from: "2026-01-05",
    to: "2026-01-06",
    reason: "It has to be",
  }),
  "POST /api/v1/workspaces/{workspaceId}/coach-tasks/bulk": ({ coachTaskId }) => ({
    action: "PIN",
    taskIds: [coachTaskId],
  }),
  "PUT /api/v1/workspaces/{workspaceId}/coach-tasks/read-mark": () => ({
    readThrough: "2026-01-05T08:00:00.000Z",
  }),
  [`POST ${coachTaskPath}/resolve`]: () => ({ resolutionType: "NOT_RELEVANT" }),
  [`POST ${coachTaskPath}/dismiss`]: () => ({ dismissReason: "NOT_RELEVANT" }),
  [`POST ${coachTaskPath}/snooze`]: () => ({ snoozePreset: "ONE_HOUR" }),
  "POST /api/v1/push-tokens": () => ({ provider: "FCM", token: randomUUID() }),
  "PUT /api/v1/notification-preferences": () => ({
    mutedCategories: ["WELCOME"],
    channels: { push: true, mail: false },
    quietHours: { from: "22:00", until: "07:30" },
  }),
  "PATCH /api/v1/coach/profile": () => ({ bio: "Twenty years of rowing." }),
  "POST /api/v1/admin/auth/providers": () => ({
    providerKey: `p-${randomUUID().slice(0, 8)}`,
    display: { displayName: { en: "Matrix" }, iconKey: "matrix", sortOrder: 90 },
    keycloakAlias: randomUUID(),
    status: "DRAFT",
    supportedSurfaces: ["WEB"],
    verificationPolicy: "EITHER",
  }),
  "PATCH /api/v1/admin/exercise-library/licence-sources": ({ sourceKey, reason }) => ({
    sourceKey,
    verdict: "SHOWN",
    reason,
    expectedRevision: 1,
  }),
  "PATCH /api/v1/admin/exercise-library/taxonomy": ({ labelId }) => ({
    labelId,
    decision: "IGNORED",
    expectedRevision: 1,
  }),
  "PATCH /api/v1/admin/exercise-library/thumbnail-matches/{candidateId}": () => ({
    action: "APPROVE",
    expectedRevision: 1,
  }),
  "PATCH /api/v1/admin/auth/providers/{providerKey}": () => ({ display: { sortOrder: 7 } }),
  "POST /api/v1/client/uploads": ({ relationshipId }) =>
    announcement(String(relationshipId), photo()),
  "POST /api/v1/client/devices/{deviceId}/purge-orders/{orderId}/ack": () => PURGED,
  "POST /api/v1/client/purge-acknowledgements": () => ({ ackToken: ACK_TOKEN, ...PURGED }),
  "POST /api/v1/client/purge-orders/{orderId}/ack": ({ deviceSecret }) => ({
    deviceSecret,
    ...PURGED,
  }),
  "POST /api/v1/coach-client-relationships/{relationshipId}/sync": batchOfOne,
  "POST /api/v1/client/today/tasks/{taskId}/skip": ({ deviceId, clientOperationId }) => ({
    deviceId,
    clientOperationId,
    skippedAt: "2026-01-01T08:00:00.000Z",
    reason: "BUSY",
  }),
  "POST /api/v1/client/today/sync": batchOfOne,
  "POST /api/v1/client/workout-sessions/sync": ({ deviceId }) => ({
    deviceId,
    clientBatchId: randomUUID(),
    operations: [
      queued("workout.discard-session", {
        clientSessionId: randomUUID(),
        clientRevision: 1,
        taskId: randomUUID(),
        packageId: randomUUID(),
        packageChecksum: `sha-256:${"0".repeat(64)}`,
      }),
    ],
  }),
  "POST /api/v1/client/workout-sessions/conflicts/{conflictId}/resolve": ({
    deviceId,
    refusedSessionId: clientSessionId,
  }) => ({
    deviceId,
    resolution: "REFRESH",
    draft: { clientSessionId, frozenRevision: 1 },
  }),
  "POST /api/v1/client/quick-log/sync": ({ deviceId, taskId, clientOperationId }) => ({
    deviceId,
    operations: [
      {
        taskId,
        clientOperationId,
        actionKind: "COMPLETE_TASK",
        scope: "TASK",
        expectedTaskRevision: 1,
        clientRecordedAt: "2026-01-01T08:00:00.000Z",
      },
    ],
  }),
};

/** Values that a route uses instead of the principal's values with the same names. */
export const RENAMED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`POST ${relationshipPath}/resume`]: { relationshipId: "pausedRelationshipId" },
  [`POST ${relationshipPath}/plan-assignments`]: { planId: "freePlanId" },
  [`POST ${relationshipPath}/plan-assignments/{assignmentId}/resume`]: {
    assignmentId: "pausedAssignmentId",
  },
  [`POST ${relationshipPath}/plan-assignments/{assignmentId}/supersede`]: {
    assignmentId: "pausedAssignmentId",
    planId: "freePlanId",
  },
  "POST /api/v1/client/purge-orders/{orderId}/ack": { orderId: "secretOrderId" },
  "POST /api/v1/notifications/unsubscribe": { userId: "readerUserId", token: "unsubscribeToken" },
  "PUT /api/v1/coach/relationships/{relationshipId}/focus-pin": { agendaTaskId: "freeTaskId" },
  "POST /api/v1/workspaces/{workspaceId}/plans/{planId}/publish": { planId: "draftPlanId" },
  "POST /api/v1/workspaces/{workspaceId}/plans/{planId}/publish-preview": { planId: "draftPlanId" },
  [`POST ${onboardingTaskPath}/override`]: { taskId: "onboardingTaskId" },
  [`POST ${onboardingTaskPath}/nudge`]: { taskId: "onboardingTaskId" },
  [`POST ${ownTaskPath}/open`]: { taskId: "onboardingTaskId" },
  [`POST ${ownTaskPath}/skip`]: { taskId: "onboardingTaskId" },
  [`POST ${ownTaskPath}/complete-from-form`]: { taskId: "onboardingTaskId" },
  "POST /api/v1/client-onboarding/tasks/{taskId}/complete": { taskId: "onboardingTaskId" },
  "POST /api/v1/support/onboarding/{instanceId}/tasks/{taskId}/force-complete": {
    taskId: "onboardingTaskId",
  },
  [`GET ${coachTaskPath}`]: { taskId: "coachTaskId" },
  [`POST ${coachTaskPath}/start`]: { taskId: "coachTaskId" },
  [`POST ${coachTaskPath}/resolve`]: { taskId: "coachTaskId" },
  [`POST ${coachTaskPath}/review`]: { taskId: "skippedTaskId" },
  [`POST ${coachTaskPath}/dismiss`]: { taskId: "coachTaskId" },
  [`POST ${coachTaskPath}/snooze`]: { taskId: "coachTaskId" },
  [`POST ${coachTaskPath}/unsnooze`]: { taskId: "snoozedTaskId" },
  [`POST ${coachTaskPath}/assign`]: { taskId: "coachTaskId" },
  [`POST ${coachTaskPath}/undo`]: { taskId: "resolvedTaskId" },
  [`PUT ${coachTaskPath}/pin`]: { taskId: "coachTaskId" },
  [`DELETE ${coachTaskPath}/pin`]: { taskId: "coachTaskId" },
  "GET /api/v1/client/workout-tasks/{taskId}/offline-package": { taskId: "workoutTaskId" },
  [`GET ${sessionPath}`]: { sessionId: "workoutSessionId" },
  [`POST ${sessionPath}/review`]: { sessionId: "workoutSessionId" },
  "DELETE /api/v1/workspaces/{workspaceId}/members/{userId}": { userId: "memberUserId" },
  "PUT /api/v1/workspaces/{workspaceId}/owner": { ownerUserId: "memberUserId" },
  [`PUT ${relationshipPath}/coach`]: { coachUserId: "memberUserId" },
  "POST /api/v1/admin/users/{userId}/reinstate": { userId: "suspendedUserId" },
  "POST /api/v1/admin/workspaces/{workspaceId}/reinstate": { workspaceId: "suspendedWorkspaceId" },
  "POST /api/v1/member-invitations/preview": { invitationToken: "memberInvitationToken" },
};
