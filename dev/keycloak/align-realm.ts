import type { KeycloakAdmin } from "./keycloak-admin.ts";
import { addressesOf } from "./realm-file.ts";

/**
 * Tells a realm that was imported at an earlier start where everything is now: Keycloak takes a realm
 * file only once, and ports of an embedded stack may change between two starts.
 */
export async function alignRealm(admin: KeycloakAdmin, realm: string): Promise<void> {
  const { clients, smtpServer } = addressesOf(realm);
  await admin.send("PUT", "", { smtpServer });
  for (const { clientId, attributes, ...uris } of clients) {
    const row = await admin.find(`clients?clientId=${clientId}`);
    const kept = row["attributes"];
    const merged = { ...(typeof kept === "object" && kept), ...attributes };
    await admin.send("PUT", `clients/${row.id}`, { ...row, ...uris, attributes: merged });
  }
}
