import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/** Emits the change with ids only; the owner of the account gets an e-mail (docs/rooms/accounts.md#notices). */
export async function notifyOfSignIn(tx: Tx, change: SignInChange): Promise<void> {
  const { type, userId: subjectId, identityId, requestId, now } = change;
  const event = { eventId: newId(), type, subjectId, version: 0, refs: { identityId } };
  await appendEvents(tx, [event], { now, requestId });
}

/** A sign-in that was linked to an account, or unlinked. */
export interface SignInChange {
  readonly type: "SignInLinked" | "SignInUnlinked";
  readonly userId: string;
  readonly identityId: string;
  readonly requestId: string;
  readonly now: Date;
}
