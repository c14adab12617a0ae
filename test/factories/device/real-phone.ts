import { mkdtemp } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolderFiles } from "../../../device/adapters/node/folder-files.ts";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { standardClock } from "../../../device/adapters/standard/standard-clock.ts";
import { standardRandom } from "../../../device/adapters/standard/standard-random.ts";
import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../../../device/adapters/web-crypto/web-crypto-digest.ts";
import { openDevice } from "../../../device/open-device.ts";
import type { Clock } from "../../../device/ports/clock.ts";
import type { HttpAnswer, HttpOutcome, HttpRequest } from "../../../device/ports/http.ts";
import type { Tokens } from "../../../device/ports/sign-in.ts";
import type { Sql } from "../../../device/ports/sql.ts";
import type { AesKey, Vault } from "../../../device/ports/vault.ts";
import { type FakeNetwork, makeFakeNetwork } from "../../../device/testing/fake-network.ts";
import { makeMemoryVault } from "../../../device/testing/memory-vault.ts";
import type { Device, Scope, Surface } from "../../../device/types.ts";
import type { TestApi } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { buildPairInItsDay, type SignedInPair } from "../accounts/signed-in-pair.ts";
import type { BuiltAgenda } from "../plans/plans.ts";

/** A phone with the device library, a database file and a network that the test controls, connected to the real API. */
export interface BarePhone {
  readonly network: FakeNetwork;
  readonly vault: Vault;
  /** The path of its database file. */
  readonly file: string;
  readonly tokens: Tokens;
  /** The folder of attached files. */
  readonly folder: string;
  /** The parts of files that the phone began to send. */
  readonly parts: SentPart[];
  /** Contents that the phone sealed, in clear, except for those of files. */
  readonly sealed: string[];
  /** Breaks the connection within the next part of a file, after this many bytes. */
  cutNextPart(bytes: number): void;
  /** Starts the app on the file that a former process left. */
  open(): Promise<Device>;
  /** Kills the process: its database is closed, and nothing else happens. */
  kill(): Promise<void>;
}

/** The phone of a client. */
export interface RealPhone extends BarePhone {
  readonly pair: SignedInPair;
  readonly agenda: BuiltAgenda;
}

/** One PATCH: where it began, and how many bytes of it left the phone. */
export interface SentPart {
  readonly offset: number;
  readonly bytes: number;
}

/** A new client and their phone, not signed in yet. */
export async function buildRealPhone(api: TestApi, issuer: TestIssuer): Promise<RealPhone> {
  const { agenda, ...pair } = await buildPairInItsDay(api.deps.database.em, issuer);
  return { pair, agenda, ...(await buildBarePhone(api, pair.clientToken)) };
}

/** A phone of the person with this access token, not signed in yet. */
export async function buildBarePhone(
  api: TestApi,
  accessToken: string,
  surface: Surface = "CLIENT_MOBILE",
): Promise<BarePhone> {
  const home = await mkdtemp(join(tmpdir(), "sideline-phone-"));
  const file = join(home, "device.db");
  const folder = join(home, "files");
  const parts: SentPart[] = [];
  const sealed: string[] = [];
  let cutAfter: number | null = null;
  const network = makeFakeNetwork(async (request) => await send(api.url, request));
  const vault = makeMemoryVault();
  const tokens = { accessToken, refreshToken: "refresh", expiresInSeconds: 300 };
  let process: { readonly sql: Sql; readonly clock: MortalClock } | null = null;
  return {
    network,
    vault,
    file,
    tokens,
    folder,
    parts,
    sealed,
    cutNextPart(bytes) {
      cutAfter = bytes;
    },
    async open() {
      process = { sql: await openNodeSql(file), clock: mortalClock() };
      return await openDevice({
        surface,
        app: APP,
        ports: {
          ...process,
          vault,
          http: { send: sendParts },
          files: await openFolderFiles(folder),
          signIn: { renew: async () => tokens },
          aes: { ...webCryptoAes, seal: sealAndRecord },
          digest: webCryptoDigest,
          random: standardRandom,
        },
      });
    },
    async kill() {
      process?.clock.kill();
      await process?.sql.close();
    },
  };

  async function sealAndRecord(key: AesKey, content: Uint8Array, label: string) {
    if (!label.startsWith("media/")) sealed.push(new TextDecoder().decode(content));
    return await webCryptoAes.seal(key, content, label);
  }

  /** Forwards requests to the network, except for a part that a test cuts. */
  async function sendParts(request: HttpRequest): Promise<HttpOutcome> {
    if (request.bytes === undefined) return await network.send(request);
    const cut = cutAfter;
    cutAfter = null;
    const bytes = cut ?? request.bytes.length;
    parts.push({ offset: Number(request.headers["Upload-Offset"]), bytes });
    if (cut === null) return await network.send(request);
    await sendCut(api.url, request, cut);
    return { kind: "SILENCE", reason: "CUT_OFF" };
  }
}

/** The only scope of a signed-in phone. */
export async function onlyScope(device: Device): Promise<Scope> {
  const [scope] = await device.scopes();
  if (scope === undefined) throw new Error("The device has no scope");
  return scope;
}

const APP = {
  appVersion: "1.0.0",
  buildNumber: 1,
  platform: "ANDROID",
  osVersion: "16",
  locale: () => "en",
  timezone: () => "UTC",
} as const;

interface MortalClock extends Clock {
  kill(): void;
}

/** The clock of one process: no timer fires after the process is killed. */
function mortalClock(): MortalClock {
  const timers = new Set<() => void>();
  let isAlive = true;
  return {
    ...standardClock,
    after(ms, callback) {
      if (!isAlive) return () => undefined;
      const cancel = standardClock.after(ms, () => {
        timers.delete(cancel);
        callback();
      });
      timers.add(cancel);
      return () => {
        timers.delete(cancel);
        cancel();
      };
    },
    kill() {
      isAlive = false;
      for (const cancel of timers) cancel();
    },
  };
}

async function send(
  url: string,
  { method, path, headers, ...content }: HttpRequest,
): Promise<HttpAnswer> {
  const body = content.bytes ?? content.body;
  const sent = { method, headers, ...(body !== undefined && { body }) };
  const response = await fetch(`${url}${path}`, sent);
  return {
    kind: "ANSWER",
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
    roundTripMs: 1,
  };
}

/** Sends a whole request's head and the first bytes of its body, then breaks the connection. */
async function sendCut(
  url: string,
  { method, path, headers, bytes = new Uint8Array() }: HttpRequest,
  cut: number,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${hostname}:${port}`];
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
  head.push(`Content-Length: ${bytes.length}`, "", "");
  socket.write(head.join("\r\n"));
  await new Promise<void>((resolve) => {
    socket.write(bytes.subarray(0, cut), () => resolve());
  });
  await new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.destroySoon();
  });
}
