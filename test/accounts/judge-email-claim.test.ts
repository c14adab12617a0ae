import { describe, expect, test } from "@jest/globals";
import { emailNotice } from "../../rules/accounts/email-notice.ts";
import { judgeEmailClaim } from "../../rules/accounts/judge-email-claim.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 8, 0, second));
const holding = { primaryEmail: "ana@example.com", leadingIdentityId: "first", claimedAt: at(1) };
const claim = { identityId: "first", email: "new@example.com", claimedAt: at(2) };

describe("What a sign-in means for the e-mail of its account", () => {
  test("the one that the account goes by is followed, and agrees with what it proves already", () => {
    expect(judgeEmailClaim(holding, claim)).toBe("FOLLOWS");
    expect(judgeEmailClaim(holding, { ...claim, email: "ana@example.com" })).toBe("AGREES");
    expect(judgeEmailClaim({ ...holding, claimedAt: null }, claim)).toBe("FOLLOWS");
  });

  test("one that proves none has no say", () => {
    expect(judgeEmailClaim(holding, { ...claim, email: null })).toBe("IS_SILENT");
  });

  test("a further one has a say only where the account has no e-mail, or no sign-in that proves one", () => {
    const further = { ...claim, identityId: "second" };
    expect(judgeEmailClaim(holding, further)).toBe("IS_SILENT");
    expect(judgeEmailClaim({ ...holding, primaryEmail: null }, further)).toBe("FOLLOWS");
    expect(judgeEmailClaim({ ...holding, leadingIdentityId: null }, further)).toBe("FOLLOWS");
  });

  test("a token from before the newest one has none, one of the same second has", () => {
    expect(judgeEmailClaim(holding, { ...claim, claimedAt: at(0) })).toBe("IS_SILENT");
    expect(judgeEmailClaim(holding, { ...claim, claimedAt: at(1) })).toBe("FOLLOWS");
  });
});

test("either address is told in the owner's language, in words of its own", () => {
  const letters = (["FORMER", "PRESENT"] as const).flatMap((side) => [
    emailNotice(side, "en-GB"),
    emailNotice(side, "de-CH"),
  ]);
  expect(new Set(letters.map(({ subject }) => subject)).size).toBe(4);
  expect(new Set(letters.map(({ text }) => text)).size).toBe(4);
  expect(emailNotice("FORMER", null)).toEqual(emailNotice("FORMER", "fr"));
});
