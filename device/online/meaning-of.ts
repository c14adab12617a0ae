import type { Answer } from "../lanes/classify-answer.ts";
import type { OnlineAnswer } from "./act-types.ts";
import type { OnlineWait } from "./types.ts";

/**
 * The meaning of an answer for an online act. Every answer of the server itself is final, except one that asks to wait
 * or to sign in: the person sees it and decides.
 */
export function meaningOf(answer: Answer): Wait | OnlineAnswer {
  switch (answer.kind) {
    case "ANSWER":
      return { kind: "DONE", data: answer.data };
    case "TRANSPORT":
      return waitFor(answer.cause === "FAULT" ? "RETRY_AT" : "OFFLINE", answer.pauseMs);
    case "PAUSE":
      return waitFor("RETRY_AT", answer.pauseMs);
    case "SIGN_IN":
      return waitFor("SIGN_IN", null);
    case "TOO_LARGE":
      // Another network may accept this size.
      return answer.fromProxy ? waitFor("OFFLINE", null) : refusal("PAYLOAD_TOO_LARGE");
    case "MALFORMED":
      return refusal("VALIDATION_FAILED", answer.pointers);
    case "NOT_FOUND":
      return refusal("NOT_FOUND");
    case "REGISTER":
      // The server refused the device and judged nothing; the next try registers again.
      return waitFor("RETRY_AT", null);
    case "ACCOUNT":
    case "REFUSED":
      return refusal(answer.code);
  }
}

/** An act keeps waiting. */
export interface Wait {
  readonly kind: "WAIT";
  readonly waitsFor: OnlineWait;
  /** Pause that the server asked for. */
  readonly pauseMs: number | null;
}

function waitFor(waitsFor: OnlineWait, pauseMs: number | null): Wait {
  return { kind: "WAIT", waitsFor, pauseMs };
}

function refusal(code: string, pointers: readonly string[] = []): OnlineAnswer {
  return { kind: "REFUSED", code, pointers };
}
