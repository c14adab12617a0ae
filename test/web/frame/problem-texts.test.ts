import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { endpoints } from "../../../api/endpoints.ts";
import { codesOf } from "../../../api/http/codes-of.ts";
import { SETUP_WARNINGS } from "../../../contract/providers/vocabulary.ts";
import { Problem } from "../../../web/api/problem.ts";
import { problemSentence, problemText } from "../../../web/kit/problem-text.ts";
import { messages as german } from "../../../web/texts/de/index.ts";
import { messages as english } from "../../../web/texts/en/index.ts";
import { consoleTexts } from "../plans/console-texts.ts";

const WEB = fileURLToPath(new URL("../../../web/", import.meta.url));

/** The paths of the API in the console's code: whole texts, and texts that go on from a path with a name. */
function usedPaths(): ReadonlySet<string> {
  const files = readdirSync(WEB, { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("api/routes"))
    .map((file) => readFileSync(`${WEB}${file}`, "utf8"));
  const found = (pattern: RegExp) => sources.flatMap((text) => [...text.matchAll(pattern)]);
  const named = new Map(
    found(/const ([A-Z_]+) =\s*"(\/api\/v1\/[^"]*)"/g).map(([, name = "", path = ""]) => [
      name,
      path,
    ]),
  );
  const whole = found(/["`](\/api\/v1\/[^"`$?]*)["`]/g).map(([, path = ""]) => path);
  const longer = found(/`\$\{([A-Z_]+)\}(\/[^`]*)`/g).flatMap(([, name = "", rest = ""]) => {
    const path = named.get(name);
    return path === undefined ? [] : [`${path}${rest}`];
  });
  const served = new Set(endpoints.map(({ path }) => path));
  const prefixes = new Set([...named.values()].filter((path) => !served.has(path)));
  return new Set([...whole.filter((path) => !prefixes.has(path)), ...longer]);
}

test("every code with which a route of the console can refuse has a sentence in English and in German", () => {
  const paths = usedPaths();
  const used = endpoints.filter(({ path }) => paths.has(path));
  const codes = [...new Set(used.flatMap(codesOf))];
  expect(new Set(used.map(({ path }) => path)).size).toBe(paths.size);
  expect(codes.length).toBeGreaterThan(40);
  for (const texts of [english, german])
    expect(codes.filter((code) => !Object.hasOwn(texts, `problem.${code}`))).toEqual([]);
});

test("every warning about a provider's setup has a sentence in English and in German", () => {
  for (const texts of [english, german])
    expect(
      SETUP_WARNINGS.filter((code) => !Object.hasOwn(texts, `support.setupWarning.${code}`)),
    ).toEqual([]);
});

test("a refusal names its request, by which support finds it, and its sentence alone does not", () => {
  const [en, de] = [consoleTexts("en"), consoleTexts("de")];
  const refused = new Problem({ code: "FORBIDDEN", status: 403, requestId: "01K9-XQ4M" });
  expect(problemText(en, refused)).toBe("Your role does not allow this. Request 01K9-XQ4M");
  expect(problemText(de, refused)).toBe("Ihre Rolle erlaubt das nicht. Anfrage 01K9-XQ4M");
  expect(problemSentence(en, refused)).toBe("Your role does not allow this.");
});

test("a request without an answer has no number to name", () => {
  const lost = new Problem({ code: "OFFLINE", status: 0, requestId: null });
  expect(problemText(consoleTexts("en"), lost)).not.toContain("Request");
});
