import { memberToken } from "../../activities/invitations/invite-member.ts";
import { readJoinHandle } from "../../rules/invitations/join-handle.ts";

/**
 * The token of the invitation that a body names, under which failed attempts are counted; null if it names none. A
 * handle counts as the token that it stands for, also once it has expired: otherwise each new handle would bring new
 * attempts. A handle that is not ours counts under its own text, like an unknown token.
 */
export async function namedToken(body: unknown, key: Uint8Array): Promise<string | null> {
  if (typeof body !== "object" || body === null) return null;
  if ("invitationToken" in body) return String(body.invitationToken);
  if (!("joinHandle" in body)) return null;
  const text = String(body.joinHandle);
  const handle = await readJoinHandle(key, text);
  return handle === null ? text : await memberToken(key, handle.memberInvitationId);
}
