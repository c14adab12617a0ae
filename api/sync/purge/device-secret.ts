import type { ApiDeps } from "../../deps.ts";
import { keyedHash } from "../../keyed-hash.ts";
import { secretHash } from "./secret-hash.ts";

/** What is kept of a device's secret (docs/rooms/sync.md#device-secrets). */
export function deviceSecretHash({ keys }: ApiDeps, deviceId: string): string {
  return secretHash(deriveSecret(keys.invitation, deviceId));
}

/**
 * Adds the secret to the answer of a registration, first or repeated; null is what is stored in its place. An answer
 * from before there were secrets has no place for one: its device has none.
 */
export function revealDeviceSecret<Answer extends { readonly deviceId: string }>(
  answer: Answer & { readonly deviceSecret?: string | null },
  { keys }: ApiDeps,
): Answer & { readonly deviceSecret: string | null } {
  const hasSecret = "deviceSecret" in answer;
  const deviceSecret = hasSecret ? deriveSecret(keys.invitation, answer.deviceId) : null;
  return { ...answer, deviceSecret };
}

/**
 * Registering again makes another device, so the secret of a device has one generation. As with invitations, a raised
 * one would make every former secret unknown.
 */
const GENERATION = 1;

/** 256 bits, base64url. */
function deriveSecret(key: Uint8Array, deviceId: string): string {
  return keyedHash(key, "sideline device secret", `${deviceId}\n${GENERATION}`);
}
