import { needKeycloak, needPostgres, needTemporalProgram, startParts } from "./running-parts.ts";

/** What the keycloak level needs; each file starts a Keycloak of its own, one of them a whole stack. */
export default async function startForKeycloak(): Promise<void> {
  await startParts(needTemporalProgram, needKeycloak, needPostgres);
}
