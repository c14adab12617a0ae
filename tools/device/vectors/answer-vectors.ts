import { NEXT_STEP_OF, type ProblemCode, PROBLEMS } from "../../../contract/problems.ts";
import { classifyAnswer } from "../../../device/lanes/classify-answer.ts";
import type { HttpAnswer, HttpOutcome } from "../../../device/ports/http.ts";
import type { Vectors } from "./types.ts";

/** Vectors of the meaning of each answer. */
export function answerVectors(): Vectors {
  return {
    name: "answers",
    description:
      "`outcome` is what a call to the server ended with, and `meaning` how the library acts on it. Only a body in the server's own format is an answer of the server; no meaning removes an operation. Pauses are milliseconds.",
    cases: OUTCOMES.map((outcome) => ({ outcome, meaning: classifyAnswer(outcome) })),
  };
}

const JSON_TYPE = "application/json; charset=utf-8";
const PROBLEM_TYPE = "application/problem+json; charset=utf-8";
const META = { requestId: "request", serverTime: "2026-01-05T08:00:00.000Z" };

const answer = (status: number, contentType: string | null, text: string): HttpAnswer => ({
  kind: "ANSWER",
  status,
  headers: contentType === null ? {} : { "content-type": contentType },
  text,
  roundTripMs: 40,
});

const asking = (retryAfter: string, { headers, ...rest }: HttpAnswer): HttpAnswer => ({
  ...rest,
  headers: { ...headers, "retry-after": retryAfter },
});

const isCode = (code: string): code is ProblemCode => code in PROBLEMS;
const CODES = Object.keys(PROBLEMS).filter(isCode);

/** A problem as the server writes it. */
function problemText(code: string, status: number, more: object = {}): string {
  const next = isCode(code) ? NEXT_STEP_OF[code] : undefined;
  return JSON.stringify({
    type: `urn:sideline:problem:${code}`,
    status,
    code,
    requestId: "request",
    ...(next !== undefined && { next }),
    ...more,
  });
}

const success = JSON.stringify({ data: { results: [] }, meta: META });
const page = "<html><body>Welcome to the hotel</body></html>";

const OUTCOMES: readonly HttpOutcome[] = [
  ...(["NOT_SENT", "UNREACHABLE", "TIMEOUT", "CUT_OFF"] as const).map((reason): HttpOutcome => ({
    kind: "SILENCE",
    reason,
  })),
  answer(200, JSON_TYPE, success),
  answer(201, "Application/JSON", success),
  answer(200, "text/html", page),
  answer(200, JSON_TYPE, page),
  answer(200, JSON_TYPE, success.slice(0, -20)),
  answer(200, JSON_TYPE, JSON.stringify({ data: {} })),
  answer(200, JSON_TYPE, JSON.stringify({ meta: META })),
  answer(200, null, success),
  answer(302, JSON_TYPE, success),
  ...[401, 403, 404, 413, 429, 500, 502, 503].map((status) =>
    asking("7", answer(status, "text/html", `<html>${status}</html>`)),
  ),
  ...[401, 403, 404].map((status) => answer(status, JSON_TYPE, `{"error":"proxy"}`)),
  ...CODES.map((code) => {
    const { status } = PROBLEMS[code];
    return answer(status, PROBLEM_TYPE, problemText(code, status));
  }),
  answer(404, PROBLEM_TYPE, problemText("UNAUTHENTICATED", 401)),
  answer(418, PROBLEM_TYPE, problemText("FROM_THE_FUTURE", 418)),
  answer(500, PROBLEM_TYPE, problemText("FROM_THE_FUTURE", 500)),
  answer(503, PROBLEM_TYPE, problemText("UNAVAILABLE", 503, { retryAfterSeconds: 30 })),
  asking("120", answer(429, PROBLEM_TYPE, problemText("RATE_LIMITED", 429))),
  answer(429, PROBLEM_TYPE, problemText("RATE_LIMITED", 429, { retryAfterSeconds: 100_000 })),
  asking(
    "Fri, 27 Nov 2026 09:00:00 GMT",
    answer(429, PROBLEM_TYPE, problemText("RATE_LIMITED", 429)),
  ),
  answer(
    400,
    PROBLEM_TYPE,
    problemText("VALIDATION_FAILED", 400, {
      errors: [
        { pointer: "/operations/3/payload" },
        { pointer: "/operations/3" },
        { pointer: "/x" },
      ],
    }),
  ),
];
