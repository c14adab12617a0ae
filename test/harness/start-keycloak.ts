import { needKeycloak, needPostgres, needTemporalProgram, startParts } from "./running-parts.ts";

/** Starts what the keycloak level needs; each file starts its own Keycloak, and one file a whole stack. */
export default async function startForKeycloak(): Promise<void> {
  await startParts(needTemporalProgram, needKeycloak, needPostgres);
}
