import { z } from "zod";
import type { KeycloakAdmin } from "../../../tools/keycloak/keycloak-admin.ts";
import { until } from "../../../tools/production/database/standbys.ts";
import type { Phone } from "../../phones/phones.ts";
import { untilSteady } from "../figures.ts";
import { say } from "../say.ts";
import type { DrillGround } from "../under-load.ts";

/**
 * Gives Keycloak another signing key under load, then withdraws the former one, as soon as no token of it is left.
 *
 * @returns whether no request failed and every phone has a token of the new key.
 */
export async function rotateSigningKeys(ground: DrillGround, admin: KeycloakAdmin) {
  const { account } = ground.load;
  await untilSteady(account);
  const before = account.others.length;
  const phones = [...new Set(account.batches.map(({ phone }) => phone))];
  const former = new Set(phones.map(keyOf));
  const at = performance.now();
  const formerKeys = await listKeys(admin);
  await admin.send("POST", "components", {
    name: "rotated",
    providerId: PROVIDER,
    providerType: KEYS,
    config: { priority: ["200"], enabled: ["true"], active: ["true"], algorithm: ["RS256"] },
  });
  await until(
    async () => phones.every((phone) => !former.has(keyOf(phone))),
    "Not every phone got a token of the new key",
    RENEWED_WITHIN_MS,
  );
  const seconds = (performance.now() - at) / 1_000;
  for (const { id } of formerKeys) await admin.send("DELETE", `components/${id}`);
  await untilSteady(account);
  const failed = account.others.slice(before);
  say(
    [
      `signing keys of Keycloak rotated: ${failed.length} requests failed`,
      `${phones.length} phones had a token of the new key after ${seconds.toFixed(0)} s`,
      ...new Set(failed.map(({ what }) => what)),
    ].join("; "),
  );
  return failed.length === 0;
}

const KEYS = "org.keycloak.keys.KeyProvider";
const PROVIDER = "rsa-generated";

/** Phones renew their tokens every minute. */
const RENEWED_WITHIN_MS = 180_000;

/** The keys of the realm that sign access tokens. */
async function listKeys(admin: KeycloakAdmin) {
  const rows = await admin.list(`components?type=${KEYS}`);
  return rows.filter(({ providerId }) => providerId === PROVIDER);
}

const Header = z.object({ kid: z.string() });

/** The key that signed a phone's token. */
function keyOf({ accessToken }: Phone): string {
  const [header = ""] = accessToken.split(".");
  return Header.parse(JSON.parse(Buffer.from(header, "base64url").toString("utf8"))).kid;
}
