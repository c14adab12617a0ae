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
const reader = { name: "Ana", timezone, goneAt, publicUrl: "https://api.example" };

describe("A notice about an account", () => {
  test.each(FACTS)(
    "of the event %s is written in the owner's language, with its own subject",
    (fact) => {
      const [english, german] = ["en-GB", "de-CH"].map((locale) =>
        accountNotice(fact, { ...reader, locale }),
      );
      expect(english).not.toEqual(german);
      expect(accountNotice(fact, { ...reader, locale: "fr" })).toEqual(english);
      expect(accountNotice(fact, { ...reader, locale: null })).toEqual(english);
      const subjects = FACTS.map(
        (other) => accountNotice(other, { ...reader, locale: "de" }).subject,
      );
      expect(new Set(subjects).size).toBe(FACTS.length);
    },
  );

  test.each([
    ["en", "2 March 2026 at 11:00"],
    ["de", "2. März 2026 um 11:00"],
  ])("says in %s when a deletion takes effect, in the owner's time zone", (locale, moment) => {
    const { text } = accountNotice("AccountDeletionRequested", { ...reader, locale });
    expect(text).toContain(moment);
  });

  test.each([
    ["en", "Keep my account"],
    ["de", "Konto behalten"],
  ])("of a requested deletion says in %s how to call it off, and where", (locale, act) => {
    const { text, html } = accountNotice("AccountDeletionRequested", { ...reader, locale });
    expect(text).toContain(`\n\n${act}:\nhttps://api.example/account\n\n`);
    expect(html).toContain(`>${act}</a>`);
  });
});
