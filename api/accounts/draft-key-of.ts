import { hkdfSync } from "node:crypto";
import type { Caller } from "../guard/caller.ts";

/**
 * The key by which a browser seals a person's unsent text (docs/rooms/accounts.md#draft-key). It is derived for one
 * session and person and stored nowhere: the guard alone decides who gets it, so it ends with the session.
 */
export function draftKeyOf(
  secret: Uint8Array,
  { appSessionId, userId }: Pick<Caller, "appSessionId" | "userId">,
): string {
  const about = `draft\n${appSessionId}\n${userId}`;
  return Buffer.from(hkdfSync("sha256", secret, "", about, KEY_BYTES)).toString("base64url");
}

/** The length of a key for AES-256. */
const KEY_BYTES = 32;
