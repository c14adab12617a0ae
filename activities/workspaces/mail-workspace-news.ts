import { findCorrespondent } from "../../db/accounts/profiles/queries.ts";
import { findWorkspaceOwner } from "../../db/workspaces/queries.ts";
import { workspaceEmail, type WorkspaceNews } from "../../rules/workspaces/workspace-email.ts";
import type { AccountMailing } from "../accounts/mail/mail-account-notice.ts";

/** Consumer `mail`: notifies the new owner of a workspace (docs/rooms/workspaces.md#members). */
export async function mailNewOwner(
  mailing: AccountMailing,
  { eventId: messageId, refs }: WorkspaceEventRow,
): Promise<void> {
  const { ownerUserId: userId, formerOwnerUserId: otherUserId } = refs;
  if (typeof userId !== "string" || typeof otherUserId !== "string") return;
  await mailOne(mailing, "NEW_OWNER", { userId, otherUserId, messageId, refs });
}

/** Consumer `mail`: notifies the former owner of a workspace, by an event of its own. */
export async function mailFormerOwner(
  mailing: AccountMailing,
  { eventId: messageId, refs }: WorkspaceEventRow,
): Promise<void> {
  const { formerOwnerUserId: userId, ownerUserId: otherUserId } = refs;
  if (typeof userId !== "string" || typeof otherUserId !== "string") return;
  await mailOne(mailing, "FORMER_OWNER", { userId, otherUserId, messageId, refs });
}

/** Consumer `mail`: notifies a coach whose membership ended; a deleted account gets no mail. */
export async function mailMemberRemoved(
  mailing: AccountMailing,
  { eventId, subjectId: userId, refs }: WorkspaceEventRow,
): Promise<void> {
  await mailOne(mailing, "REMOVED", { userId, otherUserId: null, messageId: eventId, refs });
}

/** The outbox row of a workspace whose owner or members changed. */
export interface WorkspaceEventRow {
  readonly eventId: string;
  readonly subjectId: string;
  readonly refs: Readonly<Record<string, string | number | null>>;
}

async function mailOne(
  { em, mailer, publicUrl }: AccountMailing,
  news: WorkspaceNews,
  to: Pick<WorkspaceEventRow, "refs"> & {
    readonly userId: string;
    /** Null names the present owner. */
    readonly otherUserId: string | null;
    readonly messageId: string;
  },
): Promise<void> {
  const { workspaceId } = to.refs;
  if (typeof workspaceId !== "string") return;
  const workspace = await findWorkspaceOwner(em.fork(), workspaceId);
  if (workspace === null) return;
  const otherUserId = to.otherUserId ?? workspace.ownerUserId;
  const reader = await findCorrespondent(em.fork(), { userId: to.userId, otherUserId });
  if (reader === null || reader.email === null) return;
  const content = workspaceEmail(news, {
    ...reader,
    workspaceId,
    workspaceName: workspace.name,
    publicUrl,
  });
  await mailer.send({ to: reader.email, ...content, messageId: to.messageId });
}
