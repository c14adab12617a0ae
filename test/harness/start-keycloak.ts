import { needKeycloak, needPostgres, startParts } from "./running-parts.ts";

/** What the keycloak level needs; each file starts a Keycloak of its own. */
export default async function startForKeycloak(): Promise<void> {
  await startParts(needKeycloak, needPostgres);
}
