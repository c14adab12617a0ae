import type { Http, HttpAnswer, HttpOutcome, HttpRequest, HttpSilence } from "../ports/http.ts";

/**
 * A network between a device and a server. It forwards requests unchanged until a test injects faults for the next
 * ones, or a rule that decides about each.
 *
 * @param answer plays the server.
 */
export function makeFakeNetwork(
  answer: (request: HttpRequest) => Promise<HttpAnswer>,
): FakeNetwork {
  const requests: HttpRequest[] = [];
  let next: NetworkFault[] = [];
  let rule: (request: HttpRequest) => NetworkFault | null = () => null;
  return {
    requests,
    failNext(...faults) {
      next = [...next, ...faults];
    },
    failBy(newRule) {
      rule = newRule;
    },
    async send(request) {
      requests.push(request);
      return await carry(request, next.shift() ?? rule(request) ?? "NONE");
    },
  };

  async function carry(request: HttpRequest, fault: NetworkFault): Promise<HttpOutcome> {
    if (typeof fault === "number") return proxyAnswer(fault);
    switch (fault) {
      case "NONE":
        return await answer(request);
      case "NOT_SENT":
      case "UNREACHABLE":
        return silence(fault);
      case "DROPPED":
        return silence("TIMEOUT");
      case "ANSWER_LOST":
        await answer(request);
        return silence("TIMEOUT");
      case "CUT_OFF":
        await answer(request);
        return silence("CUT_OFF");
      case "TRUNCATED":
        return truncated(await answer(request));
      case "DOUBLED":
        await answer(request);
        return await answer(request);
      case "CAPTIVE":
        return { ...proxyAnswer(200), text: "<html><body>Welcome to the hotel</body></html>" };
    }
  }
}

/** A network whose faults a test injects. */
export interface FakeNetwork extends Http {
  /** Every request that was sent, also those that never arrived. */
  readonly requests: readonly HttpRequest[];
  /** Faults of the next requests, one each. */
  failNext(...faults: readonly NetworkFault[]): void;
  /** Decides about each request without an injected fault; null forwards it. */
  failBy(rule: (request: HttpRequest) => NetworkFault | null): void;
}

/**
 * The faults of a request. A number is the status of a proxy on the way, with a page of its own.
 * - NOT_SENT: there is no network, and the platform knows it.
 * - UNREACHABLE: it never arrives, and the device cannot know that.
 * - DROPPED: it never arrives, and nothing comes back.
 * - ANSWER_LOST: it is carried out, and nothing comes back.
 * - CUT_OFF: it is carried out, and the connection breaks within the answer.
 * - TRUNCATED: a proxy forwards only the first half of the answer.
 * - DOUBLED: it arrives twice; the second answer comes back.
 * - CAPTIVE: a portal answers 200 with its own page.
 */
export type NetworkFault =
  | "NONE"
  | "NOT_SENT"
  | "UNREACHABLE"
  | "DROPPED"
  | "ANSWER_LOST"
  | "CUT_OFF"
  | "TRUNCATED"
  | "DOUBLED"
  | "CAPTIVE"
  | number;

function silence(reason: HttpSilence["reason"]): HttpSilence {
  return { kind: "SILENCE", reason };
}

function proxyAnswer(status: number): HttpAnswer {
  const text = `<html><body>${status}</body></html>`;
  return {
    kind: "ANSWER",
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    text,
    roundTripMs: 5,
  };
}

function truncated(whole: HttpAnswer): HttpAnswer {
  return { ...whole, text: whole.text.slice(0, Math.floor(whole.text.length / 2)) };
}
