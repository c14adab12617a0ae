import { describe, expect, test } from "@jest/globals";
import { type EmailSide, emailNotice } from "../../rules/accounts/email-notice.ts";
import { judgeEmailClaim } from "../../rules/accounts/judge-email-claim.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 8, 0, second));
const claimed = { primaryEmail: "ana@example.com", leadingIdentityId: "first", claimedAt: at(1) };
const claim = { identityId: "first", email: "new@example.com", claimedAt: at(2) };

describe("The effect of a sign-in on the account's e-mail", () => {
  test("follows the leading sign-in, which agrees if its e-mail is the same", () => {
    expect(judgeEmailClaim(claimed, claim)).toBe("FOLLOWS");
    expect(judgeEmailClaim(claimed, { ...claim, email: "ana@example.com" })).toBe("AGREES");
    expect(judgeEmailClaim({ ...claimed, claimedAt: null }, claim)).toBe("FOLLOWS");
  });

  test("is none if the sign-in proves no e-mail", () => {
    expect(judgeEmailClaim(claimed, { ...claim, email: null })).toBe("IS_SILENT");
  });

  test("is none for a further sign-in unless the account has no e-mail or no leading sign-in", () => {
    const further = { ...claim, identityId: "second" };
    expect(judgeEmailClaim(claimed, further)).toBe("IS_SILENT");
    expect(judgeEmailClaim({ ...claimed, primaryEmail: null }, further)).toBe("FOLLOWS");
    expect(judgeEmailClaim({ ...claimed, leadingIdentityId: null }, further)).toBe("FOLLOWS");
  });

  test("is none for a token issued before the newest one; one of the same second counts", () => {
    expect(judgeEmailClaim(claimed, { ...claim, claimedAt: at(0) })).toBe("IS_SILENT");
    expect(judgeEmailClaim(claimed, { ...claim, claimedAt: at(1) })).toBe("FOLLOWS");
  });
});

test("The mails to the former and the present address differ in text and follow the owner's language", () => {
  const noticeIn = (side: EmailSide, locale: string | null) =>
    emailNotice(side, { name: "Ana", locale, publicUrl: "https://api.example" });
  const letters = (["FORMER", "PRESENT"] as const).flatMap((side) => [
    noticeIn(side, "en-GB"),
    noticeIn(side, "de-CH"),
  ]);
  expect(new Set(letters.map(({ subject }) => subject)).size).toBe(4);
  expect(new Set(letters.map(({ text }) => text)).size).toBe(4);
  expect(noticeIn("FORMER", null)).toEqual(noticeIn("FORMER", "fr"));
});
