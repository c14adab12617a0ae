import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "@jest/globals";
import { startApi } from "../harness/api.ts";

const api = await startApi({ endpoints: [] });
afterAll(() => api.close());

describe("A request that is not valid HTTP is refused as a problem:", () => {
  test.each([
    ["no request at all", "hello\r\n\r\n"],
    ["no host", "GET /health/live HTTP/1.1\r\n\r\n"],
    ["two hosts", "GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["the same host twice", "GET /health/live HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"],
    ["two hosts in HTTP/1.0", "GET /health/live HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["endless headers", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`],
  ])("%s", async (_, bytes) => {
    const { head, body } = await answerTo(bytes);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^Content-Type: application\/problem\+json/m);
    expect(JSON.parse(body)).toMatchObject({ code: "VALIDATION_FAILED", status: 400 });
  });

  test.each([
    ["too long a path", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, "too_big"],
    ["bytes that are not HTTP", "hello\r\n\r\n", "invalid_http"],
  ])("%s, named as such", async (_, bytes, code) => {
    const { body } = await answerTo(bytes);
    expect(JSON.parse(body)).toMatchObject({ errors: [{ code }] });
  });
});

/** Returns what the server answers to bytes that a client library would not send. */
async function answerTo(bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  socket.end(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { head, body };
}
