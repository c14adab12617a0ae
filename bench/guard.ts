/* oxlint-disable house/floors -- A user cannot distinguish the guard's work from the network's. */
// Measures the guard on a warm process: `npm run bench:guard`. One run measures in turns, so that other load on the
// machine hits all alike: the bare check of a signature (the baseline), the verification of a token, the read of the
// session, and the decision after it.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express, { type Request } from "express";
import pino from "pino";
import { authorize } from "../api/guard/authorize.ts";
import type { ApiDeps } from "../api/api-deps.ts";
import { read } from "../api/endpoint.ts";
import { LEGAL_VERSIONS } from "../contract/accounts/vocabulary.ts";
import { findCaller } from "../db/accounts/guard/queries.ts";
import { registerCoach } from "../activities/workspaces/register-coach.ts";
import { transact } from "../db/transact.ts";
import { getTestPart } from "../test/harness/context.ts";
import { needPostgres, startParts, stopParts } from "../test/harness/running-parts.ts";
import { TEST_AUDIENCE, TEST_CLIENTS, TEST_MACHINES } from "../test/harness/test-clients.ts";
import { startTestIssuer } from "../test/harness/test-issuer.ts";
import { TEST_PROVIDERS } from "../test/harness/test-providers.ts";
import { openApi } from "../workers/open-api.ts";
import { z } from "zod";
import { noOutsideLinks } from "../api/pages/outside-links.ts";
import { hooks } from "../workers/hooks.ts";
import { showHelp } from "./report/show-help.ts";

showHelp(`Measures the guard of a route.

  npm run bench:guard`);

const WARM_UP = 1_000;
const SAMPLES = 5_000;
/** The guard may add at most this much to a request at the 99th percentile; more would be noticeable. */
const MOST_ADDED_MS = 0.5;

await startParts(needPostgres);
const issuer = await startTestIssuer();
const api = await openApi(
  {
    database: { url: templateUrl(), poolSize: 2 },
    provider: {
      issuer: issuer.issuer,
      audience: TEST_AUDIENCE,
      clients: TEST_CLIENTS,
      machines: TEST_MACHINES,
    },
    authProviders: TEST_PROVIDERS,
    media: { kind: "disk", directory: join(tmpdir(), "sideline-bench-media") },
    keys: { invitation: randomKey(), cursor: randomKey(), hash: randomKey() },
    legalVersions: LEGAL_VERSIONS,
    featureFlags: {},
    publicUrl: "http://127.0.0.1",
    links: noOutsideLinks(issuer.issuer),
    trustedProxyHops: 0,
    log: pino({ level: "silent" }),
    checks: [],
    stop: new AbortController().signal,
  },
  [],
);
const coach = { sub: randomUUID(), sid: randomUUID(), client_id: "sideline-web", azp: undefined };
const token = await issuer.sign({
  claims: { ...coach, exp: Math.floor(Date.now() / 1000) + 3_000 },
});
const headers = [`Bearer ${token}`];
const { deps } = api;
const { em } = deps.database;
const identity = await deps.verifyToken(headers);
const form = { displayName: "Cora", timezone: "UTC", locale: "en", ...LEGAL_VERSIONS };
const origin = {
  requestId: "bench",
  ipHash: "",
  network: null,
  userAgentHash: "",
  inForce: LEGAL_VERSIONS,
};
await transact(em, (tx) =>
  registerCoach(tx, { ...form, identity, workspaceName: null, origin }, hooks.workspaces),
);

const answer = z.null();
const endpoint = read({
  method: "GET",
  path: "/",
  name: "probe",
  summary: "",
  source: "",
  access: "coach",
  answer,
  handle: async () => null,
});
const req = await someRequest();
const known: ApiDeps = { ...deps, verifyToken: async () => identity };
const [head = "", payload = "", signature = ""] = token.split(".");
const signed = new TextEncoder().encode(`${head}.${payload}`);
const signatureBytes = Buffer.from(signature, "base64url");
const publicKey = await crypto.subtle.importKey(
  "jwk",
  { ...issuer.publicJwk, alg: "RS256" },
  { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  false,
  ["verify"],
);
const series = [
  {
    name: "check a signature (baseline)",
    run: () => crypto.subtle.verify("RSASSA-PKCS1-v1_5", publicKey, signatureBytes, signed),
  },
  { name: "verify a token", run: () => deps.verifyToken(headers) },
  { name: "read the session", run: () => findCaller(em.fork(), identity) },
  {
    name: "read the session and decide",
    run: () => authorize({ deps: known, endpoint, req, requestId: "b" }),
  },
  { name: "the whole guard", run: () => authorize({ deps, endpoint, req, requestId: "b" }) },
];

const measured = await measureInTurns();
for (const { name, p50, p99 } of measured) {
  say(`${name.padEnd(30)} p50 ${p50.toFixed(3)} ms   p99 ${p99.toFixed(3)} ms`);
}
const [baseline, verifying, reading, deciding] = measured;
if (!baseline || !verifying || !reading || !deciding) throw new Error("Nothing was measured");
const decideMs = Math.max(0, deciding.p50 - reading.p50);
const addedMs = verifying.p99 - baseline.p99 + decideMs;
say(`decide, median minus the read ${decideMs.toFixed(3)} ms`);
say(`added to the baseline, p99     ${addedMs.toFixed(3)} ms, at most ${MOST_ADDED_MS} ms`);
await api.close();
await issuer.close();
await stopParts();
process.exitCode = addedMs <= MOST_ADDED_MS ? 0 : 1;

/** Milliseconds. */
interface Measured {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

async function measureInTurns(): Promise<readonly Measured[]> {
  const times = series.map(({ name, run }) => ({ name, run, durations: new Array<number>() }));
  for (let round = -WARM_UP; round < SAMPLES; round += 1) {
    for (const { run, durations } of times) {
      const from = performance.now();
      await run();
      if (round >= 0) durations.push(performance.now() - from);
    }
  }
  return times.map(({ name, durations }) => {
    const sorted = Float64Array.from(durations).toSorted();
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
    return { name, p50: at(0.5), p99: at(0.99) };
  });
}
/** A real request, as Express passes it to the guard. */
async function someRequest(): Promise<Request> {
  const { promise, resolve } = Promise.withResolvers<Request>();
  const app = express().use((given, res) => {
    resolve(given);
    res.end();
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  await fetch(`http://127.0.0.1:${port}/`, { headers: { Authorization: headers[0] ?? "" } });
  server.close();
  return promise;
}

function templateUrl(): string {
  const { appUrl, template } = getTestPart("postgres");
  const url = new URL(appUrl);
  url.pathname = `/${template}`;
  return url.href;
}

function randomKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
