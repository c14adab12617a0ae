import * as z from "zod";
import { fetchHttp, standardClock } from "../../../device/node.ts";
import type { Http, HttpOutcome, HttpRequest } from "../../../device/ports/http.ts";
import type { Stage } from "../stage.ts";

/** The network of a phone: it can be cut, and prints what the phone sends while a chapter shows that. */
export function shownHttp({ api, page }: Stage): ShownHttp {
  const http = fetchHttp({ address: api, fetch, clock: standardClock });
  let isConnected = true;
  let shownBy = 0;
  let deviceId: string | null = null;
  return {
    http: {
      async send(request) {
        if (!isConnected) return { kind: "SILENCE", reason: "UNREACHABLE" };
        const outcome = await http.send(request);
        deviceId = registeredIn(request, outcome) ?? deviceId;
        // Reads would hide the acts among them.
        if (shownBy > 0 && request.method !== "GET") print(page, request, outcome);
        return outcome;
      },
    },
    async show(act) {
      shownBy += 1;
      try {
        return await act();
      } finally {
        shownBy -= 1;
      }
    },
    connect(wanted) {
      isConnected = wanted;
    },
    deviceId: () => deviceId,
  };
}

/** The network of a phone. */
export interface ShownHttp {
  readonly http: Http;
  readonly show: <T>(act: () => Promise<T>) => Promise<T>;
  readonly connect: (isConnected: boolean) => void;
  /** The id that the server gave this phone; null before its registration. */
  readonly deviceId: () => string | null;
}

const Operation = z.object({ operationType: z.string() });
const Sent = z.object({ operations: z.array(Operation) });
const Result = z.object({ status: z.string(), message: z.string().optional() });
const Answered = z.object({ data: z.object({ results: z.array(Result) }) });
const Refused = z.object({ code: z.string(), detail: z.string() });
const Registered = z.object({ data: z.object({ deviceId: z.string() }) });

/** Request and answer together: a phone may have several on the way. */
function print(page: Stage["page"], request: HttpRequest, outcome: HttpOutcome): void {
  const sent = Sent.safeParse(toJson(request.body ?? ""));
  const operations = sent.data?.operations.map(({ operationType }) => operationType).join(", ");
  page.sent(`${request.method} ${request.path}`, operations);
  page.came(outcome.kind === "SILENCE" ? "nothing" : `${outcome.status}${wordsOf(outcome.text)}`);
}

function wordsOf(text: string): string {
  const body = toJson(text);
  const refused = Refused.safeParse(body);
  if (refused.success) return ` ${refused.data.code}: ${refused.data.detail}`;
  const results = Answered.safeParse(body).data?.data.results ?? [];
  const words = results.map(({ status, message = "" }) => `${status} ${message}`.trim());
  return words.length === 0 ? "" : ` ${words.join("; ")}`;
}

function registeredIn({ method, path }: HttpRequest, outcome: HttpOutcome): string | null {
  if (method !== "POST" || path !== "/api/v1/client/devices") return null;
  const text = outcome.kind === "ANSWER" ? outcome.text : "";
  return Registered.safeParse(toJson(text)).data?.data.deviceId ?? null;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
