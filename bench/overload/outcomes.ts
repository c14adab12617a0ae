import { request, Agent } from "node:http";
import { quantile } from "../load.ts";

/** Result of one request. */
export interface Outcome {
  /** 0 if the connection was cut. */
  readonly status: number;
  readonly ms: number;
  readonly retryAfterSeconds: number | null;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** A request that is sent once, without retries. */
export interface Trial {
  readonly url: string;
  readonly token: string;
  /** With a body it is a POST, otherwise a GET. */
  readonly body?: string;
}

/** Sends a request once and returns its result; the latency counts from an instant of `performance.now`. */
export function tryOnce({ url, token, body }: Trial, from = performance.now()): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const settle = (status: number, retryAfter?: string) => {
    const retryAfterSeconds = retryAfter === undefined ? null : Number(retryAfter);
    resolve({ status, ms: performance.now() - from, retryAfterSeconds });
  };
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body !== undefined && {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    }),
  };
  const method = body === undefined ? "GET" : "POST";
  const sent = request(url, { method, agent, headers }, (response) => {
    response.on("error", () => settle(0));
    response.on("end", () => settle(response.statusCode ?? 0, response.headers["retry-after"]));
    response.resume();
  });
  sent.on("error", () => settle(0));
  sent.end(body);
  return promise;
}

/** Sorted latencies of the results with the given statuses. */
export function latenciesOf(
  outcomes: readonly Outcome[],
  isMeant: (status: number) => boolean,
): readonly number[] {
  const meant = outcomes.filter(({ status }) => isMeant(status)).map(({ ms }) => ms);
  return meant.toSorted((a, b) => a - b);
}

export const isAccepted = (status: number) => status === 200;
export const isRefused = (status: number) => status === 503 || status === 429;

/** Formats p50 and p99. */
export function both(latencies: readonly number[]): string {
  if (latencies.length === 0) return "none";
  return `${quantile(latencies, 0.5).toFixed(0)}, ${quantile(latencies, 0.99).toFixed(0)} ms`;
}
