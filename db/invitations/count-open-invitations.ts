import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import { OPEN_INVITATION_STATUSES } from "../../contract/invitations/vocabulary.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { clockNow, secondsAgo, secondsUntil } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** How many client invitations of a workspace are open, scheduled ones included. */
export async function countOpenInvitations(tx: Tx, workspaceId: string): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom("invitation")
    .where("workspaceId", "=", workspaceId)
    .where("status", "in", OPEN_INVITATION_STATUSES)
    .where("expiresAt", ">", clockNow)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many client invitations a coach has scheduled in a workspace. */
export async function countScheduledInvitations(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom("invitation")
    .where("workspaceId", "=", workspaceId)
    .where("invitedByUserId", "=", userId)
    .where("status", "=", "SCHEDULED")
    .where("expiresAt", ">", clockNow)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many invitations to join a workspace are open. */
export async function countOpenMemberInvitations(tx: Tx, workspaceId: string): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom("memberInvitation")
    .where("workspaceId", "=", workspaceId)
    .where("status", "=", "ACTIVE")
    .where("expiresAt", ">", clockNow)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

const SENT = [
  "INVITATION_CREATED",
  "INVITATION_RESENT",
  "MEMBER_INVITED",
] as const satisfies readonly AuthAuditEventType[];

/** At most `limit` messages within a number of seconds. */
export interface SendingLimit {
  readonly limit: number;
  readonly withinSeconds: number;
}

/**
 * Seconds until a coach may send the next invitation; null for now. It counts audit entries, which also include
 * resent invitations.
 */
export async function findSendingPause(
  tx: Tx,
  { userId, limit, withinSeconds }: SendingLimit & { readonly userId: string },
): Promise<number | null> {
  const oldest = await tables(tx)
    .selectFrom("authAuditEvent")
    .where("userId", "=", userId)
    .where("eventType", "in", SENT)
    .where("createdAt", ">", secondsAgo(withinSeconds))
    .select(({ ref }) => secondsUntil(ref("createdAt"), withinSeconds).as("seconds"))
    .orderBy("createdAt", "desc")
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  return oldest?.seconds ?? null;
}

/** How many more messages a coach may send now within a limit. */
export async function countSendsLeft(
  tx: Tx,
  { userId, limit, withinSeconds }: SendingLimit & { readonly userId: string },
): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom(({ selectFrom }) =>
      selectFrom("authAuditEvent")
        .where("userId", "=", userId)
        .where("eventType", "in", SENT)
        .where("createdAt", ">", secondsAgo(withinSeconds))
        .select("id")
        .limit(limit)
        .as("sent"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return limit - count;
}

/** Whether a client ever joined a workspace. */
export async function hasHadClients(tx: Tx, workspaceId: string): Promise<boolean> {
  const found = await tables(tx)
    .selectFrom("relationship")
    .where("workspaceId", "=", workspaceId)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
