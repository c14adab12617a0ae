import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, get } from "node:https";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectByTls } from "node:tls";
import { afterAll, expect, test } from "@jest/globals";
import {
  authorityFile,
  renewProxyCertificate,
} from "../../bench/drills/rotation/server-certificate.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { isRunning } from "../../tools/processes/process-record.ts";
import { startProxy } from "../../tools/production/proxy/start-proxy.ts";
import { eventually } from "../factories/eventually.ts";
import { surroundings } from "../harness/surroundings.ts";

const folder = mkdtempSync(join(tmpdir(), "sideline-reload-"));
const certificate = renewProxyCertificate(folder);
const ca = readFileSync(authorityFile(folder), "utf8");

const api = createServer((_request, response) => void setTimeout(() => response.end("{}"), 20));
/** Answers each line with itself, as a session of a database goes on. */
const database = createTcpServer((socket) => {
  socket.on("error", () => {});
  socket.pipe(socket);
});
const check = createServer((_request, response) => void response.end());
const [apiPort, databasePort, checkPort] = await Promise.all([api, database, check].map(listen));
const [front = 0, store = 0] = await findFreePorts(2);
const proxy = await startProxy({
  folder: join(folder, "proxy"),
  env: surroundings,
  say: () => {},
  apis: [{ port: apiPort ?? 0, health: apiPort ?? 0 }],
  database: [{ name: "database_1", port: databasePort ?? 0, checkPort: checkPort ?? 0 }],
  ports: { api: front, database: store },
  certificate,
});
const agent = new Agent({ keepAlive: true, maxSockets: 8, ca });

afterAll(async () => {
  agent.destroy();
  await proxy.stop();
  for (const server of [api, database, check]) server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("A reload of the proxy takes the new certificate; no request fails, and the database stays reachable", async () => {
  await proxy.untilUp("apis/api_1");
  const session = connect(store, "127.0.0.1");
  expect(await echoOf(session, "before")).toBe("before");
  const former = proxy.child;
  const serial = await serialOf();
  const answers: (number | string)[] = [];
  const load = new AbortController();
  const loading = Array.from({ length: 8 }, async () => {
    while (!load.signal.aborted) answers.push(await statusOf());
  });

  renewProxyCertificate(folder);
  await proxy.reload();
  const fresh = connect(store, "127.0.0.1");
  expect(await echoOf(fresh, "a new connection")).toBe("a new connection");
  expect(await serialOf()).not.toBe(serial);
  await eventually(
    async () => answers.length,
    (count) => count > 400,
  );
  load.abort();
  await Promise.all(loading);

  expect(new Set(answers)).toEqual(new Set([200]));
  // The former process goes on until the last connection through it has ended.
  expect(await echoOf(session, "after")).toBe("after");
  expect(isRunning(former.record)).toBe(true);
  session.destroy();
  fresh.destroy();
  await former.ended;
}, 60_000);

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The status of an answer, or why there was none. */
function statusOf(): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = get({ host: "127.0.0.1", port: front, agent, ca }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // The former process closed a kept connection, so it has not read the request.
      if (sent.reusedSocket && error.code === "ECONNRESET") void statusOf().then(resolve);
      else resolve(String(error));
    });
  });
}

async function echoOf(socket: ReturnType<typeof connect>, text: string): Promise<string> {
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (data) => resolve(String(data)));
  });
  socket.write(text);
  return await answer;
}

/** The serial number of the certificate that a new connection sees. */
async function serialOf(): Promise<string> {
  const socket = connectByTls({ host: "127.0.0.1", port: front, ca });
  await once(socket, "secureConnect");
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}
