import { readFileSync } from "node:fs";
import * as z from "zod";
import { PROVIDER_MACHINE } from "../provider/clients.ts";

const Realm = z.object({
  smtpServer: z.record(z.string(), z.string()),
  clients: z.array(
    z.looseObject({
      clientId: z.string(),
      redirectUris: z.array(z.string()),
      webOrigins: z.array(z.string()),
      attributes: z.record(z.string(), z.string()),
    }),
  ),
});
/** The part of the realm that names addresses. */
export type RealmAddresses = z.infer<typeof Realm>;

/** Values that the realm file leaves to the environment. */
export type RealmPlace = {
  /** Address at which Keycloak reaches the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly webOrigin: string;
  /** Port of a mail server on the loopback address that requires neither account nor TLS. */
  readonly smtpPort: number;
};

/** Name of the realm in its file. */
export const REALM_NAME = "sideline";

const file = new URL("../../deploy/keycloak/sideline-realm.json", import.meta.url);

/** The deployed realm, adapted to the loopback address; only its mail server differs. */
export function readLoopbackRealm({ apiUrl, webOrigin, smtpPort }: RealmPlace): string {
  const values: Readonly<Record<string, string>> = {
    SIDELINE_API_URL: apiUrl,
    SIDELINE_API_PUBLIC_URL: apiUrl,
    SIDELINE_WEB_ORIGIN: webOrigin,
    SIDELINE_JOBS_SECRET: PROVIDER_MACHINE.secret,
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(smtpPort),
    SMTP_FROM: "sideline@example.com",
    SMTP_USER: "unused",
    SMTP_PASSWORD: "unused",
  };
  return readFileSync(file, "utf8")
    .replace('"auth": "true"', '"auth": "false"')
    .replace('"starttls": "true"', '"starttls": "false"')
    .replaceAll(/\$\{([A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The addresses in a realm file. */
export function addressesOf(realm: string): RealmAddresses {
  return Realm.parse(JSON.parse(realm));
}
