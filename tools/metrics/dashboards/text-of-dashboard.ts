import type { Dashboard, Panel, Unit } from "./dashboard.ts";

/** A dashboard as Grafana imports it, in JSON. */
export function textOfDashboard({ title, about, panels }: Dashboard): string {
  const json = {
    uid: `sideline-${slugOf(title)}`,
    title: `Sideline: ${title}`,
    description: about,
    tags: ["sideline"],
    schemaVersion: 39,
    editable: false,
    timezone: "browser",
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: { list: [DATASOURCE] },
    panels: panels.map(panelOf),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** Path of its file. */
export function dashboardFile({ title }: Dashboard): string {
  return `deploy/grafana/${slugOf(title)}.json`;
}

const slugOf = (title: string) => title.toLowerCase().replaceAll(/\W+/g, "-");

const DATASOURCE = {
  name: "datasource",
  label: "Prometheus",
  type: "datasource",
  query: "prometheus",
};

const SOURCE = { type: "prometheus", uid: "${datasource}" };

/** Two panels a row, on a grid of 24 columns. */
const PANEL = { width: 12, height: 8 };

const UNITS: Readonly<Record<Unit, string>> = {
  count: "short",
  seconds: "s",
  "per second": "cps",
  ratio: "percentunit",
  bytes: "bytes",
};

function panelOf({ title, about, unit, bound, queries }: Panel, index: number) {
  return {
    id: index + 1,
    type: "timeseries",
    title,
    description: about,
    datasource: SOURCE,
    gridPos: {
      x: (index % 2) * PANEL.width,
      y: Math.floor(index / 2) * PANEL.height,
      w: PANEL.width,
      h: PANEL.height,
    },
    fieldConfig: {
      defaults: {
        unit: UNITS[unit],
        min: 0,
        ...(bound !== undefined && { thresholds: thresholdsOf(bound), custom: BOUND_AS_LINE }),
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: "table", placement: "bottom", calcs: ["lastNotNull", "max"] },
    },
    targets: Object.entries(queries).map(([legend, expr], at) => ({
      refId: REF_IDS.charAt(at),
      datasource: SOURCE,
      expr,
      legendFormat: legend,
    })),
  };
}

/** Letters by which Grafana tells the queries of a panel apart. */
const REF_IDS = "ABCDEFGHIJ";

const BOUND_AS_LINE = { thresholdsStyle: { mode: "line" } };

function thresholdsOf(bound: number) {
  const steps = [
    { color: "green", value: null },
    { color: "red", value: bound },
  ];
  return { mode: "absolute", steps };
}
