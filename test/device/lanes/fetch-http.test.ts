import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { fetchHttp } from "../../../device/adapters/fetch/fetch-http.ts";
import type { Clock } from "../../../device/ports/clock.ts";

/** A clock without timers: no request times out. */
const clock: Clock = {
  now: () => 0,
  monotonic: () => performance.now(),
  after: () => () => undefined,
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Sends one request to a server that answers like this. */
async function send(answer: Answer, used = clock) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = addressOf(server.address());
  const http = fetchHttp({ address: `http://127.0.0.1:${port}`, fetch, clock: used });
  try {
    return await http.send({
      method: "POST",
      path: "/api/v1/x?y=1",
      headers: { authorization: "Bearer a", "content-type": "application/json" },
      body: '{"a":"ü"}',
      silenceMs: 8_000,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new TypeError("No port");
  return address;
}

test("a request arrives unchanged, and the answer comes back with its headers in lower case", async () => {
  const arrived: unknown[] = [];
  const outcome = await send((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method, url, headers } = request;
      arrived.push(
        method,
        url,
        headers.authorization,
        headers.cookie,
        Buffer.concat(parts).toString(),
      );
      response.writeHead(503, { "Retry-After": "7", "Content-Type": "application/json" });
      response.write('{"b":"');
      response.end('ö"}');
    });
  });
  expect(arrived).toEqual(["POST", "/api/v1/x?y=1", "Bearer a", undefined, '{"a":"ü"}']);
  expect(outcome).toMatchObject({
    kind: "ANSWER",
    status: 503,
    headers: { "retry-after": "7", "content-type": "application/json" },
    text: '{"b":"ö"}',
  });
});

test("a redirect of a portal is an answer and is not followed", async () => {
  let requests = 0;
  const outcome = await send((_request, response) => {
    requests += 1;
    response.writeHead(302, { Location: "/login" }).end();
  });
  expect(outcome).toMatchObject({ kind: "ANSWER", status: 302 });
  expect(requests).toBe(1);
});

test("an answer that breaks before its last byte is cut off", async () => {
  const outcome = await send((_request, response) => {
    response.writeHead(200, { "Content-Length": "100", "Content-Type": "application/json" });
    response.write('{"data":');
    setTimeout(() => response.destroy(), 20);
  });
  expect(outcome).toEqual({ kind: "SILENCE", reason: "CUT_OFF" });
});

test("a server that sends nothing is a timeout, and one that stops within its answer is cut off", async () => {
  const nothing = silentOnce(1);
  expect(await send(() => undefined, nothing)).toEqual({ kind: "SILENCE", reason: "TIMEOUT" });
  // The third timer starts after the first part of the answer.
  const stops: Answer = (_request, response) => {
    response.writeHead(200);
    response.write("{");
  };
  expect(await send(stops, silentOnce(3))).toEqual({ kind: "SILENCE", reason: "CUT_OFF" });
});

/** A clock whose nth timer fires soon; the others never do. */
function silentOnce(nth: number): Clock {
  let timers = 0;
  return {
    ...clock,
    after(_ms, callback) {
      timers += 1;
      if (timers === nth) setTimeout(callback, 10);
      return () => undefined;
    },
  };
}

test("a request whose server takes no connection was not sent, as far as the platform says so", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = addressOf(server.address());
  await new Promise((resolve) => server.close(resolve));
  const address = `http://127.0.0.1:${port}`;
  const request = { method: "GET", path: "/", headers: {}, silenceMs: 5_000 } as const;

  const http = fetchHttp({ address, fetch, clock });
  expect(await http.send(request)).toEqual({ kind: "SILENCE", reason: "NOT_SENT" });
});

test.each([
  ["before and after it", [true, true], "NOT_SENT"],
  ["only afterwards", [false, true], "UNREACHABLE"],
  ["only before it", [true, false], "UNREACHABLE"],
])(
  "a request that fails in a browser that is offline %s counts accordingly",
  async (_when, states, reason) => {
    const left = [...states];
    const http = fetchHttp({
      address: "http://127.0.0.1:1",
      fetch: async () => await Promise.reject(new TypeError("Failed to fetch")),
      clock,
      isOffline: () => left.shift() === true,
    });
    const request = { method: "GET", path: "/", headers: {}, silenceMs: 5_000 } as const;
    expect(await http.send(request)).toEqual({ kind: "SILENCE", reason });
  },
);

test("a server that does not exist is unreachable", async () => {
  const http = fetchHttp({ address: "http://127.0.0.1:1", fetch, clock });
  const request = { method: "GET", path: "/", headers: {}, silenceMs: 5_000 } as const;
  expect(await http.send(request)).toEqual({ kind: "SILENCE", reason: "UNREACHABLE" });
});
