import { joinWorkspace } from "../../activities/invitations/joining/join-workspace.ts";
import { previewMemberInvitation } from "../../activities/invitations/preview-invitation.ts";
import { previewJoining } from "../../activities/invitations/joining/preview-joining.ts";
import {
  acceptMemberInvitationSchema,
  joinedWorkspaceSchema,
  joinHandleBodySchema,
  joiningPreviewSchema,
  memberInvitationPreviewSchema,
  memberInvitationTokenSchema,
} from "../../contract/invitations/member-schema.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { invitationProof } from "./invitation-proof.ts";
import { memberRegistration } from "./member-registration.ts";
import { presentJoining, presentMemberPreview } from "./present-invitation.ts";

const source = "docs/rooms/invitations.md#joining";
const CLOSED = [
  "NOT_FOUND",
  "INVITATION_EXPIRED",
  "INVITATION_REVOKED",
  "INVITATION_CONSUMED",
  "WORKSPACE_SUSPENDED",
] as const;
const CLOSED_TO_THEM = [
  ...CLOSED,
  "VALIDATION_EXPIRED",
  "INVITATION_CONTACT_MISMATCH",
  "STATE_CONFLICT",
] as const;

const preview = read({
  method: "POST",
  path: "/api/v1/member-invitations/preview",
  name: "previewMemberInvitation",
  summary:
    "Preview of an invitation to join: who invites whom into which workspace, for the holder of the link, with a handle to join in the browser",
  source,
  access: "anonymous",
  body: memberInvitationTokenSchema,
  answer: memberInvitationPreviewSchema,
  refusals: CLOSED,
  countsFailures: true,
  handle: async ({ em, body: { invitationToken }, deps }) => {
    const opened = { invitationToken, invitationKey: deps.keys.invitation };
    const { invitation, handle } = await previewMemberInvitation(em, opened);
    return presentMemberPreview(invitation, handle);
  },
});

const joining = read({
  method: "POST",
  path: "/api/v1/member-invitations/joining-preview",
  name: "previewJoining",
  summary: "Preview of what the invited person is about to join, by a handle",
  source: "docs/rooms/invitations.md#join-handles",
  access: "identity",
  surfaces: ["WEB", "COACH_MOBILE"],
  body: joinHandleBodySchema,
  answer: joiningPreviewSchema,
  refusals: CLOSED_TO_THEM,
  countsFailures: true,
  handle: async ({ em, granted: { identity, caller }, body: { joinHandle }, deps }) => {
    const opening = { joinHandle, invitationKey: deps.keys.invitation, identity, user: caller };
    return presentJoining(await previewJoining(em, opening));
  },
});

const accept = act({
  method: "POST",
  path: "/api/v1/member-invitations/accept",
  name: "acceptMemberInvitation",
  summary: "Join the workspace as a coach, with the invited address verified",
  source,
  access: "user",
  surfaces: ["WEB", "COACH_MOBILE"],
  body: acceptMemberInvitationSchema,
  answer: joinedWorkspaceSchema,
  refusals: CLOSED_TO_THEM,
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, granted, body, request: { requestId }, deps }) => {
    const { userId, identity } = granted.caller;
    const proof = invitationProof(body, deps);
    const joiner = { userId, identity, proof, requestId };
    const { id, name, status } = await joinWorkspace(tx, joiner, deps.hooks.workspaces);
    return { workspace: { workspaceId: id, name, status, role: "COACH" as const } };
  },
});

/** Routes for an invited coach. */
export const joiningEndpoints: readonly Endpoint[] = [preview, joining, accept, memberRegistration];
