import { posix } from "node:path";
import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { anchorsOf } from "./anchors.ts";
import { housePaths, textOf } from "./house-files.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...[...housePaths].filter((path) => /^docs\/.*\.md$/.test(path)),
];
const folders = new Set([...housePaths].flatMap((path) => /^[\w.-]+(?=\/)/.exec(path)?.[0] ?? []));
const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Package.parse(JSON.parse(textOf("package.json")));

describe.each(pages)("%s", (page) => {
  test("names only files and folders that exist", () => {
    const missing = pathsIn(page).filter((path) => !housePaths.has(path.replace(/\/$/, "")));
    expect(missing).toEqual([]);
  });

  test("links only to pages and anchors that exist", () => {
    const broken = linksIn(page).filter(
      ([path, anchor]) =>
        !housePaths.has(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor)),
    );
    expect(broken).toEqual([]);
  });

  test("names only commands that exist", () => {
    const named = [...textOf(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)];
    expect(named.map(([, script = ""]) => script).filter((one) => !(one in scripts))).toEqual([]);
  });
});

test("docs/commands.md lists every command of package.json", () => {
  const text = textOf("docs/commands.md");
  const missing = Object.keys(scripts).filter((script) => !text.includes(script));
  expect(missing).toEqual([]);
});

test("README.md has at most 10 kB", () => {
  expect(Buffer.byteLength(textOf("README.md"))).toBeLessThanOrEqual(10_000);
});

/**
 * Paths in code spans, e.g. `db/platform/transactions/transact.ts`, `contract/`; not patterns, routes or workflow ids.
 */
function pathsIn(page: string): readonly string[] {
  return [...textOf(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => path.includes("/") && folders.has(path.split("/", 1)[0] ?? ""));
}

/** Links of a page, as [page it leads to, anchor]. Paths are relative to the folder of the page. */
function linksIn(page: string): readonly (readonly [string, string | undefined])[] {
  return [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([, path = "", anchor]) => [path === "" ? page : posix.join(posix.dirname(page), path), anchor],
  );
}
