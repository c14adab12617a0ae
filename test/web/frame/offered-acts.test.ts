import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const WEB = fileURLToPath(new URL("../../../web/", import.meta.url));
const sources = readdirSync(WEB, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/^(?:texts|api)\//.test(file))
  .map((file) => [file, readFileSync(`${WEB}${file}`, "utf8")] as const);

/** Names of the files that have something. */
const filesWith = (sign: RegExp) =>
  sources.flatMap(([file, text]) => (sign.test(text) ? [file] : []));

test("only one rule decides whether an act is offered: no page reads permissions or the archive by itself", () => {
  expect(filesWith(/\bpermissions\.|[{,] permissions\b/)).toEqual(["frame/use-off-reason.ts"]);
  expect(filesWith(/problem\.(?:FORBIDDEN|WORKSPACE_ARCHIVED)/)).toEqual([
    "frame/use-off-reason.ts",
  ]);
});

test("each page of a list that makes something has a reason for a button that is off", () => {
  const makers = filesWith(/\b(?:plans|forms)\.new"|exercises\.ask\.NEW"|onboarding\.invite"/);
  const silent = sources.filter(([file, text]) => {
    const buttons = text.match(
      /<Button[^>]*\bkind="go"[^>]*onPress=\{(?:make|create|invite|open)\}/g,
    );
    return (
      makers.includes(file) && buttons?.some((button) => !button.includes("offReason")) === true
    );
  });
  expect(makers.length).toBeGreaterThan(3);
  expect(silent.map(([file]) => file)).toEqual([]);
});
