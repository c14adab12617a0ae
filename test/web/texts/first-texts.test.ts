import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { messages } from "../../../web/texts/en/index.ts";
import { first } from "../../../web/texts/en/first.ts";

const WEB = fileURLToPath(new URL("../../../web/", import.meta.url));

/** Files that load before the inbox is drawn: the page's own, and all that they import statically. */
function filesOf(entries: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const follow = (file: string) => {
    if (files.has(file) || !existsSync(file) || file.startsWith(`${WEB}texts/`)) return;
    files.add(file);
    const imports = readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"/gm,
    );
    for (const [, path = ""] of imports) follow(join(dirname(file), path));
  };
  for (const entry of entries) follow(`${WEB}${entry}`);
  return files;
}

test("The code that loads before the inbox is drawn uses no message that loads later", () => {
  const later = Object.keys(messages).filter((id) => !Object.hasOwn(first, id));
  const prefixes = new Set(later.map((id) => id.slice(0, id.lastIndexOf(".") + 1)));
  const isLater = (text: string) =>
    text.endsWith(".") ? prefixes.has(text) : later.includes(text);
  const files = [...filesOf(["main.ts", "console.tsx", "inbox/inbox-page.tsx"])];
  const used = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/["`]([A-Za-z][\w.]*\.\w*)(?:["`]|\$\{)/g)]
      .map(([, text = ""]) => text)
      .filter(isLater)
      .map((text) => `${file.slice(WEB.length)}: ${text}`),
  );

  expect(files.length).toBeGreaterThan(100);
  expect(used).toEqual([]);
});
