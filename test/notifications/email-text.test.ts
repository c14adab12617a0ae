import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { SURFACES } from "../../contract/accounts/vocabulary.ts";
import { INVITATION_TROUBLES } from "../../contract/invitations/vocabulary.ts";
import { NOTIFICATION_CATEGORIES } from "../../contract/notifications/vocabulary.ts";
import { languageOf, MESSAGE_LANGUAGES } from "../../contract/language-of.ts";
import { accountNotice } from "../../rules/accounts/account-notice.ts";
import { emailNotice } from "../../rules/accounts/email-notice.ts";
import type { EmailContent } from "../../rules/accounts/email-content.ts";
import { loginNotice } from "../../rules/accounts/login-notice.ts";
import {
  invitationMessage,
  invitationReminder,
} from "../../rules/invitations/invitation-message.ts";
import { memberInvitationMessage } from "../../rules/invitations/member-invitation-message.ts";
import { notificationEmail } from "../../rules/notifications/notification-text.ts";
import { replacedQuestionnaireEmail } from "../../rules/onboarding/replaced-questionnaire-email.ts";
import { departureEmail } from "../../rules/relationships/departure-email.ts";
import { workspaceEmail } from "../../rules/workspaces/workspace-email.ts";
import { relationshipEmail } from "../../rules/relationships/relationship-email.ts";
import { HEALTH_WORDS } from "../factories/notifications/health-words.ts";

const FACTS = [
  "SignInLinked",
  "SignInUnlinked",
  "AccountExportRequested",
  "AccountDeletionRequested",
  "AccountDeletionCancelled",
  "UserSuspended",
] as const;
const NEWS = [
  "CoachClientRelationshipReassigned",
  "CoachClientRelationshipPaused",
  "CoachClientRelationshipResumed",
  "CoachClientRelationshipEnded",
] as const;
/** The next day in Berlin already, by UTC still the day before. */
const at = new Date("2027-02-28T23:30:00Z");
const timezone = "Europe/Berlin";
const publicUrl = "https://example.com";
const reader = { name: "Nia", publicUrl };
const words = { timezone, workspaceName: "Room", link: `${publicUrl}/i`, expiresAt: at };

/** Every outgoing e-mail, by the function that writes it, for a reader with a locale. */
const WRITERS: Readonly<Record<string, (locale: string | null) => readonly EmailContent[]>> = {
  accountNotice: (locale) =>
    FACTS.map((fact) => accountNotice(fact, { ...reader, locale, timezone, goneAt: at })),
  emailNotice: (locale) =>
    (["FORMER", "PRESENT"] as const).map((side) => emailNotice(side, { ...reader, locale })),
  loginNotice: (locale) =>
    SURFACES.map((surface) => loginNotice({ ...reader, surface, startedAt: at, locale, timezone })),
  invitationMessage: (locale) => [
    invitationMessage({ ...words, language: languageOf(locale), coachDisplayName: "Ana" }),
  ],
  invitationReminder: (locale) => [
    invitationReminder({ ...words, language: languageOf(locale), coachDisplayName: "Ana" }),
  ],
  memberInvitationMessage: (locale) => [
    memberInvitationMessage({ ...words, language: languageOf(locale), ownerDisplayName: "Ana" }),
  ],
  notificationEmail: (locale) => [
    ...NOTIFICATION_CATEGORIES.map((category) =>
      notificationEmail(category, { ...notified, locale, invitations: [] }),
    ),
    ...[INVITATION_TROUBLES, ...INVITATION_TROUBLES.map((one) => [one])].map((troubles) =>
      notificationEmail("INVITATION_NEEDS_ATTENTION", {
        ...notified,
        locale,
        invitations: troubles.map((trouble) => ({
          trouble,
          inviteeName: "Ana",
          contact: "ana@example.com",
          expiresAt: at,
        })),
      }),
    ),
  ],
  relationshipEmail: (locale) =>
    NEWS.flatMap((news) =>
      (["CLIENT", "COACH"] as const).flatMap(
        (as) => relationshipEmail(news, { ...reader, as, locale, ...about }) ?? [],
      ),
    ),
  departureEmail: (locale) =>
    (["CLIENT", "COACH"] as const).flatMap((as) =>
      [at, null].map((goneAt) =>
        departureEmail({ ...reader, as, locale, timezone, ...about, goneAt }),
      ),
    ),
  workspaceEmail: (locale) =>
    (["NEW_OWNER", "FORMER_OWNER", "REMOVED"] as const).map((news) =>
      workspaceEmail(news, { ...reader, locale, ...about }),
    ),
  replacedQuestionnaireEmail: (locale) => [
    replacedQuestionnaireEmail({ ...reader, locale, ...about }),
  ],
};
/** It looks like no date. */
const workspaceId = "0190cafe-cafe-7caf-8caf-cafecafecafe";
const people = { coachName: "Ana", clientName: "Nia", workspaceId, workspaceName: "Room" };
const notified = { ...reader, ...people, timezone, waitingCount: 2 };
const about = { otherName: "Ana", workspaceId, workspaceName: "Room" };

