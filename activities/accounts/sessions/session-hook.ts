import type { SessionEnd } from "../../../contract/accounts/session-vocabulary.ts";
import type { Tx } from "../../../db/transact.ts";

/** Sessions that have just ended, and why. The caller holds their users. */
export interface EndedSessionSet {
  readonly userIds: readonly string[];
  readonly sessionIds: readonly string[];
  readonly reason: SessionEnd;
  readonly now: Date;
  readonly requestId: string | null;
}

/** What ended along with sessions, counted by name, for the records of their end. */
export type EndedAlong = Readonly<Record<string, number>>;

/** What another room does when sessions end, in the same transaction: effective on the next request. */
export interface SessionHook {
  ended(tx: Tx, sessions: EndedSessionSet): Promise<EndedAlong>;
}

/** The hooks of every room that follows sessions, in the order in which they are told. */
export type SessionHooks = readonly SessionHook[];

/** Tells every hook that sessions ended. */
export async function announceEnded(
  tx: Tx,
  hooks: SessionHooks,
  sessions: EndedSessionSet,
): Promise<EndedAlong> {
  const endedAlong: Record<string, number> = {};
  for (const hook of hooks) Object.assign(endedAlong, await hook.ended(tx, sessions));
  return endedAlong;
}
