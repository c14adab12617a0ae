import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { Refusal } from "../contract/refusal.ts";

/**
 * Opaque, versioned cursor, signed for one scope (docs/rooms/wire.md#cursors).
 *
 * @param scope the query it belongs to, with everything that narrows it, e.g. `invitations:<workspaceId>`.
 */
export function encodeCursor(key: Uint8Array, scope: string, position: CursorPosition): string {
  const body = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${VERSION}.${body}.${signature(key, scope, body).toString("base64url")}`;
}

/** The position after which a list continues: the sort keys of its last item. */
export type CursorPosition = Readonly<Record<string, string | number>>;

const positionSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * The position of a cursor. @throws Refusal CURSOR_INVALID if this service did not sign it, or it belongs to another
 * scope.
 */
export function decodeCursor(key: Uint8Array, scope: string, text: string): CursorPosition {
  const [version, body = "", given = "", ...rest] = text.split(".");
  const expected = signature(key, scope, body);
  const actual = Buffer.from(given, "base64url");
  const signed = actual.length === expected.length && timingSafeEqual(actual, expected);
  if (version !== VERSION || rest.length > 0 || !signed) throw new Refusal("CURSOR_INVALID");
  return positionSchema.parse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
}

const VERSION = "1";

function signature(key: Uint8Array, scope: string, body: string): Buffer {
  return createHmac("sha256", secretOf(key)).update(`${VERSION}\n${scope}\n${body}`).digest();
}

const secrets = new WeakMap<Uint8Array, KeyObject>();

/** Caches the prepared key: preparing takes longer than signing. */
function secretOf(key: Uint8Array): KeyObject {
  const secret = secrets.get(key) ?? createSecretKey(key);
  secrets.set(key, secret);
  return secret;
}
