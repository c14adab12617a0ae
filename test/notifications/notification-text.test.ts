import { describe, expect, test } from "@jest/globals";
import { NOTIFICATION_CATEGORIES } from "../../contract/notifications/vocabulary.ts";
import { MESSAGE_LANGUAGES } from "../../contract/sync/messages.ts";
import {
  notificationLetter,
  notificationText,
} from "../../rules/notifications/notification-text.ts";

/** What no locked screen and no mail server reads: of body, health, food and the questions of forms. */
const FORBIDDEN = new RegExp(
  [
    "pain|ache|hurt|injur|\\bill(?:ness)?\\b|sick|disease|diagnos|symptom|medic|drug|pill|dose|side effect",
    "supplement|vitamin|allerg|pregnan|blood|heart|sleep|stress|mental|depress|weight|\\bfat\\b|bmi",
    "calor|diet|nutrition|food|meal|\\beat|drink|alcohol|smok|\\bhabit|workout|exercise|training|\\bbody",
    "health|therap|doctor|surger|body measure|question",
    "schmerz|verletz|krank|diagnose|symptom|medikament|tablette|dosis|nebenwirkung|nahrungserg",
    "allergi|schwanger|blut|\\bherz|schlaf|psych|depressi|gewicht|kalori|diät|ernähr|\\bessen|mahlzeit",
    "trink|alkohol|rauch|gewohnheit|übung|training|körper|gesund|therapie|\\barzt|operation|frage",
  ].join("|"),
  "i",
);

const everyText = NOTIFICATION_CATEGORIES.flatMap((category) =>
  MESSAGE_LANGUAGES.map((language) => [category, language] as const),
);

describe("the words of a notification", () => {
  test.each(everyText)("%s, %s: say nothing of health, and no question", (category, language) => {
    const { title, body } = notificationText(category, language);
    const { subject, text } = notificationLetter(category, language);
    for (const words of [title, body, subject, text]) {
      expect(words).not.toMatch(FORBIDDEN);
      expect(words).not.toBe("");
    }
    expect([title.length <= 60, body.length <= 120]).toEqual([true, true]);
  });

  test("the word list is one that finds what it is for", () => {
    for (const text of ["Back pain", "Deine Ernährung", "One question", "Schlaf gut", "Eat well"]) {
      expect(text).toMatch(FORBIDDEN);
    }
  });

  test("are those of the reader's language, and English for others", () => {
    const title = (locale: string | null) => notificationText("WELCOME", locale).title;
    expect(["de-CH", "DE", "en-GB", "pt", null].map(title)).toEqual([
      "Willkommen",
      "Willkommen",
      "Welcome",
      "Welcome",
      "Welcome",
    ]);
  });

  test("a letter says where it can be switched off", () => {
    expect(notificationLetter("FORM_ASSIGNED", "en").text).toContain("Account > Notifications");
  });
});
