import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/transact.ts";

/** A sign-in that came to an account, or left it. */
export interface SignInChange {
  readonly type: "SignInLinked" | "SignInUnlinked";
  readonly userId: string;
  readonly identityId: string;
  readonly requestId: string;
  readonly now: Date;
}

/** Tells of it, by ids alone: the owner of the account is mailed (docs/rooms/accounts.md#notices). */
export async function tellOfSignIn(tx: Tx, change: SignInChange): Promise<void> {
  const { type, userId: subjectId, identityId, requestId, now } = change;
  const event = { eventId: newId(), type, subjectId, version: 0, refs: { identityId } };
  await appendEvents(tx, [event], { now, requestId });
}
