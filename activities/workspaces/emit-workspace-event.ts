import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/transact.ts";

const AUDITED_AS = {
  WorkspaceSuspended: "WORKSPACE_SUSPENDED",
  WorkspaceReinstated: "WORKSPACE_REINSTATED",
  WorkspaceArchived: "WORKSPACE_ARCHIVED",
  WorkspaceMemberInvited: "MEMBER_INVITED",
  WorkspaceMemberInvitationRevoked: "MEMBER_INVITATION_REVOKED",
  WorkspaceMemberJoined: "MEMBER_JOINED",
  WorkspaceMemberRemoved: "MEMBER_REMOVED",
  WorkspaceOwnerChanged: "WORKSPACE_OWNER_CHANGED",
} as const satisfies Partial<Record<EventType, AuthAuditEventType>>;

/** Something that was done to a workspace or its members. */
export interface WorkspaceDeed {
  readonly type: keyof typeof AUDITED_AS;
  readonly workspaceId: string;
  /** What it was done to. */
  readonly subjectId: string;
  /** Further ids, for the event and the audit. */
  readonly refs?: Readonly<Record<string, string>>;
  /** User id, or the keyed hash of an operator without an account. */
  readonly actor: string;
  /** The account it concerns; null where it concerns none. */
  readonly userId: string | null;
  /** For the audit alone. */
  readonly reason?: string | null;
  readonly requestId: string;
  readonly now: Date;
}

/** Tells the others and the audit of it; by ids alone, but for the reason in the audit. */
export async function emitWorkspaceEvent(tx: Tx, deed: WorkspaceDeed): Promise<void> {
  const { type, workspaceId, subjectId, actor, userId, requestId, now, reason = null } = deed;
  const refs = { workspaceId, ...deed.refs };
  const event = { eventId: newId(), type, subjectId, version: 0, refs };
  await appendEvents(tx, [event], { now, requestId });
  await appendAuthAudit(tx, {
    userId,
    eventType: AUDITED_AS[type],
    provider: null,
    actor,
    metadata: { ...refs, ...(reason !== null && { reason }) },
  });
}
