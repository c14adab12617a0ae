import { expect, test } from "@jest/globals";
import { Problem } from "../../../web/api/problem.ts";
import { removableSignIns, signInName } from "../../../web/settings/access/sign-ins.ts";
import { isRefused, refusalText } from "../../../web/settings/kit/refusal-text.ts";
import { readTime } from "../../../web/settings/notifications/read-time.ts";
import { formatsOf } from "../../../web/texts/formats.ts";

const signIn = (identityId: string, emailVerified: boolean) => ({
  identityId,
  emailVerified,
  phoneVerified: false,
});

/** Texts that name the message and its code. */
const texts = {
  language: "en",
  t: (id: string) => id,
  known: (prefix: string, code: string) => `${prefix}${code}`,
} as const;

const refusal = (code: string, reason: string, pointer = "") =>
  new Problem({
    code,
    status: 409,
    requestId: null,
    errors: [{ pointer, code: reason, message: "" }],
  });

test("the last sign-in that proves a contact cannot be removed, and any other can", () => {
  expect([...removableSignIns([signIn("a", true)])]).toEqual([]);
  expect([...removableSignIns([signIn("a", true), signIn("b", false)])]).toEqual(["b"]);
  expect([...removableSignIns([signIn("a", true), signIn("b", true)])]).toEqual(["a", "b"]);
  expect([...removableSignIns([signIn("a", false), signIn("b", false)])]).toEqual([]);
});

test("a way to sign in has the name of its button, and its own name where no button exists", () => {
  const ways = [{ alias: "company", key: "company-oidc", label: "Company sign-in" }];
  expect(["company", "company-oidc", "google"].map((one) => signInName(one, ways))).toEqual([
    "Company sign-in",
    "Company sign-in",
    "Google",
  ]);
});

test("a refusal is told by its reason, and by its code where the reason has no words here", () => {
  const told = (error: Error) => refusalText({ ...texts, formats: formatsOf("en") }, error);
  expect(told(refusal("STATE_CONFLICT", "HANDLE_TAKEN"))).toBe("settings.refused.HANDLE_TAKEN");
  expect(told(refusal("LAST_IDENTITY", ""))).toBe("settings.refused.LAST_IDENTITY");
  expect(told(refusal("VALIDATION_FAILED", "invalid_format"))).toBe("problem.VALIDATION_FAILED");
  expect(told(new Error("lost"))).toBe("problem.UNAVAILABLE");
});

test("a refused field is known by its pointer", () => {
  const error = refusal("VALIDATION_FAILED", "too_big", "/displayName");
  expect([isRefused(error, "displayName"), isRefused(error, "bio")]).toEqual([true, false]);
});

test("a time of day is read with and without colon and minutes, and nothing else is a time", () => {
  expect(["9:30", "0930", "21", " 07:05 "].map(readTime)).toEqual([
    "09:30",
    "09:30",
    "21:00",
    "07:05",
  ]);
  expect(["24:00", "12:60", "", "noon", "1:2"].map(readTime)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
