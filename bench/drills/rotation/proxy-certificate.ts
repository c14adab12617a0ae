import { readFileSync } from "node:fs";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, getCACertificates, setDefaultCACertificates } from "node:tls";
import { until } from "../../../tools/production/database/standbys.ts";
import { isRunning } from "../../../tools/processes/process-record.ts";
import { longestSince, untilSteady } from "../figures.ts";
import { say } from "../say.ts";
import type { DrillGround } from "../under-load.ts";
import { authorityFile, renewProxyCertificate } from "./server-certificate.ts";

/** Creates the first certificate of the proxy, and has this process trust its authority. */
export function openProxyCertificate(folder: string): string {
  const file = renewProxyCertificate(folder);
  const authority = readFileSync(authorityFile(folder), "utf8");
  setDefaultCACertificates([...getCACertificates("default"), authority]);
  return file;
}

/**
 * Replaces the certificate of the proxy and reloads HAProxy under load.
 *
 * @returns whether no request failed, and new connections see the new certificate.
 */
export async function rotateProxyCertificate(ground: DrillGround): Promise<boolean> {
  const { stack, load } = ground;
  const { account } = load;
  await untilSteady(account);
  const before = account.others.length;
  const [former, from] = [stack.proxy.child, performance.now()];
  const serial = await serialOf(stack.urls.api);
  renewProxyCertificate(stack.folder);
  await stack.proxy.reload();
  await until(
    async () => (await serialOf(stack.urls.api)) !== serial,
    "The proxy's certificate did not change",
  );
  await sleep(USED_FOR_MS);
  const failed = account.others.slice(before);
  const rest = isRunning(former.record)
    ? "the former process still serves connections of the database"
    : "the former process has ended";
  say(
    [
      `certificate of the proxy rotated by a reload: ${failed.length} requests failed`,
      `longest answer ${Math.round(longestSince(account, from))} ms`,
      rest,
      ...new Set(failed.map(({ what }) => what)),
    ].join("; "),
  );
  return failed.length === 0;
}

/** Longer than phones keep an idle connection. */
const USED_FOR_MS = 15_000;

/** The serial number of the certificate that a new connection sees. */
async function serialOf(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  try {
    await once(socket, "secureConnect");
    return socket.getPeerCertificate().serialNumber;
  } finally {
    socket.destroy();
  }
}
