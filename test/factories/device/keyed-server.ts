import type { HttpAnswer, HttpRequest } from "../../../device/ports/http.ts";
import { problem, success } from "./fake-api.ts";

/** A server that carries out each idempotency key once and replays its answer (docs/rooms/wire.md#idempotency-keys). */
export function makeKeyedServer(): KeyedServer {
  const answers = new Map<string, { readonly request: string; readonly answer: HttpAnswer }>();
  const server: KeyedServer = {
    carriedOut: [],
    judge: (_body) => "ACCEPTED",
    async answer({ path, body = "", headers }) {
      const key = headers["idempotency-key"];
      if (key === undefined) return problem({ code: "VALIDATION_FAILED" });
      const request = `${path} ${body}`;
      const known = answers.get(key);
      if (known !== undefined)
        return known.request === request
          ? known.answer
          : problem({ code: "IDEMPOTENCY_KEY_REUSED" });
      const judged = server.judge(body);
      if (judged !== "ACCEPTED") return problem({ code: judged });
      server.carriedOut.push(body);
      const answer = success({ number: server.carriedOut.length });
      answers.set(key, { request, answer });
      return answer;
    },
  };
  return server;
}

/** A keyed server that a test controls. */
export interface KeyedServer {
  /** Bodies of the acts that were carried out, in order. */
  readonly carriedOut: string[];
  judge: (body: string) => "ACCEPTED" | Parameters<typeof problem>[0]["code"];
  answer(request: HttpRequest): Promise<HttpAnswer>;
}
