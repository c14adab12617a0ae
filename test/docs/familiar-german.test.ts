import { describe, expect, test } from "@jest/globals";
import { parseSync } from "oxc-parser";
import { asNode, eachNode, literalText } from "../frozen/parse-sources.ts";
import { familiarForm, mayBeFamiliar } from "./familiar-german.ts";
import { housePaths, textOf } from "./house-files.ts";

/** Sources with texts that people read. Tools are those that serve pages or exercises. */
const SHOWN =
  /^(?:contract|rules|db|activities|api|workers|phone|web|device|config|tools\/(?:phone|exercise-provider))\/.*\.(?:tsx?|js|html|json)$/;

describe("The product's German", () => {
  const paths = [...housePaths].filter((path) => SHOWN.test(path));

  test("says Sie: no text has a familiar pronoun or imperative", () => {
    const familiar = paths.flatMap((path) => {
      const source = textOf(path);
      if (!mayBeFamiliar(source)) return [];
      return textsIn(path, source).flatMap((text) => {
        const form = familiarForm(text);
        return form === null ? [] : [`${path}: "${form}" in "${text.slice(0, 120)}"`];
      });
    });
    expect(familiar).toEqual([]);
  });

  test.each([
    ["a push", "contract/notifications/client-notifications.ts"],
    ["a mail", "rules/accounts/account-notice.ts"],
    ["a page behind a link", "api/pages/texts.ts"],
    ["the account page", "api/pages/account/account-texts.ts"],
    ["the default form", "rules/forms/default-in-german.ts"],
    ["the console", "web/texts/de/inbox/inbox.ts"],
    ["the device library", "device/centre/texts/de/phrases.ts"],
    ["the phone page", "phone/texts/de.ts"],
    ["a sync message", "contract/sync/messages.ts"],
    ["a way to sign in", "config/auth-providers/apple.json"],
  ])("is read where %s has it", (_, path) => {
    expect(paths).toContain(path);
    expect(textsIn(path, textOf(path)).join("\n")).toMatch(/(?<!\p{L})(?:Sie|Ihre?n?)(?!\p{L})/u);
  });
});

describe("A familiar form", () => {
  test.each([
    ["Dein Konto wird gelöscht", "Dein"],
    ["*, wir schreiben dir morgen.", "dir"],
    ["Öffne die App.", "Öffne"],
    ["Diese Sitzung ist beendet. Melde dich neu an.", "dich"],
    ["Das geht gerade nicht. Versuche es später.", "Versuche"],
    ["Die Tür klemmt: prüfe die Verbindung", "prüfe"],
    ["Warten Sie kurz, dann lade die Seite neu.", "lade"],
    ["Bitte wähle einen Grund.", "wähle"],
    ["{count, plural, one {Öffne sie} other {Wählen Sie}}", "Öffne"],
    ["<p>Nimm die andere Anmeldung.</p>", "Nimm"],
  ])("is found in: %s", (text, form) => {
    expect(familiarForm(text)).toBe(form);
    expect(mayBeFamiliar(text)).toBe(true);
  });

  test.each([
    "Öffnen Sie die App und melden Sie sich an.",
    "Bitte wählen",
    "Suche leeren",
    "Fragen Sie Ihren Coach.",
    "Ich nehme die Bedingungen an und habe den Hinweis gelesen.",
    "Die Änderung gilt ab morgen.",
    "Konto behalten",
    '<p dir="auto">Ihre Frage</p>',
  ])("is not found in: %s", (text) => {
    expect(familiarForm(text)).toBeNull();
  });
});

/** The string literals of a program, and the whole of any other file. */
function textsIn(path: string, source: string): readonly string[] {
  if (!/\.(?:tsx?|js)$/.test(path)) return [source];
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const texts: string[] = [];
  eachNode(asNode(program), (node) => {
    const text = node.type === "JSXText" ? node["value"] : literalText(node);
    if (typeof text === "string") texts.push(text);
  });
  return texts;
}
