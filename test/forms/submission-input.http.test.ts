import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { buildFormAssignment, GOOD_ANSWERS } from "../factories/forms/assigned-forms.ts";
import { formOf } from "../factories/forms/forms.ts";
import { otherToken, refusalOf } from "../factories/sync/phone.ts";
import { buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import type { TestAnswer, TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const pair = await buildSignedInPair(api.deps.database.em, issuer);
const formId = (await buildFormAssignment(api.deps.database.em, pair)).id;

const pathOf = (id: string) => `/api/v1/client/form-assignments/${id}/submissions`;

describe("Submitting a form is refused", () => {
  test("without a token", async () => {
    const answer = await api.call("POST", pathOf(formId), { key: "k", body: {} });
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  test("to a coach, and to a client outside the phone app", async () => {
    const { coach, client, coachToken } = pair;
    const tokens = [
      coachToken,
      await otherToken(issuer, coach, "WEB"),
      await otherToken(issuer, coach, "CLIENT_MOBILE"),
      await otherToken(issuer, client, "WEB"),
    ];
    for (const token of tokens)
      expect(await refusal(submit(GOOD_ANSWERS, { token }))).toBe("403 APP_ROLE_MISMATCH");
  });
});

describe("A malformed submission", () => {
  test.each([
    ["no answers", {}, ["/answers"]],
    ["answers that are not an object", { answers: [] }, ["/answers"]],
    ["an answer that is an object", { answers: { goal: {} } }, ["/answers/goal"]],
    ["an unknown field", { answers: GOOD_ANSWERS, note: "" }, ["/note"]],
  ])("with %s is refused by name", async (_, body, pointers) => {
    const answer = await submit(GOOD_ANSWERS, { body });
    expect(refusalOf(answer)).toEqual({ status: 400, code: "VALIDATION_FAILED", pointers });
  });

  test("with the name of a built-in property as an answer is not overlooked", async () => {
    const rawBody = '{"answers":{"goal":"Run","__proto__":"Swim"}}';
    expect(refusalOf(await submit(undefined, { body: undefined, rawBody }))).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: ["/answers"],
    });
    expect(refusalOf(await submit({ goal: "Run", constructor: 1 })).pointers).toEqual([
      "/answers/constructor",
    ]);
  });

  test("lacks the Idempotency-Key or has a malformed id", async () => {
    const { clientToken: token } = pair;
    const body = { answers: GOOD_ANSWERS };
    const keyless = await api.call("POST", pathOf(formId), { token, body });
    expect(refusalOf(keyless).pointers).toEqual(["/headers/idempotency-key"]);
    expect(refusalOf(await submit(GOOD_ANSWERS, { id: "x" })).pointers).toEqual([
      "/path/formAssignmentId",
    ]);
  });

  test("has one byte more than 256 KB; 256 KB are accepted", async () => {
    const kinds = Array.from({ length: 30 }, () => ({ kind: "LONG_TEXT" }) as const);
    const { id } = await buildFormAssignment(api.deps.database.em, pair, {
      content: formOf(...kinds),
    });
    const answers = Object.fromEntries(kinds.map((_, index) => [`q${index + 1}`, ""]));
    const rest = FORM_LIMITS.bodyBytes - Buffer.byteLength(JSON.stringify({ answers }));
    const texts = kinds.map((_, index) => {
      const length = Math.min(10_000, Math.max(0, rest - index * 10_000));
      return [`q${index + 1}`, "x".repeat(length)] as const;
    });
    const rawBody = JSON.stringify({ answers: Object.fromEntries(texts) });
    expect(Buffer.byteLength(rawBody)).toBe(FORM_LIMITS.bodyBytes);
    const request = { id, token: pair.clientToken, key: randomUUID() };
    const tooMuch = submit(undefined, { ...request, body: undefined, rawBody: `${rawBody} ` });
    expect(await refusal(tooMuch)).toBe("413 PAYLOAD_TOO_LARGE");
    const answer = await submit(undefined, { ...request, body: undefined, rawBody });
    expect(answer.status).toBe(200);
  });
});

function submit(
  answers: unknown = GOOD_ANSWERS,
  { id = formId, ...request }: TestRequest & { readonly id?: string } = {},
): Promise<TestAnswer> {
  const sent = { token: pair.clientToken, key: randomUUID(), body: { answers } };
  return api.call("POST", pathOf(id), { ...sent, ...request });
}

async function refusal(answer: Promise<TestAnswer>) {
  const { status, code } = refusalOf(await answer);
  return `${status} ${code}`;
}
