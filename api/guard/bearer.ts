import type { JWTPayload } from "jose";
import { z } from "zod";
import { TOKEN_ROLES } from "../../contract/accounts/vocabulary.ts";
import { machineOf } from "./tokens/machine-token.ts";

/** Who sends a good token, before anything else is known of them. */
export interface Bearer {
  /** One for a person at the provider, whatever the app and the session; of a service its client. */
  readonly key: string;
  /** Staff is of administration or support. */
  readonly kind: "person" | "staff" | "service";
}

/** Who sends these headers, if their token is remembered; verifies nothing, asks nobody. */
export type RecallBearer = (authorization: readonly string[] | undefined) => Bearer | null;

const roles = z.array(z.string()).optional();
const bearerSchema = z.object({
  sub: z.string(),
  tenant: z.string().optional(),
  roles,
  realm_access: z.object({ roles }).optional(),
});

/** Whose token it is, by its claims; null for one that names nobody. */
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

/** Keycloak keeps roles under `realm_access`, others in a plain claim. */
export function rolesOf(
  claims: Pick<z.infer<typeof bearerSchema>, "roles" | "realm_access">,
): readonly string[] {
  return [...(claims.roles ?? []), ...(claims.realm_access?.roles ?? [])];
}
