import { z } from "zod";
import type { AssignmentActing } from "../../activities/plans/assignments/begin-assignment-act.ts";
import { idSchema } from "../../contract/wire.ts";

/** Path of a relationship's plans. */
export const assignmentsPath =
  "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/plan-assignments";

/** Path parameters of a relationship of a workspace. */
export const relationshipParams = z.strictObject({
  workspaceId: idSchema,
  relationshipId: idSchema,
});

/** Path parameters of one of its assignments. */
export const assignmentParams = relationshipParams.extend({ assignmentId: idSchema });

/** The refusals of assigning a plan to a relationship. */
export const givingRefusals = [
  "RELATIONSHIP_INACTIVE",
  "ASSIGNMENT_BLOCKED",
  "STATE_CONFLICT",
  "PROGRAM_RUNNING",
  "ASSIGNMENT_LIMIT_REACHED",
] as const;

interface AssignmentRequest {
  readonly params: { readonly relationshipId: string; readonly assignmentId: string };
  readonly granted: {
    readonly workspace: { readonly workspaceId: string };
    readonly caller: { readonly userId: string };
  };
  readonly request: { readonly requestId: string };
}

/** The assignment that a coach's act targets. */
export function actingOf({ params, granted, request }: AssignmentRequest): AssignmentActing {
  const { relationshipId, assignmentId } = params;
  return {
    workspaceId: granted.workspace.workspaceId,
    relationshipId,
    assignmentId,
    byUserId: granted.caller.userId,
    requestId: request.requestId,
  };
}
