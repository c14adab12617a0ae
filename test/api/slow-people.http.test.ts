import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { CLIENT_QUOTAS } from "../../api/http/gate/client-quota.ts";
import { UPLOAD_CONTENT_TYPE } from "../../contract/media/vocabulary.ts";
import { eventually } from "../factories/eventually.ts";
import { begun, offsetOf, patch, photo, uploadState, uploaded } from "../factories/media/media.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

// The client runs in this process and may be delayed for a second by other load on the machine.
const timeouts = { bodyMs: 300, silenceMs: 2_000 };
const lines: Readonly<Record<string, unknown>>[] = [];

let issuer: TestIssuer;
let api: TestApi;
let phone: Phone;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const onLog = (line: Readonly<Record<string, unknown>>) => void lines.push(line);
  // The number of requests in flight is tested elsewhere.
  const person = { underWay: 200, perSecond: 1_000, burst: 1_000 };
  const quotas = { ...CLIENT_QUOTAS, person };
  const concurrencyLimits = { OTHER: 500 };
  api = await startApi({ issuer: issuer.issuer, timeouts, onLog, quotas, concurrencyLimits });
  phone = await buildPhone(api, issuer);
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

describe("A JSON body", () => {
  const blanks = Array.from({ length: 500 }, () => " ");

  test("that arrives too slowly is refused at its timeout, and its connection is closed", async () => {
    const began = performance.now();
    const { socket, closed, answer } = beginBody();
    await trickle(socket, blanks, 50);
    await closed;
    expect(performance.now() - began).toBeGreaterThanOrEqual(timeouts.bodyMs);
    const [head = "", body = ""] = answer().split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^Connection: close$/im);
    expect(JSON.parse(body)).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ pointer: "", code: "incomplete" }],
    });
    expect(lines.filter(({ msg }) => msg === "request failed")).toEqual([]);
  });

  test("that never arrives is refused too", async () => {
    const { closed, answer } = beginBody();
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("that arrives slowly from a hundred callers does not delay other callers", async () => {
    const slow = Array.from({ length: 100 }, beginBody);
    const answer = await api.call("GET", "/health/live");
    expect(answer.status).toBe(200);
    await begun(api, phone, photo());
    await Promise.all(slow.map(({ closed }) => closed));
    for (const { answer: received } of slow) expect(received()).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("The sender of a file", () => {
  test("who falls silent is disconnected; the received part is kept, and the upload continues", async () => {
    const bytes = photo();
    const { uploadId } = await begun(api, phone, bytes);
    const { socket, closed } = beginPart(uploadId, bytes.length);
    socket.write(bytes.subarray(0, 1_000));
    await closed;
    const offset = await offsetOf(api, phone, uploadId);
    expect(offset).toBe(1_000);
    const rest = await patch(api, phone, { uploadId, offset, bytes: bytes.subarray(offset) });
    expect(rest.status).toBe(204);
    expect((await uploadState(api, phone, uploadId)).status).toBe("READY");
    expect(lines.filter(({ msg }) => msg === "request failed")).toEqual([]);
  });

  test("who sends nothing at all is disconnected", async () => {
    const { uploadId } = await begun(api, phone, photo());
    await beginPart(uploadId, 4_096).closed;
    expect(await offsetOf(api, phone, uploadId)).toBe(0);
  });

  test("who is slow but steady is served, however long it takes", async () => {
    const bytes = photo(3_000);
    const { uploadId } = await begun(api, phone, bytes);
    const { socket, answer } = beginPart(uploadId, bytes.length);
    const pieces = Array.from({ length: 30 }, (_, index) =>
      bytes.subarray(index * 100, index * 100 + 100),
    );
    const began = performance.now();
    await trickle(socket, pieces, 150);
    expect(performance.now() - began).toBeGreaterThan(2 * timeouts.silenceMs);
    await eventually(
      async () => answer(),
      (received) => received !== "",
    );
    expect(answer()).toMatch(/^HTTP\/1\.1 204 /);
    socket.destroy();
    expect((await uploadState(api, phone, uploadId)).status).toBe("READY");
  });
});

describe("The reader of a file", () => {
  test("who reads nothing is disconnected", async () => {
    const { mediaId } = await uploaded(api, phone, photo(20_000_000));
    const { socket } = begin(`GET /api/v1/media/${mediaId}/content`, {});
    socket.pause();
    const cutOff = async () => lines.find(({ status }) => status === 499);
    await eventually(cutOff, (line) => line !== undefined);
    expect(lines.filter(({ msg }) => msg === "request failed")).toEqual([]);
    socket.destroy();
  });
});

/** A connection on which a request is started by its head. */
function begin(requestLine: string, headers: Readonly<Record<string, string | number>>) {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const came: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => came.push(chunk)).on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const all = { Host: hostname, Authorization: `Bearer ${phone.token}`, ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${requestLine} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  return { socket, closed, answer: () => Buffer.concat(came).toString() };
}

/** Sends a piece at an interval, as long as the other end listens. */
async function trickle(
  socket: Socket,
  pieces: readonly (string | Buffer)[],
  everyMs: number,
): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed || socket.readableEnded) return;
    socket.write(piece);
    await pause(everyMs);
  }
}

function beginBody() {
  return begin("POST /api/v1/client/uploads", {
    "Content-Type": "application/json",
    "Content-Length": 500,
  });
}

function beginPart(uploadId: string, length: number) {
  return begin(`PATCH /api/v1/uploads/${uploadId}`, {
    "Tus-Resumable": "1.0.0",
    "Upload-Offset": 0,
    "Content-Type": UPLOAD_CONTENT_TYPE,
    "Content-Length": length,
  });
}
