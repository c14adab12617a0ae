import { v7 as uuidv7 } from "uuid";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import {
  type EndedSession,
  endProviderSessions,
} from "../../../db/identity/providers/revoke-provider-sessions.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import type { Tx } from "../../../db/transact.ts";

/** A security disable of a provider. */
export interface ProviderRevocation {
  readonly providerKey: string;
  /** The audit line of the disable, which each ended session names. */
  readonly auditEventId: string;
  readonly actor: string;
  readonly requestId: string;
  readonly now: Date;
}

/** Events of one statement; a provider may have many sessions. */
const SLICE = 1_000;

/**
 * Ends all sessions that began by the provider: the next request of each is refused.
 *
 * @returns how many they were.
 */
export async function revokeProviderSessions(
  tx: Tx,
  revocation: ProviderRevocation,
): Promise<number> {
  const { now, requestId } = revocation;
  const ended = await endProviderSessions(tx, revocation);
  for (let at = 0; at < ended.length; at += SLICE) {
    const events = ended.slice(at, at + SLICE).map(revokedEvent);
    await appendEvents(tx, events, { now, requestId });
  }
  return ended.length;
}

function revokedEvent({ id, userId }: EndedSession): DomainEvent {
  return {
    eventId: uuidv7(),
    type: "SessionRevoked",
    subjectId: id,
    version: 0,
    refs: { userId, reason: "PROVIDER_DISABLED" },
  };
}
