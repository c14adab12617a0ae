import type { SessionEnd } from "../../../contract/accounts/session-vocabulary.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/** The reactions of another room when sessions end, in the same transaction. It takes effect on the next request. */
export interface SessionHook {
  ended(tx: Tx, sessions: EndedSessionSet): Promise<EndedAlong>;
}

/** Sessions that have just ended, and why. The caller holds the locks on their users. */
export interface EndedSessionSet {
  readonly userIds: readonly string[];
  readonly sessionIds: readonly string[];
  readonly reason: SessionEnd;
  readonly now: Date;
  readonly requestId: string | null;
}

/** Things that ended together with sessions, counted by name, for the audit of the ended sessions. */
export type EndedAlong = Readonly<Record<string, number>>;

/** The hooks of all rooms that follow sessions, in call order. */
export type SessionHooks = readonly SessionHook[];

/** Notifies every hook that sessions ended. */
export async function announceEnded(
  tx: Tx,
  hooks: SessionHooks,
  sessions: EndedSessionSet,
): Promise<EndedAlong> {
  const endedAlong: Record<string, number> = {};
  for (const hook of hooks) Object.assign(endedAlong, await hook.ended(tx, sessions));
  return endedAlong;
}
