import { expect, test } from "@jest/globals";
import { HOLD_REASONS } from "../../contract/agenda/closing-vocabulary.ts";
import { EVENT_CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import { VERDICT_CODES } from "../../contract/sync/vocabulary.ts";
import { dashboards } from "../../tools/metrics/dashboards/dashboards.ts";
import { housePaths, textOf } from "../docs/house-files.ts";
import { readRules } from "./read-rules.ts";

/** Texts of the files that match a path. */
const textsOf = (paths: RegExp) => [...housePaths].filter((path) => paths.test(path)).map(textOf);

const namedIn = (texts: readonly string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name));

/** The values of labels that rules and panels may select; an unknown one would never match. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  code: Object.keys(VERDICT_CODES),
  dependency: namedIn(
    textsOf(/^(?:api|workers)\/.*\.ts$/).filter((text) => text.includes("DependencyCheck")),
    /\bname: "([a-z]+)"/g,
  ),
  event: Object.keys(EVENT_CONSUMERS),
  kind: namedIn(textsOf(/^contract\/.*-actor\.ts$/), /\bkind: "([a-z-]+)"/g),
  reason: [...HOLD_REASONS, "gone"],
};

test("Rules and panels select dependencies, events, codes, kinds and reasons that the code names", () => {
  const queries = [
    ...[...readRules().values()].flat().map(({ expr }) => expr),
    ...dashboards.flatMap(({ panels }) => panels.flatMap((panel) => Object.values(panel.queries))),
  ];
  const selected = queries.flatMap((query) => [
    ...query.matchAll(/\b(code|dependency|event|kind|reason)(?:=~|!=|=)"([^"]+)"/g),
  ]);
  expect(selected.length).toBeGreaterThan(15);
  const unknown = selected.flatMap(([, label = "", values = ""]) =>
    values.split("|").filter((value) => !VALUES[label]?.includes(value)),
  );
  expect(unknown).toEqual([]);
});
