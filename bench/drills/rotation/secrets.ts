import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { Client } from "pg";
import { z } from "zod";
import { notifyProvider } from "../../../tools/provider/control.ts";
import { until } from "../../../tools/production/database/standbys.ts";
import type { Phone } from "../../phones/phones.ts";
import { DATABASE } from "../drill-environment.ts";
import type { DrillStack } from "../drill-types.ts";
import { untilSteady } from "../figures.ts";
import { say } from "../say.ts";
import { type DrillGround, type PlayOptions, underLoad } from "../under-load.ts";
import { openProxyCertificate, rotateProxyCertificate } from "./proxy-certificate.ts";
import {
  authorityFile,
  renewCertificate,
  tlsSettings,
  verifyingQuery,
} from "./server-certificate.ts";

/**
 * Replaces the certificate of the database's servers, that of the proxy, and then the keys with which the identity
 * provider signs tokens, under load. Every process verifies the certificates.
 *
 * @returns whether no request failed, new connections see the new certificates, and phones have tokens of the new key.
 */
export async function secrets(options: PlayOptions): Promise<boolean> {
  const shape = {
    settings: tlsSettings,
    databaseQuery: verifyingQuery,
    proxyCertificate: openProxyCertificate,
  };
  return await underLoad({ ...options, shape }, async (ground) => {
    const results = [
      await rotateCertificate(ground),
      await rotateProxyCertificate(ground),
      await rotateKeys(ground),
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

/** The provider publishes a key 15 s before it signs with it, and phones renew their tokens every minute. */
const RENEWED_WITHIN_MS = 180_000;

async function rotateKeys({ stack, load: { account } }: DrillGround): Promise<boolean> {
  await untilSteady(account);
  const before = account.others.length;
  const phones = [...new Set(account.batches.map(({ phone }) => phone))];
  const former = new Set(phones.map(keyOf));
  await notifyProvider(join(stack.folder, "provider"), "rotate");
  const at = performance.now();
  await until(
    async () => phones.every((phone) => !former.has(keyOf(phone))),
    "Not every phone got a token of the new key",
    RENEWED_WITHIN_MS,
  );
  await untilSteady(account);
  const failed = account.others.slice(before);
  say(
    [
      `keys of the identity provider rotated: ${failed.length} requests failed`,
      `${phones.length} phones had a token of the new key after ${((performance.now() - at) / 1_000).toFixed(0)} s`,
      ...new Set(failed.map(({ what }) => what)),
    ].join("; "),
  );
  return failed.length === 0;
}

const Header = z.object({ kid: z.string() });

/** The key that signed a phone's token. */
function keyOf({ accessToken }: Phone): string {
  const [header = ""] = accessToken.split(".");
  return Header.parse(JSON.parse(Buffer.from(header, "base64url").toString("utf8"))).kid;
}
