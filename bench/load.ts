import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** One request of a load; throws when the answer is not as expected. */
export type Send = () => Promise<void>;

/** Result of a load. */
export interface Loaded {
  readonly count: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
  /** Sorted, in milliseconds. */
  readonly latencies: readonly number[];
}

/** Connections that each send the next request as soon as they have an answer. */
export async function closedLoop(
  send: Send,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Loaded> {
  const latencies: number[] = [];
  const from = performance.now();
  const connection = async () => {
    while (performance.now() - from < seconds * 1000) {
      const begun = performance.now();
      await send();
      latencies.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return loaded(latencies, from);
}

/** A fixed number of requests, spread over the connections. */
export async function countedLoop(
  send: Send,
  { connections, count }: { readonly connections: number; readonly count: number },
): Promise<Loaded> {
  const latencies: number[] = [];
  const from = performance.now();
  let begun = 0;
  const connection = async () => {
    while (begun < count) {
      begun += 1;
      const sentAt = performance.now();
      await send();
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return loaded(latencies, from);
}

/** A fixed rate of requests with exponential gaps, whether or not earlier ones were answered. */
export async function openLoop(
  send: Send,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Loaded> {
  const latencies: number[] = [];
  const from = performance.now();
  const sent: Promise<void>[] = [];
  let at = 0;
  for (;;) {
    at += (-Math.log(1 - Math.random()) * 1000) / perSecond;
    if (at > seconds * 1000) break;
    const arrival = from + at;
    const pause = arrival - performance.now();
    if (pause > 0) await sleep(pause);
    const answered = send().then(() => void latencies.push(performance.now() - arrival));
    // An early failure is reported when all requests are awaited.
    answered.catch(() => undefined);
    sent.push(answered);
  }
  await Promise.all(sent);
  return loaded(latencies, from);
}

function loaded(latencies: readonly number[], from: number): Loaded {
  return {
    count: latencies.length,
    seconds: (performance.now() - from) / 1000,
    latencies: latencies.toSorted((a, b) => a - b),
  };
}

/** The value below which the given part of sorted values lies. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** The median. */
export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Posts a text and returns the answer's text; if the answer says so, it waits and retries. */
export async function post(url: string, body: string, token: string): Promise<string> {
  for (;;) {
    const { status, text } = await postOnce(url, body, token);
    if (status === 200) return text;
    if (status !== 503) throw new Error(`${url}: ${status} ${text.slice(0, 500)}`);
    await sleep(1000);
  }
}

interface Posted {
  readonly status: number;
  readonly text: string;
}

function postOnce(url: string, body: string, token: string): Promise<Posted> {
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    ...(token !== "" && { Authorization: `Bearer ${token}` }),
  };
  const sent = request(url, { method: "POST", agent, headers }, (response) => {
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part));
    response.on("error", reject);
    response.on("end", () => {
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
    });
  });
  sent.on("error", (error: NodeJS.ErrnoException) => {
    // The server closed a kept connection, so it has not read the request.
    if (sent.reusedSocket && error.code === "ECONNRESET") resolve(postOnce(url, body, token));
    else reject(error);
  });
  sent.end(body);
  return promise;
}