describe("an outgoing e-mail", () => {
  test("of every function in rules/ that writes one is checked here", () => {
    const writers = globSync("rules/**/*.ts").flatMap((file) =>
      readFileSync(file, "utf8")
        .split(/^export (?:function|const) /m)
        .filter((part) => /^\w+(?: = )?\([^{}]*(?:\{[^{}]*\}[^{}]*)*\): EmailContent\b/.test(part))
        .map((part) => /^\w+/.exec(part)?.[0] ?? ""),
    );
    expect(new Set(writers)).toEqual(new Set([...Object.keys(WRITERS), "writeEmail"]));
  });

  test("of every kind has its own words in each language, and is in English for any other language", () => {
    for (const [locale, language] of [
      ["en-GB", "en"],
      ["de-CH", "de"],
      ["fr", "en"],
      [null, "en"],
    ] as const)
      expect(new Set(emailsIn(locale).map((email) => email.language))).toEqual(new Set([language]));
    const german = emailsIn("de");
    for (const [i, english] of emailsIn("en").entries()) {
      expect(german[i]?.subject).not.toBe(english.subject);
      const lines = english.text.split("\n").filter((line) => line !== "");
      const own = lines.filter((line) => !/^https:|^-- $|^Sideline$|^• /.test(line));
      for (const line of own) expect(german[i]?.text.split("\n")).not.toContain(line);
    }
  });

  test("writes a day as people write it, in the zone of its reader or of its sender", () => {
    const dated = emailsIn("en").filter(({ text }) => text.includes("2027"));
    expect(dated.length).toBe(1 + SURFACES.length + 3 + 2 + 3);
    for (const { text } of dated) expect(text).toMatch(/\b1 March 2027\b/);
    for (const { text } of emailsIn("de").filter((email) => email.text.includes("2027")))
      expect(text).toMatch(/\b1\. März 2027\b/);
    for (const { text } of MESSAGE_LANGUAGES.flatMap(emailsIn))
      expect(text).not.toMatch(/\d{4}-\d\d/);
  });

  test("that invites a person names the workspace, unless that has the name of the inviting person", () => {
    for (const locale of MESSAGE_LANGUAGES)
      for (const workspaceName of ["Ana ", "Strong"]) {
        const request = { ...words, language: locale, workspaceName };
        const emails = [
          invitationMessage({ ...request, coachDisplayName: "Ana" }),
          invitationReminder({ ...request, coachDisplayName: "Ana" }),
          memberInvitationMessage({ ...request, ownerDisplayName: "Ana" }),
        ];
        for (const { subject, text } of emails) {
          expect(`${subject}\n${text}`.match(/Ana/g)?.length).toBeLessThanOrEqual(3);
          expect(subject.includes("Strong")).toBe(workspaceName === "Strong");
        }
      }
  });

  test("has one button at most, labelled with the step that plain text names above the same link", () => {
    for (const { text, html } of MESSAGE_LANGUAGES.flatMap(emailsIn)) {
      const buttons = [...html.matchAll(/<a class="button" href="([^"]*)"[^>]*>([^<]*)</g)];
      expect(buttons.length).toBeLessThanOrEqual(1);
      for (const [, href = "", label = ""] of buttons)
        expect(text).toContain(`\n${label}:\n${href}\n`);
      const isForSupport = /support/i.test(text);
      expect(buttons).toHaveLength(isForSupport ? 0 : 1);
    }
  });

  test("names the product, and each person and place that it is about", () => {
    for (const email of MESSAGE_LANGUAGES.flatMap(emailsIn)) {
      expect(email.text).toMatch(/\bSideline\b/);
      expect(email.text).not.toMatch(/undefined|null| {2}/);
    }
    const news = MESSAGE_LANGUAGES.flatMap((locale) => [
      ...(WRITERS["relationshipEmail"]?.(locale) ?? []),
      ...(WRITERS["invitationMessage"]?.(locale) ?? []),
      ...(WRITERS["replacedQuestionnaireEmail"]?.(locale) ?? []),
    ]);
    for (const { subject, text } of news) {
      expect(`${subject} ${text}`).toContain("Ana");
      expect(text).toContain("in Room");
    }
  });

  test.each(MESSAGE_LANGUAGES.flatMap(emailsIn))(
    "contains no health data: $subject",
    ({ subject, text }) => {
      expect(subject).not.toMatch(HEALTH_WORDS);
      expect(text).not.toMatch(HEALTH_WORDS);
    },
  );
});

function emailsIn(locale: string | null) {
  return Object.values(WRITERS).flatMap((write) => write(locale));
}
