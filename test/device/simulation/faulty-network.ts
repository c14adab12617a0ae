import type { Clock } from "../../../device/ports/clock.ts";
import type { HttpAnswer, HttpOutcome, HttpRequest } from "../../../device/ports/http.ts";
import { problem } from "../../factories/device/fake-api.ts";
import type { Fault } from "./types.ts";

/** A network whose requests and answers take time by the virtual clock, and meet the faults of a history. */
export function makeFaultyNetwork(
  clock: Clock,
  answer: (request: HttpRequest) => Promise<HttpAnswer>,
): FaultyNetwork {
  const network: FaultyNetwork = {
    faults: [],
    isUp: true,
    mostBytes: null,
    isSilent: () => false,
    async send(request) {
      if (!network.isUp) return { kind: "SILENCE", reason: "NOT_SENT" };
      if (network.mostBytes !== null && (request.body ?? "").length > network.mostBytes)
        return pageOf(413);
      if (network.isSilent(request)) return await silence(request);
      return await carry(request, network.faults.shift() ?? "NONE");
    },
  };
  return network;

  async function carry(request: HttpRequest, fault: Fault): Promise<HttpOutcome> {
    if (typeof fault === "number") return pageOf(fault);
    switch (fault) {
      case "NONE":
        return await answer(request);
      case "NOT_SENT":
      case "UNREACHABLE":
        return { kind: "SILENCE", reason: fault };
      case "DROPPED":
        return await silence(request);
      case "LATE":
        clock.after(request.silenceMs * 3, () => void answer(request));
        return await silence(request);
      case "ANSWER_LOST":
        await answer(request);
        return await silence(request);
      case "CUT_OFF":
        await answer(request);
        return { kind: "SILENCE", reason: "CUT_OFF" };
      case "TRUNCATED":
        return halved(await answer(request));
      case "DOUBLED":
        await answer(request);
        return await answer(request);
      case "DOUBLED_LATE":
        clock.after(LATE_MS, () => void answer(request));
        return await answer(request);
      case "SLOW":
        return await afterMs(SLOW_MS, await answer(request));
      case "CAPTIVE":
        return pageOf(200);
      case "BUSY":
        return problem({ code: "UNAVAILABLE", retryAfterSeconds: 30 });
      case "LIMITED":
        return problem({ code: "RATE_LIMITED", retryAfterSeconds: 5 });
    }
  }

  async function silence({ silenceMs }: HttpRequest): Promise<HttpOutcome> {
    return await afterMs(silenceMs, { kind: "SILENCE", reason: "TIMEOUT" });
  }

  async function afterMs<Outcome>(ms: number, outcome: Outcome): Promise<Outcome> {
    return await new Promise((resolve) => {
      clock.after(ms, () => resolve(outcome));
    });
  }
}

/** The network of a history. */
export interface FaultyNetwork {
  /** Faults of the next requests, one each. */
  faults: Fault[];
  isUp: boolean;
  /** The largest body that a proxy lets through; null for any. */
  mostBytes: number | null;
  /** Whether nothing ever answers a request. */
  isSilent: (request: HttpRequest) => boolean;
  send(request: HttpRequest): Promise<HttpOutcome>;
}

const SLOW_MS = 5_000;
const LATE_MS = 90_000;

/** A page of a proxy or a portal. */
function pageOf(status: number): HttpAnswer {
  return {
    kind: "ANSWER",
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      ...(status === 503 && { "retry-after": "20" }),
    },
    text: `<html><body>Page ${status}</body></html>`,
    roundTripMs: 5,
  };
}

function halved(whole: HttpAnswer): HttpAnswer {
  return { ...whole, text: whole.text.slice(0, Math.floor(whole.text.length / 2)) };
}
