import { describe, expect, test } from "@jest/globals";
import { metricsInQuery } from "../../tools/metrics/metrics-in-query.ts";
import { anchorOf } from "../docs/anchors.ts";
import { textOf } from "../docs/house-files.ts";
import { describeWithProgram } from "../harness/describe-with-program.ts";
import { surroundings } from "../harness/surroundings.ts";
import { exportedSeries } from "./exported-series.ts";
import { findPromtool, PROMTOOL_HELP } from "./find-promtool.ts";
import { readAlerts, readRules } from "./read-rules.ts";
import { checkSyntax, playScenarios } from "./run-promtool.ts";
import { scenarios } from "./scenarios/scenarios.ts";

const alerts = readAlerts();
const rules = [...readRules().values()].flat();
const PAGE = "docs/operations.md";

/** Anchors of the runbook: the headings below "Alerts". */
const [, runbook = ""] = textOf(PAGE).split(/^## Alerts$/m);
const runbookAnchors = [...runbook.matchAll(/^### (.+)$/gm)].map(([, title = ""]) =>
  anchorOf(title),
);

describe("The alerts of Prometheus", () => {
  test("each link to a heading of the runbook, and each heading has an alert", () => {
    const linked = alerts.map(({ annotations }) => annotations.runbook_url);
    expect(linked.filter((url) => !url.startsWith(`${PAGE}#`))).toEqual([]);
    const anchors = new Set(linked.map((url) => url.slice(PAGE.length + 1)));
    expect([...anchors].toSorted()).toEqual(runbookAnchors.toSorted());
  });

  test("have names of their own, and say in one sentence what happens", () => {
    const names = alerts.map(({ alert }) => alert);
    expect(names).toEqual([...new Set(names)]);
    const summaries = alerts.map(({ annotations }) => annotations.summary);
    expect(summaries.filter((summary) => !/^[A-Z{].*\.$/.test(summary))).toEqual([]);
    expect(summaries.filter((summary) => summary.split(" ").length > 25)).toEqual([]);
    expect(summaries.filter((summary) => /^(?:Of|What|Who|Which|So)\b/.test(summary))).toEqual([]);
  });

  test("and the recorded rules ask only for series that a process exports or a rule records", async () => {
    const known = new Set([
      ...(await exportedSeries()),
      ...rules.flatMap((rule) => ("record" in rule ? rule.record : [])),
    ]);
    const asked = new Set(rules.flatMap(({ expr }) => metricsInQuery(expr)));
    expect(asked.size).toBeGreaterThan(40);
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  });

  test("each have a scenario, in the list of their file", () => {
    for (const [file, ofFile] of readRules()) {
      const played = (scenarios[file] ?? []).flatMap(({ alert, also = {} }) => [
        alert,
        ...Object.keys(also),
      ]);
      const named = ofFile.flatMap((rule) => ("alert" in rule ? rule.alert : []));
      expect([...new Set(played)].toSorted()).toEqual(named.toSorted());
    }
    expect(Object.keys(scenarios)).toEqual([...readRules().keys()]);
  });
});

test.each([
  ['sum by (a) (rate(b_total{c=~"d_e|f"}[5m])) / on (g) h', ["b_total", "h"]],
  [
    '1 - x:y:rate5m > 14.4 * 0.001 and min(z offset 6h) unless on (k) m{n="o"}',
    ["x:y:rate5m", "z", "m"],
  ],
  ["histogram_quantile(0.9, sum by (le) (rate(p_bucket[$__rate_interval])))", ["p_bucket"]],
  ['time() - max by (q) (r) > bool 5 or absent(up{job="s"})', ["r", "up"]],
])("metricsInQuery() finds the series of %s", (query, names) => {
  expect(metricsInQuery(query)).toEqual(names);
});

const promtool = { path: findPromtool(surroundings), help: PROMTOOL_HELP };

describeWithProgram("promtool", promtool, (path) => {
  test("accepts the configuration and the rules", () => {
    expect(checkSyntax(path)).toBeNull();
  });

  test("sees each alert silent before its fault, firing during it, and resolved after it", () => {
    expect(playScenarios(path, scenarios)).toBeNull();
  });

  test("reports a scenario whose alert does not fire", () => {
    const quiet = {
      alert: "DeadLetters",
      series: { sideline_outbox_dead_letters: [0, 0, 0] },
    } as const;
    expect(playScenarios(path, { settlement: [quiet] })).toContain("alertname: DeadLetters");
  });
});
