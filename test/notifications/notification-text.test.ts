import { describe, expect, test } from "@jest/globals";
import {
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
} from "../../contract/notifications/vocabulary.ts";
import { MESSAGE_LANGUAGES } from "../../contract/language-of.ts";
import {
  notificationEmail,
  notificationText,
} from "../../rules/notifications/notification-text.ts";
import { HEALTH_WORDS, QUESTION_WORDS } from "../factories/notifications/health-words.ts";

const everyText = NOTIFICATION_CATEGORIES.flatMap((category) =>
  MESSAGE_LANGUAGES.map((language) => [category, language] as const),
);

const names = {
  coachName: "Ben $& {where}",
  clientName: "Cleo",
  workspaceId: "01900000-0000-7000-8000-000000000001",
  workspaceName: "Strong",
};
const none = { invitations: [], timezone: "UTC" };
const reader = {
  name: "Ana",
  waitingCount: 2,
  publicUrl: "https://api.example",
  ...names,
  ...none,
};

describe("the words of a notification", () => {
  test.each(everyText)("%s, %s: contain no health data, and no question", (category, language) => {
    const { title, body } = notificationText(category, language);
    const { subject, text } = notificationEmail(category, { ...reader, locale: language });
    for (const words of [title, body, subject, text]) {
      expect(words).not.toMatch(HEALTH_WORDS);
      expect(words).not.toMatch(QUESTION_WORDS);
      expect(words).not.toBe("");
    }
    expect([title.length <= 60, body.length <= 120]).toEqual([true, true]);
  });

  test("are checked by a list that matches the health words it is meant to match", () => {
    for (const text of [
      "Back pain",
      "Headaches",
      "Ihre Ernährung",
      "Rauchen Sie",
      "Schlaf gut",
      "Eat well",
    ]) {
      expect(text).toMatch(HEALTH_WORDS);
    }
    for (const text of ["One question", "Ihre Fragen"]) expect(text).toMatch(QUESTION_WORDS);
  });

  test("about invitations give the reason in the mail, and in no push", () => {
    const expiresAt = new Date("2027-03-15T12:00:00Z");
    const invited = { inviteeName: null, contact: "x@example.com", expiresAt } as const;
    const written = MESSAGE_LANGUAGES.map((locale) => {
      const invitations = [{ ...invited, trouble: "BOUNCED" } as const];
      const mail = { ...reader, locale, invitations };
      const { subject, text } = notificationEmail("INVITATION_NEEDS_ATTENTION", mail);
      return [notificationText("INVITATION_NEEDS_ATTENTION", locale).body, subject, text] as const;
    });
    expect(written).toEqual([
      [
        "Something about your invitations needs you.",
        "Your invitation to x@example.com could not be delivered",
        expect.stringContaining("The e-mail could not be delivered. Send the invitation again,"),
      ],
      [
        "Ihre Einladungen brauchen Ihre Aufmerksamkeit.",
        "Ihre Einladung an x@example.com konnte nicht zugestellt werden",
        expect.stringContaining(
          "Die E-Mail konnte nicht zugestellt werden. Senden Sie die Einladung",
        ),
      ],
    ]);
  });

  test("are in the reader's language, and in English for others", () => {
    const title = (locale: string | null) => notificationText("WELCOME", locale).title;
    expect(["de-CH", "DE", "en-GB", "pt", null].map(title)).toEqual([
      "Willkommen",
      "Willkommen",
      "Welcome",
      "Welcome",
      "Welcome",
    ]);
  });

  test("name coach or client in an e-mail and nobody in a push, and in neither once an account is deleted", () => {
    const named = [
      ["ONBOARDING_REMINDER", "Ben"],
      ["ONBOARDING_NUDGE", "Ben"],
      ["CHECK_IN_NUDGE", "Ben"],
      ["FORM_ASSIGNED", "Ben"],
      ["CLIENT_STARTED_ONBOARDING", "Cleo"],
    ] as const;
    for (const [category, name] of named)
      for (const locale of MESSAGE_LANGUAGES) {
        const { subject, text } = notificationEmail(category, { ...reader, locale });
        expect(subject).toContain(name);
        expect(text).toContain(name);
        expect(text).not.toMatch(/\{(?:coach|client)\}/);
        const push = notificationText(category, locale);
        const nameless = notificationEmail(category, { ...reader, locale, coachName: null });
        expect(nameless.subject).toBe(push.title);
        expect(JSON.stringify([push, nameless])).not.toMatch(/Ben|Cleo|Strong/);
      }
  });

  test("lead a coach into the workspace that they are about, and a client into the app", () => {
    const linkOf = (category: NotificationCategory, workspaceId: string | null) =>
      /https:\/\/api\.example\/\S*app\S*/.exec(
        notificationEmail(category, { ...reader, workspaceId, locale: "en" }).text,
      )?.[0];
    const { workspaceId } = names;
    expect(linkOf("COACH_TASK_URGENT", workspaceId)).toBe(
      `https://api.example/coach-app?workspace=${workspaceId}`,
    );
    expect(linkOf("INBOX_DIGEST", null)).toBe("https://api.example/coach-app");
    expect(linkOf("FORM_ASSIGNED", workspaceId)).toBe("https://api.example/app");
  });

  test("say in an e-mail where it can be switched off", () => {
    const { text, html } = notificationEmail("FORM_ASSIGNED", { ...reader, locale: "en" });
    expect(text).toMatch(/Choose your notifications:\nhttps:\/\/api\.example\/account$/);
    expect(html).toMatch(/href="https:\/\/api\.example\/account"[^>]*>Choose your notifications</);
  });
});
