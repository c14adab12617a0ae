import type { KeycloakAdmin } from "./keycloak-admin.ts";
import { addressesOf } from "./realm-file.ts";

/**
 * Updates the addresses of a realm that was imported at an earlier start. Keycloak imports a realm file only once,
 * and the ports of an embedded stack may change between two starts.
 */
export async function alignRealm(admin: KeycloakAdmin, realm: string): Promise<void> {
  const { clients, smtpServer } = addressesOf(realm);
  await admin.send("PUT", "", { smtpServer });
  for (const client of clients) {
    const { clientId, attributes, redirectUris, webOrigins } = client;
    const [row] = await admin.list(`clients?clientId=${clientId}`);
    // It was added to the file after that start.
    if (row === undefined) {
      await admin.send("POST", "clients", client);
      continue;
    }
    const current = row["attributes"];
    const merged = { ...(typeof current === "object" && current), ...attributes };
    const changes = { redirectUris, webOrigins, attributes: merged };
    await admin.send("PUT", `clients/${row.id}`, { ...row, ...changes });
  }
}
