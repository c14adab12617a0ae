import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { dashboards } from "../../tools/metrics/dashboards/dashboards.ts";
import {
  dashboardFile,
  textOfDashboard,
} from "../../tools/metrics/dashboards/text-of-dashboard.ts";
import { metricInventory } from "../../tools/metrics/metric-inventory.ts";
import { metricsInQuery } from "../../tools/metrics/metrics-in-query.ts";
import { textOf } from "../docs/house-files.ts";
import { exportedSeries } from "./exported-series.ts";
import { readRules } from "./read-rules.ts";

const rules = [...readRules().values()].flat();
const panels = dashboards.flatMap(({ title, panels: shown }) =>
  shown.map((panel) => ({ ...panel, name: `${title}: ${panel.title}` })),
);
const queries = panels.flatMap((panel) => Object.values(panel.queries));

/** Labels that Prometheus adds to every series, and that of the buckets of a histogram. */
const ADDED = ["job", "instance", "le"];

describe("The dashboards of Grafana", () => {
  test("are the files of deploy/grafana; `npm run metrics:write` writes them", () => {
    for (const dashboard of dashboards)
      expect(JSON.parse(textOf(dashboardFile(dashboard)))).toEqual(
        JSON.parse(textOfDashboard(dashboard)),
      );
    const folder = fileURLToPath(new URL("../../deploy/grafana/", import.meta.url));
    const files = globSync("*", { cwd: folder }).map((file) => `deploy/grafana/${file}`);
    expect(files.toSorted()).toEqual(dashboards.map(dashboardFile).toSorted());
  });

  test("ask only for series that a process exports or a rule records", async () => {
    const known = new Set([
      ...(await exportedSeries()),
      ...rules.flatMap((rule) => ("record" in rule ? rule.record : [])),
    ]);
    const asked = new Set(queries.flatMap(metricsInQuery));
    expect(asked.size).toBeGreaterThan(40);
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  });

  test("show every metric of ours that no alert asks for, in a panel", async () => {
    const asked = new Set([...queries, ...rules.map(({ expr }) => expr)].flatMap(metricsInQuery));
    const names = (await metricInventory()).map(({ name }) => name);
    const bare = new Set([...asked].map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
    expect(names.filter((name) => !bare.has(name))).toEqual([]);
  });

  test("have panels with a title of their own and a sentence that explains it", () => {
    const names = panels.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(panels.filter(({ about }) => !/^[A-Z0-9].*\.$/.test(about))).toEqual([]);
  });
});

test("Panels and rules select by labels that the metric has", async () => {
  const labelsOf = new Map(
    (await metricInventory()).map(({ name, labels }) => [name, [...labels, ...ADDED]]),
  );
  const selectors = [...queries, ...rules.map(({ expr }) => expr)].flatMap((query) => [
    ...query.matchAll(/((?:sideline|http)_\w+)\{([^}]*)\}/g),
  ]);
  expect(selectors.length).toBeGreaterThan(30);
  const unknown = selectors.flatMap(([, series = "", matchers = ""]) => {
    const known = labelsOf.get(series.replace(/_(?:bucket|sum|count)$/, "")) ?? [];
    const asked = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(
      ([, label = ""]) => label,
    );
    return asked.filter((label) => !known.includes(label)).map((label) => `${series} ${label}`);
  });
  expect(unknown).toEqual([]);
});
