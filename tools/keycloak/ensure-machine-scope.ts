import { INTERNAL_SCOPE } from "../../contract/accounts/vocabulary.ts";
import { PROVIDER_MACHINE } from "../provider/clients.ts";
import type { KeycloakAdmin } from "./keycloak-admin.ts";

/**
 * Creates the scope of the internal routes if the realm lacks it, and lets the service request it. The realm file
 * cannot name it without naming all scopes that Keycloak creates itself. For a public Keycloak, docs/operations.md says
 * the same.
 */
export async function ensureMachineScope(admin: KeycloakAdmin): Promise<void> {
  const find = async () =>
    (await admin.list("client-scopes")).find(({ name }) => name === INTERNAL_SCOPE);
  if ((await find()) === undefined) {
    const attributes = { "include.in.token.scope": "true", "display.on.consent.screen": "false" };
    const scope = { name: INTERNAL_SCOPE, protocol: "openid-connect", attributes };
    await admin.send("POST", "client-scopes", scope);
  }
  const scope = await find();
  if (scope === undefined) throw new Error(`Keycloak has no scope ${INTERNAL_SCOPE}.`);
  const { id } = await admin.find(`clients?clientId=${PROVIDER_MACHINE.clientId}`);
  await admin.send("PUT", `clients/${id}/optional-client-scopes/${scope.id}`);
}
