import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { NEXT_STEP_OF, type ProblemCode, PROBLEMS } from "../../../contract/problems.ts";
import { type Answer, classifyAnswer } from "../../../device/lanes/classify-answer.ts";
import type { HttpAnswer } from "../../../device/ports/http.ts";
import { problem, success } from "../../factories/device/fake-api.ts";

const isCode = (text: string): text is ProblemCode => text in PROBLEMS;
const codes = Object.keys(PROBLEMS).filter(isCode);

const KINDS: readonly Answer["kind"][] = [
  "ANSWER",
  "TRANSPORT",
  "SIGN_IN",
  "NOT_FOUND",
  "REGISTER",
  "TOO_LARGE",
  "MALFORMED",
  "ACCOUNT",
  "PAUSE",
  "REFUSED",
];

describe("every outcome of a call has exactly one meaning", () => {
  const statuses = fc.integer({ min: 100, max: 599 });
  const contentTypes = fc.constantFrom(
    undefined,
    "",
    "text/html",
    "text/html; charset=utf-8",
    "text/plain",
    "application/octet-stream",
    "application/json",
    "Application/JSON; charset=UTF-8",
    "application/problem+json",
    "application/problem+json; charset=utf-8",
  );
  const ours = fc
    .constantFrom(...codes)
    .map((code) => problem({ code, retryAfterSeconds: 3 }).text);
  const texts = fc.oneof(
    fc.constantFrom("", "<html></html>", "null", "[]", "1", "{}", '{"data":', '{"data":{}}'),
    fc.string(),
    fc.json(),
    ours,
    ours.map((text) => text.slice(0, -5)),
    fc.json().map((data) => `{"data":${data},"meta":{"requestId":"r","serverTime":"t"}}`),
  );

  test("for any status, content type and body, and it is an answer only in the server's own format", () => {
    fc.assert(
      fc.property(statuses, contentTypes, texts, (status, contentType, text) => {
        const answer = classifyAnswer(answerOf(status, contentType, text));
        expect(KINDS).toContain(answer.kind);
        expect(classifyAnswer(answerOf(status, contentType, text))).toEqual(answer);
        const isJson = contentType?.toLowerCase().startsWith("application/json") === true;
        if (answer.kind === "ANSWER") expect(isJson && status >= 200 && status < 300).toBe(true);
        if (contentType?.toLowerCase().includes("json") !== true && status !== 413) {
          expect(answer).toMatchObject({ kind: "TRANSPORT", cause: "FOREIGN" });
        }
        if ("pauseMs" in answer && answer.pauseMs !== null) {
          expect(answer.pauseMs).toBeGreaterThanOrEqual(0);
          expect(answer.pauseMs).toBeLessThanOrEqual(15 * 60_000);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a status that a proxy changed on the way turns the server's problem into a foreign answer", () => {
    for (const code of codes) {
      const { status } = PROBLEMS[code];
      for (const other of [200, 302, 400, 401, 403, 404, 429, 500, 502, 503, 599]) {
        if (other === status) continue;
        expect(classifyAnswer({ ...problem({ code }), status: other })).toMatchObject({
          kind: "TRANSPORT",
          cause: "FOREIGN",
        });
      }
    }
  });
});

describe("the server's own problems mean", () => {
  const meaningOf = (code: ProblemCode) => classifyAnswer(problem({ code })).kind;

  test("a sign-in only with 401, a registration only where the next step is named", () => {
    for (const code of codes) {
      expect(meaningOf(code) === "SIGN_IN").toBe(PROBLEMS[code].status === 401);
      expect(meaningOf(code) === "REGISTER").toBe(NEXT_STEP_OF[code] === "REGISTER");
    }
  });

  test.each<[Answer["kind"], ProblemCode[]]>([
    ["SIGN_IN", ["UNAUTHENTICATED"]],
    ["REGISTER", ["DEVICE_REVOKED"]],
    ["NOT_FOUND", ["NOT_FOUND"]],
    ["TOO_LARGE", ["PAYLOAD_TOO_LARGE"]],
    ["MALFORMED", ["VALIDATION_FAILED"]],
    ["PAUSE", ["RATE_LIMITED", "UNAVAILABLE"]],
    ["TRANSPORT", ["INTERNAL"]],
    [
      "ACCOUNT",
      [
        "USER_SUSPENDED",
        "USER_PENDING_DELETION",
        "USER_DELETED",
        "WORKSPACE_SUSPENDED",
        "WORKSPACE_ARCHIVED",
      ],
    ],
    ["REFUSED", ["FORBIDDEN", "CURSOR_EXPIRED", "CURSOR_INVALID", "IDEMPOTENCY_KEY_REUSED"]],
  ])("%s with %j", (kind, given) => {
    for (const code of given) expect(meaningOf(code)).toBe(kind);
  });

  test("by their status, if a newer server names a code that this version does not know", () => {
    const unknown = (status: number) => {
      const body = { type: "urn:sideline:problem:NEW", code: "NEW", status, requestId: "r" };
      return classifyAnswer(answerOf(status, "application/problem+json", JSON.stringify(body)))
        .kind;
    };
    expect([401, 403, 404, 409, 413, 429, 500, 503].map(unknown)).toEqual([
      "SIGN_IN",
      "REFUSED",
      "NOT_FOUND",
      "REFUSED",
      "TOO_LARGE",
      "PAUSE",
      "TRANSPORT",
      "PAUSE",
    ]);
  });

  test("which operations are malformed, each once, if pointers name them", () => {
    const pointers = ["/operations/3/payload", "/operations/0", "/operations/3", "/clientCursor"];
    expect(classifyAnswer(problem({ code: "VALIDATION_FAILED", pointers }))).toEqual({
      kind: "MALFORMED",
      operations: [3, 0],
      pointers,
    });
  });

  test("the pause in the body before the one in the header, never above fifteen minutes, never a date", () => {
    const pauseOf = (header: string | null, retryAfterSeconds?: number) => {
      const given = problem({
        code: "RATE_LIMITED",
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      });
      const headers = { ...given.headers, ...(header !== null && { "retry-after": header }) };
      const answer = classifyAnswer({ ...given, headers });
      return answer.kind === "PAUSE" ? answer.pauseMs : "no pause";
    };
    expect(pauseOf("30", 5)).toBe(5_000);
    expect(pauseOf("30")).toBe(30_000);
    expect(pauseOf("Wed, 21 Oct 2026 07:28:00 GMT")).toBeNull();
    expect(pauseOf(null)).toBeNull();
    expect(pauseOf(null, 86_400)).toBe(15 * 60_000);
  });
});

describe("an answer from a proxy or portal says nothing about operations", () => {
  test.each([401, 403, 404, 407, 429, 500, 502, 503, 504])(
    "a proxy's %d is a network fault",
    (status) => {
      expect(classifyAnswer(answerOf(status, "text/html", "<html></html>"))).toMatchObject({
        kind: "TRANSPORT",
        cause: "FOREIGN",
      });
      const gateway = JSON.stringify({ message: "Forbidden", code: "UNAUTHENTICATED", status });
      expect(classifyAnswer(answerOf(status, "application/json", gateway)).kind).toBe("TRANSPORT");
      expect(classifyAnswer(answerOf(status, "application/problem+json", gateway)).kind).toBe(
        "TRANSPORT",
      );
    },
  );

  test("a portal's page with 200, a redirect and half of an answer are network faults", () => {
    const { text } = success({ results: [] });
    for (const answer of [
      answerOf(200, "text/html", "<html>Welcome</html>"),
      answerOf(200, "application/json", "<html>Welcome</html>"),
      answerOf(200, "application/json", "{}"),
      answerOf(302, undefined, ""),
      answerOf(200, "application/json", text.slice(0, 20)),
    ]) {
      expect(classifyAnswer(answer)).toMatchObject({ kind: "TRANSPORT", cause: "FOREIGN" });
    }
  });

  test("only 413 counts from any sender, because a smaller body always helps", () => {
    expect(classifyAnswer(answerOf(413, "text/html", ""))).toEqual({
      kind: "TOO_LARGE",
      fromProxy: true,
    });
    expect(classifyAnswer(problem({ code: "PAYLOAD_TOO_LARGE" }))).toEqual({
      kind: "TOO_LARGE",
      fromProxy: false,
    });
  });

  test("silence keeps its reason", () => {
    for (const reason of ["NOT_SENT", "UNREACHABLE", "TIMEOUT", "CUT_OFF"] as const) {
      expect(classifyAnswer({ kind: "SILENCE", reason })).toEqual({
        kind: "TRANSPORT",
        cause: reason,
        pauseMs: null,
      });
    }
  });
});

function answerOf(status: number, contentType: string | undefined, text: string): HttpAnswer {
  const headers: Record<string, string> =
    contentType === undefined ? {} : { "content-type": contentType };
  return { kind: "ANSWER", status, headers, text, roundTripMs: 1 };
}
