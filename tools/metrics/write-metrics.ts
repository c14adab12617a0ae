import { writeFileSync } from "node:fs";
import { showHelp } from "../../workers/operator/show-help.ts";
import { dashboards } from "./dashboards/dashboards.ts";
import { dashboardFile, textOfDashboard } from "./dashboards/text-of-dashboard.ts";
import { INVENTORY_FILE, metricInventory } from "./metric-inventory.ts";
import { RULES_MANIFEST_FILE, rulesManifest } from "./rules-manifest.ts";

showHelp(
  `Writes the reference of metrics, the dashboards of Grafana and the rules for Kubernetes, in deploy: npm run metrics:write`,
);

const repository = new URL("../../", import.meta.url);

// Writes the reference of metrics, the dashboards of Grafana and the rules for Kubernetes; a test compares each.
const reference = `${JSON.stringify(await metricInventory(), null, 2)}\n`;
writeFileSync(new URL(INVENTORY_FILE, repository), reference);
for (const dashboard of dashboards)
  writeFileSync(new URL(dashboardFile(dashboard), repository), textOfDashboard(dashboard));
writeFileSync(new URL(RULES_MANIFEST_FILE, repository), rulesManifest());
