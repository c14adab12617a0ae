import type { ApiDeps } from "../../api-deps.ts";
import { keyedHash } from "../../keyed-hash.ts";
import { secretHash } from "./secret-hash.ts";

/** The stored hash of a device's secret (docs/rooms/sync.md#device-secrets). */
export function deviceSecretHash({ keys }: ApiDeps, deviceId: string): string {
  return secretHash(deriveSecret(keys.invitation, deviceId));
}

/**
 * Adds the secret to the answer of a registration, first or replayed; null is stored in its place. An answer from
 * before secrets existed has no field for one: its device has none.
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
 * Registering again creates another device, so a device's secret has one generation. As with invitations, a higher
 * one would invalidate every former secret.
 */
const GENERATION = 1;

/** 256 bits, base64url. */
function deriveSecret(key: Uint8Array, deviceId: string): string {
  return keyedHash(key, "sideline device secret", `${deviceId}\n${GENERATION}`);
}
