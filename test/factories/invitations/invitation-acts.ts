import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ClientSignIn } from "../../../activities/accounts/registration-form.ts";
import { revokeInvitation } from "../../../activities/invitations/revoke-invitation.ts";
import { validateInvitation } from "../../../activities/invitations/validate-invitation.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { CoachWorkspace } from "../../../db/workspaces/coach-workspace.ts";
import type { BuiltCoach } from "../accounts/identity.ts";

/** Acts of coaches and invited people on invitations, each in its own transaction. */
export function invitationActs(em: SqlEntityManager) {
  return {
    revoke: ({ workspaceId, userId }: BuiltCoach, invitationId: string) =>
      transact(em, (tx) =>
        revokeInvitation(tx, {
          workspaceId,
          invitationId,
          revokedByUserId: userId,
          requestId: "r",
        }),
      ),
    validate: (identity: ClientSignIn, invitationToken: string) =>
      transact(em, (tx) => validateInvitation(tx, { identity, invitationToken })),
    setWorkspaceStatus: (id: string, status: "ACTIVE" | "SUSPENDED") =>
      em.fork().nativeUpdate(CoachWorkspace, { id }, { status }),
  };
}
