import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { Client } from "pg";
import { until } from "../../../tools/production/database/standbys.ts";
import { DATABASE } from "../drill-environment.ts";
import type { DrillStack } from "../drill-types.ts";
import { untilSteady } from "../figures.ts";
import { say } from "../say.ts";
import { type DrillGround, type PlayOptions, underLoad } from "../under-load.ts";
import { rotateClientSecret } from "./client-secret.ts";
import { openProxyCertificate, rotateProxyCertificate } from "./proxy-certificate.ts";
import {
  authorityFile,
  renewCertificate,
  tlsSettings,
  verifyingQuery,
} from "./server-certificate.ts";
import { rotateSigningKeys } from "./signing-keys.ts";

/**
 * Replaces the certificates of database and proxy, the signing keys of Keycloak and the secret of a client under load.
 * Every process verifies the certificates.
 *
 * @returns whether no request failed, new connections see the new certificates, and phones have tokens of the new key.
 */
export async function secrets(options: PlayOptions): Promise<boolean> {
  const shape = {
    settings: tlsSettings,
    databaseQuery: verifyingQuery,
    proxyCertificate: openProxyCertificate,
    hasKeycloak: true,
  };
  return await underLoad({ ...options, shape }, async (ground) => {
    const { keycloak } = ground.stack;
    if (keycloak === null) throw new Error("The stack has no Keycloak.");
    const results = [
      await rotateCertificate(ground),
      await rotateProxyCertificate(ground),
      await rotateSigningKeys(ground, keycloak.admin),
      await rotateClientSecret(ground, keycloak.admin),
    ];
    return results.every(Boolean);
  });
}

/** Longer than a pool keeps an idle connection. */
const USED_FOR_MS = 15_000;

async function rotateCertificate({ stack, load: { account } }: DrillGround): Promise<boolean> {
  await untilSteady(account);
  const before = account.others.length;
  const former = await serialOf(stack);
  await renewCertificate(stack.folder);
  for (const { ask } of stack.cluster.members) await ask("select pg_reload_conf()");
  await until(async () => (await serialOf(stack)) !== former, "The certificate did not change");
  await sleep(USED_FOR_MS);
  const open = await countOpenSessions(stack);
  const failed = account.others.slice(before);
  say(
    [
      `certificate of the database rotated: ${failed.length} requests failed`,
      `${open} sessions of the product without TLS`,
      ...new Set(failed.map(({ what }) => what)),
    ].join("; "),
  );
  return failed.length === 0 && open === 0;
}

/** The serial number of the certificate that a new connection sees. */
async function serialOf({ cluster, databasePort, folder }: DrillStack): Promise<string> {
  const client = new Client({
    connectionString: cluster.superuserUrl(DATABASE, databasePort),
    ssl: { ca: readFileSync(authorityFile(folder), "utf8") },
  });
  await client.connect();
  try {
    const { stream } = client.connection;
    if (!(stream instanceof TLSSocket)) throw new TypeError("The connection has no TLS.");
    return stream.getPeerCertificate().serialNumber;
  } finally {
    await client.end();
  }
}

async function countOpenSessions({ cluster }: DrillStack): Promise<number> {
  const [row] = await cluster.primary().ask(
    `select count(*)::text as n from pg_stat_activity join pg_stat_ssl using (pid)
      where usename = 'sideline_app' and not ssl`,
  );
  return Number(row?.["n"]);
}
