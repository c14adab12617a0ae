import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { ensureMachineScope } from "../../../tools/keycloak/ensure-machine-scope.ts";
import { findKeycloak } from "../../../tools/keycloak/find-keycloak.ts";
import { type KeycloakAdmin, openKeycloakAdmin } from "../../../tools/keycloak/keycloak-admin.ts";
import { addressesOf, readLoopbackRealm, REALM_NAME } from "../../../tools/keycloak/realm-file.ts";
import { signInAtKeycloak } from "../../../tools/keycloak/sign-in-at-keycloak.ts";
import { startKeycloak } from "../../../tools/keycloak/start-keycloak.ts";
import type { Enter } from "../../phones/sign-in.ts";
import { say } from "../say.ts";

/** Starts a Keycloak with the realm of the product, in the folder of a drill. */
export async function startDrillKeycloak(options: KeycloakPlace): Promise<DrillKeycloak> {
  const { apiUrl, folder, port, stops, takePort } = options;
  const installation = await findKeycloak({ env: process.env, say });
  // Nobody reads its e-mail: no account of a drill has to prove its address.
  const realm = readLoopbackRealm({ apiUrl, webOrigin: WEB_ORIGIN, smtpPort: takePort() });
  const adminPassword = randomBytes(16).toString("hex");
  const { PATH, HOME } = process.env;
  const { url, stop } = await startKeycloak({
    installation,
    directory: folder,
    port,
    realm,
    realmName: REALM_NAME,
    adminPassword,
    env: { PATH, HOME },
    onLine: (line) => appendFileSync(join(folder, "keycloak.log"), `${line}\n`),
  });
  stops.push(stop);
  const admin = openKeycloakAdmin(url, REALM_NAME, adminPassword);
  await ensureMachineScope(admin);
  const redirectUris = Object.fromEntries(
    addressesOf(realm).clients.map(({ clientId, redirectUris: [first = ""] }) => [clientId, first]),
  );
  return {
    admin,
    enter: (request) => signInAtKeycloak({ url, adminPassword, redirectUris }, request),
  };
}

/** The issuer of a drill's Keycloak. */
export const keycloakIssuer = (port: number) => `http://127.0.0.1:${port}/realms/${REALM_NAME}`;

/** A running Keycloak of a drill. */
export interface DrillKeycloak {
  readonly admin: KeycloakAdmin;
  readonly enter: Enter;
}

interface KeycloakPlace {
  readonly folder: string;
  /** Public address of the API. */
  readonly apiUrl: string;
  readonly port: number;
  readonly takePort: () => number;
  readonly stops: (() => Promise<unknown>)[];
}

/** The realm wants one; no browser opens it. */
const WEB_ORIGIN = "http://127.0.0.1:5173";
