import { describe, expect, test } from "@jest/globals";
import { type AccountFact, accountNotice } from "../../rules/accounts/account-notice.ts";

const FACTS: readonly AccountFact[] = [
  "SignInLinked",
  "SignInUnlinked",
  "AccountExportRequested",
  "AccountDeletionRequested",
  "AccountDeletionCancelled",
  "UserSuspended",
];
const goneAt = new Date("2026-03-02T10:00:00Z");

describe("finding 20: English only", () => {
  test.each(FACTS)("%s is told in the owner's language, each with words of its own", (fact) => {
    const [english, german] = ["en-GB", "de-CH"].map((locale) =>
      accountNotice(fact, { locale, goneAt }),
    );
    expect(english).not.toEqual(german);
    expect(accountNotice(fact, { locale: "fr", goneAt })).toEqual(english);
    expect(accountNotice(fact, { locale: null, goneAt })).toEqual(english);
    const subjects = FACTS.map((other) => accountNotice(other, { locale: "de", goneAt }).subject);
    expect(new Set(subjects).size).toBe(FACTS.length);
  });

  test("a deletion is told with its day", () => {
    for (const locale of ["en", "de"])
      expect(accountNotice("AccountDeletionRequested", { locale, goneAt }).text).toContain(
        "2026-03-02",
      );
  });
});
