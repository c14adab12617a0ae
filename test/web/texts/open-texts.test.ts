import { expect, test } from "@jest/globals";
import { openTexts } from "../../../web/texts/i18n.ts";

/** Texts whose files name their language, and the files that were loaded. */
function openLogged() {
  const loaded: string[] = [];
  const file = (language: string, part: string) => async () => {
    loaded.push(`${language}/${part}`);
    await Promise.resolve();
    return { [part]: `${language} ${part}` };
  };
  const parts = (language: string) => ({
    first: file(language, "first"),
    later: file(language, "later"),
  });
  return { texts: openTexts({ en: parts("en"), de: parts("de") }), loaded };
}

test("A language loads its first messages alone, and the later ones when a page asks for them", async () => {
  const { texts, loaded } = openLogged();
  const i18n = await texts.speak("en");
  expect(loaded).toEqual(["en/first"]);

  await texts.loadLater();
  expect([i18n._("first"), i18n._("later")]).toEqual(["en first", "en later"]);
});

test("After a page has asked for the later messages, another language loads both", async () => {
  const { texts } = openLogged();
  await texts.speak("en");
  await texts.loadLater();
  const i18n = await texts.speak("de");

  expect([i18n._("first"), i18n._("later")]).toEqual(["de first", "de later"]);
});

test("A page that asks while a language is on its way gets that language's later messages", async () => {
  const { texts } = openLogged();
  const speaking = texts.speak("de");
  await texts.loadLater();
  const i18n = await speaking;

  expect(i18n._("later")).toBe("de later");
});
