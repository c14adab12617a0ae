import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { CONSUMERS, EVENT_CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import { COACH_TASK_TYPES } from "../../contract/inbox/source-vocabulary.ts";
import { VERDICT_CODES } from "../../contract/sync/vocabulary.ts";
import { TRAFFIC } from "../../api/http/gate/traffic.ts";
import { INVENTORY_FILE, metricInventory } from "../../tools/metrics/metric-inventory.ts";
import { SCHEDULES } from "../../workers/worker/scheduled-workflows.ts";
import { housePaths, textOf } from "../docs/house-files.ts";
import { LABEL_BOUNDS } from "./label-bounds.ts";

/** Pages and health checks, which the document of the API leaves out. */
const PAGES = 30;

const inventory = await metricInventory();
const wrong = (isRight: (metric: (typeof inventory)[number]) => boolean) =>
  inventory.filter((metric) => !isRight(metric)).map(({ name }) => name);

describe("The metrics of the processes", () => {
  test("are those of deploy/prometheus/metrics.json; `npm run metrics:write` writes it", () => {
    expect(JSON.parse(textOf(INVENTORY_FILE))).toEqual(inventory);
  });

  test("include every name in the files that define metrics", () => {
    const makers = [...housePaths]
      .filter((path) => /^(?:api|workers)\/.*\.ts$/.test(path))
      .map(textOf)
      .filter((text) => text.includes('from "prom-client"'));
    const named = makers.flatMap((text) => [...text.matchAll(/"((?:sideline|http)_[a-z_]+)"/g)]);
    const names = new Set(named.map(([, name = ""]) => name));
    expect([...names].toSorted()).toEqual(inventory.map(({ name }) => name));
  });

  test("are named after the conventions of Prometheus: counters end in _total, durations in _seconds", () => {
    expect(wrong(({ name }) => /^(?:sideline|http)(?:_[a-z]+)+$/.test(name))).toEqual([]);
    expect(wrong(({ name, type }) => name.endsWith("_total") === (type === "counter"))).toEqual([]);
    expect(
      wrong(({ name }) => !/_(?:ms|millis\w*|minutes|hours|percent|kb|mb)$/.test(name)),
    ).toEqual([]);
    expect(
      wrong(({ name }) => !/_(?:age|duration|lag|skew|interval|timestamp)$/.test(name)),
    ).toEqual([]);
    expect(wrong(({ name, type }) => type !== "histogram" || name.endsWith("_seconds"))).toEqual(
      [],
    );
  });

  test("each explain themselves in one sentence of at most 25 words", () => {
    expect(wrong(({ help }) => /^[A-Z0-9].*[a-z0-9]\.$/.test(help))).toEqual([]);
    expect(wrong(({ help }) => help.split(" ").length <= 25)).toEqual([]);
    expect(wrong(({ help }) => !/^(?:Of|What|Who|Which|So)\b|\bof them\b/.test(help))).toEqual([]);
  });

  test("have only labels with a known bound, and each bounded label is used", () => {
    const used = new Set(inventory.flatMap(({ labels }) => labels));
    expect([...used].toSorted()).toEqual(Object.keys(LABEL_BOUNDS).toSorted());
  });

  test("have at most 1,500 series each, except requests by route and verdicts, whose codes have one status each", () => {
    const seriesOf = (labels: readonly string[]) =>
      labels.reduce((product, label) => product * (LABEL_BOUNDS[label]?.most ?? 1_000_000), 1);
    const many = wrong(({ labels }) => seriesOf(labels) <= 1_500);
    expect(many).toEqual(["http_request_duration_seconds", "sideline_verdicts_total"]);
  });
});

test("The bounds of labels are not below the vocabularies of the code", () => {
  // The frozen names hold the routes and actors; loading them would take seconds.
  const frozen = z
    .object({ openApi: z.array(z.string()), actors: z.array(z.string()) })
    .parse(JSON.parse(textOf("test/frozen/names.json")));
  const firstWords = (lines: readonly string[], word: RegExp) =>
    new Set(lines.flatMap((line) => word.exec(line)?.[1] ?? [])).size;
  const kinds = firstWords(frozen.actors, /^(\S+) waits for /);
  const routes = firstWords(frozen.openApi, /^[a-z]+ (\/\S+) /);
  const counts = {
    code: Object.keys(VERDICT_CODES).length + 1,
    consumer: CONSUMERS.length + kinds,
    event: Object.keys(EVENT_CONSUMERS).length,
    kind: kinds,
    route: routes + PAGES,
    schedule: Object.keys(SCHEDULES).length,
    traffic: TRAFFIC.length,
    type: COACH_TASK_TYPES.length,
  };
  expect(Math.min(kinds, routes / 10)).toBeGreaterThan(5);
  expect(
    Object.entries(counts).filter(([label, count]) => count > (LABEL_BOUNDS[label]?.most ?? 0)),
  ).toEqual([]);
});
