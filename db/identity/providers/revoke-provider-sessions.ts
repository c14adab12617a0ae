import { sql } from "kysely";
import type { SessionEnd } from "../../../contract/identity/session-vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** A session that this call ended. */
export interface EndedSession {
  readonly id: string;
  readonly userId: string;
}

const ENDED_FOR: SessionEnd = "PROVIDER_DISABLED";

/**
 * Ends every session that began by a provider, each with its line in the auth audit, in one
 * statement; the lines are what a review of the sessions reads.
 */
export async function endProviderSessions(
  tx: Tx,
  end: {
    readonly providerKey: string;
    readonly auditEventId: string;
    readonly actor: string;
    readonly now: Date;
  },
): Promise<readonly EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    with ended as (
      update app_session s set revoked_at = ${end.now}, revoked_for = ${ENDED_FOR}
        from auth_identity i
       where i.id = s.identity_id and i.provider = ${end.providerKey} and s.revoked_at is null
      returning s.id, s.user_id),
    audited as (
      insert into auth_audit_event (id, user_id, event_type, provider, actor, metadata, created_at)
      select uuidv7(), user_id, 'SESSION_REVOKED', ${end.providerKey}, ${end.actor},
             jsonb_build_object('appSessionId', id, 'reason', ${ENDED_FOR}::text,
                                'auditEventId', ${end.auditEventId}::text),
             clock_now()
        from ended)
    select id, user_id as "userId" from ended order by id
  `.execute(tx.getKysely());
  return rows;
}
