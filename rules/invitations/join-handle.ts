import { JOIN_HANDLE_MINUTES } from "../../contract/invitations/vocabulary.ts";
import { isKeyedText, keyedText } from "../keyed-text.ts";

/**
 * Makes a short-lived handle that replaces the token of an invitation to join (docs/rooms/invitations.md#join-handles).
 * It holds the id, an end ten minutes after `now`, and an HMAC over purpose, id and end. Nothing is stored for it.
 */
export async function makeJoinHandle(
  key: Uint8Array,
  memberInvitationId: string,
  now: Date,
): Promise<IssuedJoinHandle> {
  const expiresAt = new Date(now.getTime() + JOIN_HANDLE_MINUTES * MINUTE_MS);
  const end = expiresAt.getTime().toString(36);
  const code = await keyedText(key, signedText(memberInvitationId, end));
  return { joinHandle: `${memberInvitationId}.${end}.${code}`, expiresAt };
}

/** A handle as the page behind a link gets it. */
export interface IssuedJoinHandle {
  readonly joinHandle: string;
  readonly expiresAt: Date;
}

/** The content of a handle, expired or not; null if this installation did not make it. */
export async function readJoinHandle(key: Uint8Array, text: string): Promise<JoinHandle | null> {
  const [, memberInvitationId = "", end = "", code = ""] = FORM.exec(text) ?? [];
  const isOurs = await isKeyedText(key, signedText(memberInvitationId, end), code);
  return isOurs ? { memberInvitationId, expiresAt: new Date(Number.parseInt(end, 36)) } : null;
}

/** A genuine handle. */
export interface JoinHandle {
  readonly memberInvitationId: string;
  /** From this instant on it is good for nothing. */
  readonly expiresAt: Date;
}

/** The first line is the purpose: the same key signs the tokens of invitations. */
const signedText = (id: string, end: string) => `sideline join handle\n${id}\n${end}`;

const FORM = /^([\da-f-]{36})\.([\da-z]{1,11})\.([\w-]{43})$/;
const MINUTE_MS = 60_000;
