import { describe, expect, test } from "@jest/globals";
import { anchorsOf } from "./anchors.ts";
import { housePaths, textOf } from "./house-files.ts";

/** Code and configuration. What a released migration says is fixed by its checksum. */
const CITING =
  /\.(?:ts|js|mjs|cjs|sql|yml|yaml|toml|jsonc|json|sh|py)$|^(?:Dockerfile|\.env\.example)$/;
const FIXED = /^(?:db\/migrations\/|package-lock\.json$|test\/histories\/|test\/docs\/)/;
const citing = [...housePaths].filter((file) => CITING.test(file) && !FIXED.test(file));

/** A rule by its anchor, the one form in which code cites. */
const CITATION = /docs\/([a-z/-]+\.md)(#[a-z0-9-]+)?/g;

/** Texts that are not here, by page, by number, or by the name of a chapter. */
const ELSEWHERE = [
  /\bdocuments? [1-3]\b/i,
  /(?<![\w/-])(?:house|actors|storage|security|temporal|domain|models|performance|decisions|hot-path|offline-sync|quick-log-workouts|agenda-inbox-exercises)\.md\b/i,
  /\b(?:section|chapter|rule) \d/i,
  /§/,
];

/** Text with comments unwrapped, so that no citation hides in the end of a line. */
const unwrapped = (file: string) => textOf(file).replaceAll(/\n\s*(?:\*(?!\/)|\/\/|--|#)\s*/g, " ");

const pages = new Map<string, ReadonlySet<string>>();
function resolves(page: string, anchor: string | undefined): boolean {
  const path = `docs/${page}`;
  if (!housePaths.has(path)) return false;
  const anchors = pages.get(path) ?? new Set(anchorsOf(path));
  pages.set(path, anchors);
  return anchor === undefined || anchors.has(anchor.slice(1));
}

describe("What code cites", () => {
  test("is there, page and anchor", () => {
    const broken = citing.flatMap((file) =>
      [...unwrapped(file).matchAll(CITATION)]
        .filter(([, page = "", anchor]) => !resolves(page, anchor))
        .map(([citation]) => `${file}: ${citation}`),
    );
    expect(broken).toEqual([]);
  });

  test("is in this repository: no page or section of a text elsewhere", () => {
    const foreign = citing.flatMap((file) => {
      const text = unwrapped(file);
      return ELSEWHERE.flatMap((form) => form.exec(text)?.[0] ?? []).map(
        (citation) => `${file}: ${citation}`,
      );
    });
    expect(foreign).toEqual([]);
  });

  test("has one place: no anchor of the rules stands there twice", () => {
    const anchors = anchorsOf("docs/rules.md");
    expect(anchors).toEqual([...new Set(anchors)]);
  });
});

test("a citation that leads nowhere, and one of an old form, are found", () => {
  expect(resolves("rules.md", "#sync-verdicts")).toBe(true);
  expect(resolves("rules.md", "#sync-verdict")).toBe(false);
  expect(resolves("storage.md", undefined)).toBe(false);
  for (const old of ["see document 2", "(storage.md)", "actors.md, rule 4", "section 3", "§ 2"])
    expect(ELSEWHERE.some((form) => form.test(old))).toBe(true);
  expect(ELSEWHERE.some((form) => form.test("docs/decisions.md, a document of 2 pages"))).toBe(
    false,
  );
});
