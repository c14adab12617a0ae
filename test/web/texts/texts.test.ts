import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, test } from "@jest/globals";
import { parseSync } from "oxc-parser";
import { initialsOf } from "../../../web/kit/face/initials-of.ts";
import { messages as german } from "../../../web/texts/de/index.ts";
import { messages as english } from "../../../web/texts/en/index.ts";
import { setReaderZone } from "../../../web/texts/reader-zone.ts";
import { formatsOf } from "../../../web/texts/formats.ts";
import { chooseLanguage } from "../../../web/texts/i18n.ts";

const WEB = fileURLToPath(new URL("../../../web/", import.meta.url));
const files = readdirSync(WEB, { recursive: true, encoding: "utf8" });
const sources = files
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("texts") && !file.startsWith("api"))
  .map((file) => [file, readFileSync(`${WEB}${file}`, "utf8")] as const);

/** Names of the values that a message needs. */
function valuesOf(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const follow = (part: unknown) => {
    if (Array.isArray(part)) {
      const parts: readonly unknown[] = part;
      if (typeof parts[0] === "string") names.add(parts[0]);
      for (const inner of parts.slice(1)) follow(inner);
    } else if (typeof part === "object" && part !== null) {
      for (const choice of Object.values(part)) followAll(choice);
    }
  };
  const followAll = (parts: unknown) => {
    if (Array.isArray(parts)) for (const part of parts) follow(part);
  };
  followAll(compileMessage(text));
  return names;
}

describe("the console's texts", () => {
  test("every message compiles, and German needs the same values as English", () => {
    const other = new Map(Object.entries(german));
    for (const [id, text] of Object.entries(english))
      expect([id, valuesOf(other.get(id) ?? "")]).toEqual([id, valuesOf(text)]);
    expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  test("no German sentence ends with a date, whose month may end with a full stop of its own", () => {
    const ending = Object.entries(german).filter(([, text]) =>
      /\{(date|day|deletionAt|from|on|since|until)\}\./.test(text),
    );
    // A day of the month is a number.
    expect(ending.map(([id]) => id)).toEqual(["plans.rule.date"]);
  });

  test("no message is unused: its name, or the prefix of its code, stands in a source", () => {
    const all = sources.map(([, text]) => text).join("\n");
    const unused = Object.keys(english).filter((id) => {
      const prefix = id.slice(0, id.lastIndexOf(".") + 1);
      return (
        !all.includes(`"${id}"`) && !all.includes(`"${prefix}"`) && !all.includes(`\`${prefix}`)
      );
    });
    expect(unused).toEqual([]);
  });

  test("no button is described by `aria-description`, which React Aria does not pass on", () => {
    const used = sources.filter(([, text]) => /["{ ]aria-description["=]/.test(text));
    expect(used.map(([file]) => file)).toEqual([]);
  });

  test("no page has a literal text: each goes through a message", () => {
    const literals = sources.flatMap(([file, text]) => {
      if (!file.endsWith(".tsx")) return [];
      const { program } = parseSync(file, text);
      return [
        ...JSON.stringify(program).matchAll(/"type":"JSXText"[^}]*?"value":"((?:[^"\\]|\\.)*)"/g),
      ]
        .map(([, value = ""]) => value.replaceAll(String.raw`\n`, " ").trim())
        .filter((value) => /\p{L}{2,}/u.test(value))
        .map((value) => `${file}: ${value}`);
    });
    expect(literals).toEqual([]);
  });

  test("no page shows a sentence of the API in one language only: it words the code, or takes its own language", () => {
    const shown = sources.filter(([, text]) => /\.(?:sentence|message)\b(?!\??\.?\[)/.test(text));
    expect(shown.map(([file]) => file)).toEqual([]);
  });

  test("the language is the profile's, else the browser's first that exists, else English", () => {
    expect(chooseLanguage("de-AT", ["en-GB"])).toBe("de");
    expect(chooseLanguage(null, ["fr", "de-CH", "en"])).toBe("de");
    expect(chooseLanguage(null, ["fr"])).toBe("en");
  });
});

describe("dates and names", () => {
  test("days, times and spans are written as people write them", () => {
    const at = new Date("2026-11-26T07:42:00Z");
    const [en, de] = [formatsOf("en"), formatsOf("de")];
    expect(en.moment(at, "Europe/Berlin")).toMatch(/^Thu 26 Nov( 2026)?, 08:42$/);
    expect(de.moment(at, "Europe/Berlin")).toMatch(/^Do\., 26\. Nov\.( 2026)?, 08:42$/);
    expect(en.localDate("2026-11-26")).toMatch(/^Thu 26 Nov/);
    expect([59_000, 3 * 3_600_000, 50 * 3_600_000].map(en.span)).toEqual(["1 min", "3 h", "2 d"]);
  });

  test("a birth date has day, month and year, without a weekday", () => {
    expect(formatsOf("en").fullDate("1990-11-26")).toBe("26 November 1990");
    expect(formatsOf("de").fullDate("1990-11-26")).toBe("26. November 1990");
  });

  test("a time without a place is the one of the coach's profile, whatever the zone of the browser", () => {
    const at = new Date("2026-11-26T19:42:00Z");
    setReaderZone("Pacific/Auckland");
    expect(formatsOf("en").moment(at)).toMatch(/^Fri 27 Nov( 2026)?, 08:42$/);
    setReaderZone("America/Sao_Paulo");
    expect(formatsOf("en").time(at)).toBe("16:42");
    expect(formatsOf("en").time(at, "Europe/Berlin")).toBe("20:42");
    setReaderZone(undefined);
  });

  test("initials are the first letters of the first and the last word, whatever the script", () => {
    expect(
      ["Katharina Zimmermann-Wolff", "ida", "Åsa  ñandú", "🙂 李 小龍", ""].map(initialsOf),
    ).toEqual(["KZ", "I", "ÅÑ", "李小", ""]);
  });
});
