import { randomUUID } from "node:crypto";
import { planBodies } from "./plans.ts";
import { queued } from "./sync.ts";

type Values = Readonly<Record<string, unknown>>;

const relationshipPath = "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}";

/** Bodies whose schema does not say enough to make one up, by method and path. */
export const SAMPLE_BODIES: Readonly<Record<string, (values: Values) => unknown>> = {
  "POST /api/v1/workspaces/{workspaceId}/invitations": ({ email }) => ({ email }),
  "POST /api/v1/auth/logout": ({ sessionId }) => ({ sessionId }),
  "POST /api/v1/workspaces/{workspaceId}/plans": () => planBodies.habit,
  [`POST ${relationshipPath}/pause`]: ({ reason }) => ({ reason }),
  [`POST ${relationshipPath}/end`]: ({ reason }) => ({ reason }),
  "PATCH /api/v1/workspaces/{workspaceId}/settings": () => ({ name: "Strong together" }),
  "PATCH /api/v1/coach/profile": () => ({ bio: "Twenty years of rowing." }),
  "POST /api/v1/admin/auth/providers": () => ({
    providerKey: `p-${randomUUID().slice(0, 8)}`,
    display: { displayName: { en: "Matrix" }, iconKey: "matrix", sortOrder: 90 },
    keycloakAlias: randomUUID(),
    status: "DRAFT",
    supportedSurfaces: ["WEB"],
    verificationPolicy: "EITHER",
  }),
  "PATCH /api/v1/admin/auth/providers/{providerKey}": () => ({ display: { sortOrder: 7 } }),
  "POST /api/v1/coach-client-relationships/{relationshipId}/sync": ({ deviceId, taskId }) => ({
    deviceId,
    operations: [queued("quick-log.complete-task", { taskId })],
  }),
};

/** Values that stand for others at a route, by the names that actors have them under. */
export const RENAMED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`POST ${relationshipPath}/resume`]: { relationshipId: "pausedRelationshipId" },
  [`POST ${relationshipPath}/plan-assignments`]: { planId: "freePlanId" },
  "DELETE /api/v1/workspaces/{workspaceId}/members/{userId}": { userId: "memberUserId" },
  "POST /api/v1/admin/users/{userId}/reinstate": { userId: "suspendedUserId" },
  "POST /api/v1/admin/workspaces/{workspaceId}/reinstate": { workspaceId: "suspendedWorkspaceId" },
  "POST /api/v1/member-invitations/accept": { invitationToken: "memberInvitationToken" },
};
