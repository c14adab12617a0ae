import type { ProviderRefusal } from "./exercise-provider.ts";

/**
 * Sends one request to a provider and reads the whole answer, within limits of time and size, as UTF-8. Every failure
 * is an outcome that contains nothing of the request or the answer.
 */
export async function callProvider(
  send: Send,
  { url, headers, withinMs }: { url: URL; headers: Record<string, string>; withinMs: number },
): Promise<ProviderAnswer | ProviderRefusal> {
  const signal = AbortSignal.timeout(withinMs);
  const answered = await answerOf(() => send(url, { headers, signal, redirect: "error" }));
  if (answered instanceof Error) return { outcome: "UNAVAILABLE", sent: !isRefused(answered) };
  const text = await answerOf(() => readText(answered));
  if (text instanceof NoText) return { outcome: "MALFORMED" };
  if (text instanceof Error) return { outcome: "UNAVAILABLE", sent: true };
  const json = jsonOf(text);
  if (json === undefined && answered.ok) return { outcome: "MALFORMED" };
  return { outcome: "ANSWER", status: answered.status, json };
}

/** Sends one request; only tests and adapters replace the runtime's own. */
export type Send = (url: URL, init: RequestInit) => Promise<Response>;

/** A complete answer of a provider. */
export type ProviderAnswer = {
  readonly outcome: "ANSWER";
  readonly status: number;
  readonly json: unknown;
};

/** Largest answer in bytes; fifty exercises are some hundred kilobytes. */
const MOST_BYTES = 4_000_000;

/** An answer that is too long or not UTF-8. */
class NoText extends Error {}

async function answerOf<T>(ask: () => Promise<T>): Promise<T | Error> {
  try {
    return await ask();
  } catch (error) {
    return error instanceof Error ? error : new Error("the call failed");
  }
}

/** True if no server was reached, so that the provider cannot have counted anything. */
function isRefused(error: Error): boolean {
  const codes = [error, error.cause].map((one) =>
    one instanceof Error && "code" in one ? one.code : null,
  );
  return codes.some((code) => code === "ECONNREFUSED" || code === "ENOTFOUND");
}

/** @throws NoText if the answer is too long or not UTF-8. */
async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  if (answer.body === null) return "";
  let text = "";
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> = answer.body;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new NoText();
    text += decoded(decoder, chunk);
  }
  return text + decoded(decoder);
}

function decoded(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new NoText("no UTF-8", { cause });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
