import type { JWTPayload } from "jose";
import { z } from "zod";
import { TOKEN_ROLES } from "../../contract/accounts/vocabulary.ts";
import { machineOf } from "./tokens/machine.ts";

/** The sender of a valid token, before anything else is known about them. */
export interface Bearer {
  /** Unique per person at the provider, across apps and sessions; for a service its client. */
  readonly key: string;
  /** Staff means administration or support. */
  readonly kind: "person" | "staff" | "service";
}

/** The sender of these headers, if their token is cached; verifies nothing and makes no call. */
export type RecallBearer = (authorization: readonly string[] | undefined) => Bearer | null;

const roles = z.array(z.string()).optional();
const bearerSchema = z.object({
  sub: z.string(),
  tenant: z.string().optional(),
  roles,
  realm_access: z.object({ roles }).optional(),
});

/** The bearer by a token's claims; null if they name nobody. */
export function bearerOf(payload: JWTPayload, machines: ReadonlySet<string>): Bearer | null {
  const machine = machineOf(payload, machines);
  if (machine !== null) return { key: machine.clientId, kind: "service" };
  const named = bearerSchema.safeParse(payload);
  if (!named.success) return null;
  const { sub: subject, tenant = "" } = named.data;
  const isStaff = TOKEN_ROLES.some((role) => rolesOf(named.data).includes(role));
  return { key: bearerKey({ tenant, subject }), kind: isStaff ? "staff" : "person" };
}

/** The key of a person at the provider. */
export function bearerKey(identity: { readonly tenant: string; readonly subject: string }): string {
  return JSON.stringify([identity.tenant, identity.subject]);
}

/** Keycloak puts roles into `realm_access`, others into a plain claim. */
export function rolesOf(
  claims: Pick<z.infer<typeof bearerSchema>, "roles" | "realm_access">,
): readonly string[] {
  return [...(claims.roles ?? []), ...(claims.realm_access?.roles ?? [])];
}
