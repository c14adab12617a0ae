import { Agent, type IncomingMessage, request } from "node:http";
import { Agent as TlsAgent, request as requestByTls } from "node:https";
import type { Phone } from "../phones/phones.ts";

/** Sends a request of a phone; a request without an answer has status 0. */
export function send(
  url: string,
  phone: Pick<Phone, "accessToken">,
  body?: string,
): Promise<Answered> {
  const { promise, resolve } = Promise.withResolvers<Answered>();
  const from = performance.now();
  const finish = (status: number, text: string, retryAfter: string | null = null) =>
    resolve({ status, text, retryAfter, tookMs: performance.now() - from });
  const headers = {
    Authorization: `Bearer ${phone.accessToken}`,
    ...(body !== undefined && {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    }),
  };
  const method = body === undefined ? "GET" : "POST";
  const options = { method, headers, timeout: LONGEST_MS };
  const receive = (response: IncomingMessage) => {
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part));
    response.on("error", (error) => finish(0, String(error)));
    response.on("end", () => {
      const text = Buffer.concat(parts).toString();
      finish(response.statusCode ?? 0, text, response.headers["retry-after"] ?? null);
    });
  };
  const sent = url.startsWith("https:")
    ? requestByTls(url, { ...options, agent: tlsAgent }, receive)
    : request(url, { ...options, agent }, receive);
  sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
  sent.on("error", (error: NodeJS.ErrnoException) => {
    // The proxy closed a kept connection, so it has not read the request.
    if (sent.reusedSocket && error.code === "ECONNRESET") void send(url, phone, body).then(resolve);
    else finish(0, String(error));
  });
  sent.end(body);
  return promise;
}

/** The answer to a request of a phone. */
export interface Answered {
  /** 0 if there was no answer; the text is the reason then. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
  readonly tookMs: number;
}

const AGENT = { keepAlive: true, maxSockets: 512 };
const agent = new Agent(AGENT);
const tlsAgent = new TlsAgent(AGENT);
const LONGEST_MS = 30_000;
