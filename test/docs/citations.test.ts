import { describe, expect, test } from "@jest/globals";
import { anchorsOf } from "./anchors.ts";
import { housePaths, textOf } from "./house-files.ts";

/** Code and configuration. Released migrations are left out: their checksums fix their text. */
const CITING =
  /\.(?:ts|js|mjs|cjs|sql|yml|yaml|toml|jsonc|json|sh|py)$|^(?:Dockerfile|\.env\.example)$/;
const FIXED = /^(?:db\/migrations\/|package-lock\.json$|test\/histories\/|test\/docs\/)/;
const citing = [...housePaths].filter((file) => CITING.test(file) && !FIXED.test(file));

/** The only form in which code cites a page. */
const CITATION = /docs\/([a-z/-]+\.md)(#[a-z0-9-]+)?/g;

/** Citations of texts outside of this repository: by page, by number, or by chapter. */
const ELSEWHERE = [
  /\bdocuments? [1-3]\b/i,
  /(?<![\w/-])(?:house|actors|storage|security|temporal|domain|models|performance|decisions|hot-path|offline-sync|quick-log-workouts|agenda-inbox-exercises)\.md\b/i,
  /\b(?:section|chapter|rule) \d/i,
  /§/,
];

/** Joins the lines of comments, so that a wrapped citation is found. */
const unwrapped = (file: string) => textOf(file).replaceAll(/\n\s*(?:\*(?!\/)|\/\/|--|#)\s*/g, " ");

const pages = new Map<string, ReadonlySet<string>>();

const ownPages = [...housePaths].filter((path) => /^docs\/.*\.md$/.test(path));

describe("A citation in code", () => {
  test("names a page and an anchor that exist", () => {
    const broken = citing.flatMap((file) =>
      [...unwrapped(file).matchAll(CITATION)]
        .filter(([, page = "", anchor]) => !resolves(page, anchor))
        .map(([citation]) => `${file}: ${citation}`),
    );
    expect(broken).toEqual([]);
  });

  test("names no page or section of a text outside of this repository", () => {
    const foreign = citing.flatMap((file) => {
      const text = unwrapped(file);
      return ELSEWHERE.flatMap((form) => form.exec(text)?.[0] ?? []).map(
        (citation) => `${file}: ${citation}`,
      );
    });
    expect(foreign).toEqual([]);
  });

  test.each(ownPages)("leads to one place, since each anchor of %s is unique", (page) => {
    const anchors = anchorsOf(page);
    expect(anchors).toEqual([...new Set(anchors)]);
  });
});

test("The check finds a citation of a missing page or anchor, and one of an old form", () => {
  expect(resolves("rooms/sync.md", "#verdicts")).toBe(true);
  expect(resolves("rooms/sync.md", "#verdict")).toBe(false);
  expect(resolves("storage.md", undefined)).toBe(false);
  for (const old of ["see document 2", "(storage.md)", "actors.md, rule 4", "section 3", "§ 2"])
    expect(ELSEWHERE.some((form) => form.test(old))).toBe(true);
  expect(
    ELSEWHERE.some((form) =>
      form.test("docs/architecture.md#finding-your-way, a document of 2 pages"),
    ),
  ).toBe(false);
});

function resolves(page: string, anchor: string | undefined): boolean {
  const path = `docs/${page}`;
  if (!housePaths.has(path)) return false;
  const anchors = pages.get(path) ?? new Set(anchorsOf(path));
  pages.set(path, anchors);
  return anchor === undefined || anchors.has(anchor.slice(1));
}
