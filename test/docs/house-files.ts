import { globSync, readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);

/** Folders at the root that are made by running things. */
const MADE = new Set(["node_modules", ".git", ".sideline", "coverage"]);

/** Files and folders of the house, relative to its root. */
export const housePaths: ReadonlySet<string> = new Set(
  globSync("**", { cwd: root, exclude: (path) => MADE.has(path) }).filter((path) => path !== "."),
);

/** Text of a file of the house. */
export function textOf(file: string): string {
  return readFileSync(new URL(file, root), "utf8");
}
