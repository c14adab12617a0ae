import { type AlertRule, readAlerts, rulesPath } from "./read-rules.ts";
import type { Scenario, Step, Value } from "./scenarios/scenario.ts";

/**
 * A test file of promtool, as JSON (which is YAML), for scenarios of one file of rules. Most of its time goes into
 * evaluations and into a storage for each test. Rules are therefore evaluated once a step, and scenarios that share no
 * metric share a test.
 */
export function promtoolTests(
  { file, step }: { readonly file: string; readonly step: Step },
  scenarios: readonly Scenario[],
): string {
  const alerts = new Map(readAlerts().map((rule) => [rule.alert, rule]));
  const tests = groupsOf(scenarios).map((group) => ({
    interval: step,
    input_series: group.flatMap(inputOf),
    alert_rule_test: group.flatMap((scenario) => expectedOf(scenario, alerts)),
  }));
  return JSON.stringify({ rule_files: [rulesPath(file)], evaluation_interval: step, tests });
}

const STEPS = [10, 45, 35] as const;
const MINUTES: Readonly<Record<Step, number>> = { "1m": 1, "5m": 5, "1h": 60 };

function groupsOf(scenarios: readonly Scenario[]): readonly (readonly Scenario[])[] {
  const groups: Scenario[][] = [];
  for (const scenario of scenarios) {
    const group = groups.find((others) => others.every((other) => isApart(scenario, other)));
    if (group === undefined) groups.push([scenario]);
    else group.push(scenario);
  }
  return groups;
}

function isApart(one: Scenario, other: Scenario): boolean {
  const metricsOf = ({ series }: Scenario) =>
    Object.keys(series).map((name) => name.replace(/\{.*/, ""));
  const taken = new Set(metricsOf(other));
  return metricsOf(one).every((metric) => !taken.has(metric));
}

function inputOf({ series, steps = STEPS }: Scenario) {
  return Object.entries(series).map(([name, values]) => ({
    series: name,
    values: notationOf(isCounter(name), values, steps),
  }));
}

function expectedOf(scenario: Scenario, alerts: ReadonlyMap<string, AlertRule>) {
  const { alert, labels = {}, also = {}, steps = STEPS, step = "1m" } = scenario;
  const [before, during, after] = steps;
  const at = (count: number) => `${(count - 1) * MINUTES[step]}m`;
  return Object.entries({ ...also, [alert]: labels }).flatMap(([alertname, own]) => [
    { eval_time: at(before), alertname, exp_alerts: [] },
    {
      eval_time: at(before + during),
      alertname,
      exp_alerts: [firing(alerts.get(alertname), own)],
    },
    { eval_time: at(before + during + after), alertname, exp_alerts: [] },
  ]);
}

function firing(rule: AlertRule | undefined, labels: Readonly<Record<string, string>>) {
  if (rule === undefined) throw new Error("A scenario names an alert that does not exist");
  return {
    exp_labels: { ...rule.labels, ...labels },
    exp_annotations: {
      runbook_url: rule.annotations.runbook_url,
      summary: filledIn(rule.annotations.summary, labels),
    },
  };
}

const isCounter = (series: string) => /_(?:total|count|bucket)\{/.test(series);

function filledIn(summary: string, labels: Readonly<Record<string, string>>): string {
  return summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_all, name: string) => {
    return labels[name] ?? "";
  });
}

/** The values of a series in promtool's notation: `5x3` repeats 5 four times, `0+60x3` rises by 60. */
function notationOf(
  rises: boolean,
  values: readonly Value[],
  steps: readonly [number, number, number],
): string {
  let last = 0;
  const parts = values.map((value, phase) => {
    const count = steps[phase] ?? 0;
    if (value === "_" || value === "Inf")
      return Array.from({ length: count }, () => value).join(" ");
    const isLevel = typeof value === "number" && !rises;
    const rise = isLevel ? 0 : Number(value);
    const start = isLevel ? value : last + rise;
    last = start + rise * (count - 1);
    return `${start}+${rise}x${count - 1}`;
  });
  return parts.join(" ");
}
