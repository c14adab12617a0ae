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
const timezone = "Europe/Berlin";

describe("A notice about an account", () => {
  test.each(FACTS)(
    "of the event %s is written in the owner's language, with its own subject",
    (fact) => {
      const [english, german] = ["en-GB", "de-CH"].map((locale) =>
        accountNotice(fact, { locale, timezone, goneAt }),
      );
      expect(english).not.toEqual(german);
      expect(accountNotice(fact, { locale: "fr", timezone, goneAt })).toEqual(english);
      expect(accountNotice(fact, { locale: null, timezone, goneAt })).toEqual(english);
      const subjects = FACTS.map(
        (other) => accountNotice(other, { locale: "de", timezone, goneAt }).subject,
      );
      expect(new Set(subjects).size).toBe(FACTS.length);
    },
  );

  test.each([
    ["en", "2 March 2026 at 11:00"],
    ["de", "2. März 2026 um 11:00"],
  ])("says in %s when a deletion takes effect, in the owner's time zone", (locale, moment) => {
    const { text } = accountNotice("AccountDeletionRequested", { locale, timezone, goneAt });
    expect(text).toContain(moment);
  });
});
