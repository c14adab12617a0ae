import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, test } from "@jest/globals";
import { messages as german } from "../../../web/texts/de/index.ts";
import { messages as english } from "../../../web/texts/en/index.ts";

/** The messages of a language that count something, each with one number for all its values. */
function counted(
  locale: string,
  messages: Readonly<Record<string, string>>,
  number: number,
): readonly string[] {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  i18n.setMessagesCompiler(compileMessage);
  return Object.entries(messages)
    .filter(([, text]) => text.includes(", plural,"))
    .map(([id, text]) => {
      const names = [...text.matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);
      return `${id}: ${i18n._(id, Object.fromEntries(names.map((name) => [name, number])))}`;
    });
}

describe("messages that count", () => {
  test("in German one client is declined after a preposition that asks for it", () => {
    const wrong = counted("de", german, 1).filter((text) =>
      /(?:bei|für|mit|nach|von|zu) 1 Klient\b/iu.test(text),
    );
    expect(wrong).toEqual([]);
  });

  test("in English one thing has no plural, and several have one", () => {
    const ones = counted("en", english, 1).filter((text) =>
      /\b1 (?:answers|attempts|clients|days|exercises|items|operations|people|problems|questions|sessions|times|weeks)\b/.test(
        text,
      ),
    );
    expect(ones).toEqual([]);
    const many = counted("en", english, 2).filter((text) =>
      /\b2 (?:answer|attempt|client|day|exercise|item|operation|problem|question|session|time|week)\b/.test(
        text,
      ),
    );
    expect(many).toEqual([]);
  });

  test("in German one thing has no plural", () => {
    const ones = counted("de", german, 1).filter((text) =>
      /\b1 (?:Antworten|Aufgaben|Coaches|Einheiten|Fragen|Geräte|Operationen|Probleme|Sitzungen|Tage|Übungen|Versuche|Wochen|Zeilen)\b/u.test(
        text,
      ),
    );
    expect(ones).toEqual([]);
  });
});
