import type { JWTPayload } from "jose";
import { z } from "zod";
import { INTERNAL_SCOPE } from "../../../contract/accounts/vocabulary.ts";

/** One of our services calling another: no person, no session, no app (docs/rooms/wire.md#service-tokens). */
export interface Machine {
  /** Its client at the identity provider. */
  readonly clientId: string;
}

const text = z.string().min(1).max(255);
const claimsSchema = z.object({
  sub: text,
  jti: text,
  client_id: text.optional(),
  azp: text.optional(),
  scope: z.string(),
  /** A token with a session belongs to a person, for any client. */
  sid: z.never().optional(),
  cnf: z.never().optional(),
  events: z.never().optional(),
});

/**
 * The service that a verified token was issued to by client credentials (RFC 6749, 4.4). Null for any other token:
 * another client, without the scope, or with a session.
 */
export function machineOf(payload: JWTPayload, machines: ReadonlySet<string>): Machine | null {
  const read = claimsSchema.safeParse(payload);
  if (!read.success) return null;
  const { azp, scope } = read.data;
  const clientId = read.data.client_id ?? azp ?? "";
  const agree = azp === undefined || azp === clientId;
  const isAllowed = scope.split(" ").includes(INTERNAL_SCOPE);
  return agree && isAllowed && machines.has(clientId) ? { clientId } : null;
}
