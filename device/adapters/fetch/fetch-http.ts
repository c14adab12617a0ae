import { isJsonObject } from "../../json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Http, HttpOutcome, HttpRequest } from "../../ports/http.ts";

/**
 * HTTP over the `fetch` of the platform. It follows no redirect: the server sends none, so a redirect comes from a
 * portal. It sends no cookie and reads no cache.
 *
 * @param address origin of the server, such as `https://api.example.com`.
 */
export function fetchHttp({ address, fetch, clock, isOffline }: FetchPorts): Http {
  return {
    async send(request) {
      const wasOffline = isOffline?.() ?? false;
      const startedAt = clock.monotonic();
      const silence = watchSilence(clock, request.silenceMs);
      let response: Response;
      try {
        response = await fetch(`${address}${request.path}`, initOf(request, silence.signal));
      } catch (fault) {
        if (silence.end()) return { kind: "SILENCE", reason: "TIMEOUT" };
        const isUnsent = hasNoConnection(fault) || (wasOffline && (isOffline?.() ?? false));
        return { kind: "SILENCE", reason: isUnsent ? "NOT_SENT" : "UNREACHABLE" };
      }
      try {
        const text = await readText(response, () => silence.heard());
        return answerOf(response, text, clock.monotonic() - startedAt);
      } catch {
        return { kind: "SILENCE", reason: "CUT_OFF" };
      } finally {
        silence.end();
      }
    },
  };
}

interface FetchPorts {
  readonly address: string;
  /** The platform's own, such as `globalThis.fetch`. */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Whether the platform knows that there is no network. It is asked before and after a request that fails. */
  readonly isOffline?: () => boolean;
}

/** Whether Node reports that no connection to the server was made; `fetch` of other platforms gives no reason. */
function hasNoConnection(fault: unknown): boolean {
  const cause = fault instanceof Error ? fault.cause : null;
  return isJsonObject(cause) && NO_CONNECTION.includes(String(cause["code"]));
}

const NO_CONNECTION = [
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
];

function initOf({ method, headers, ...content }: HttpRequest, signal: AbortSignal): RequestInit {
  const body = content.bytes ?? content.body;
  return {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: "manual",
    credentials: "omit",
    cache: "no-store",
    signal,
  };
}

/** Aborts a request after silence. Each received part restarts the timeout. */
function watchSilence(clock: Clock, silenceMs: number) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let cancel = clock.after(silenceMs, abort);
  return {
    signal: controller.signal,
    heard() {
      cancel();
      cancel = clock.after(silenceMs, abort);
    },
    /** @returns whether the silence lasted too long. */
    end() {
      cancel();
      return controller.signal.aborted;
    },
  };
}

/** @throws if the connection breaks before the last byte. */
async function readText(response: Response, heard: () => void): Promise<string> {
  heard();
  // React Native cannot stream answers: the timeout then covers the whole body.
  if (!response.body) return await response.text();
  const decoder = new TextDecoder();
  const parts: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  let text = "";
  for (let part = await parts.read(); !part.done; part = await parts.read()) {
    heard();
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function answerOf(response: Response, text: string, roundTripMs: number): HttpOutcome {
  const headers = Object.fromEntries(response.headers.entries());
  return { kind: "ANSWER", status: response.status, headers, text, roundTripMs };
}
