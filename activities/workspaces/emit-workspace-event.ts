import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/** Emits and audits the act, with ids only; the reason goes into the audit. */
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

/** An act on a workspace or its members. */
export interface WorkspaceDeed {
  readonly type: keyof typeof AUDITED_AS;
  readonly workspaceId: string;
  /** The object of the act. */
  readonly subjectId: string;
  /** Further ids, for the event and the audit. */
  readonly refs?: Readonly<Record<string, string>>;
  /** User id, or the keyed hash of an operator without an account. */
  readonly actor: string;
  /** The account that it concerns, or null. */
  readonly userId: string | null;
  /** For the audit only. */
  readonly reason?: string | null;
  readonly requestId: string;
  readonly now: Date;
}
