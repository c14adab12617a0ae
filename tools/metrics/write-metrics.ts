import { writeFileSync } from "node:fs";
import { showHelp } from "../../workers/operator/show-help.ts";
import { dashboards } from "./dashboards/dashboards.ts";
import { dashboardFile, textOfDashboard } from "./dashboards/text-of-dashboard.ts";
import { INVENTORY_FILE, metricInventory } from "./metric-inventory.ts";

showHelp(
  `Writes the reference of metrics and the dashboards of Grafana, in deploy: npm run metrics:write`,
);

const repository = new URL("../../", import.meta.url);

// Writes the reference of metrics and the dashboards of Grafana; a test compares both with the code.
const reference = `${JSON.stringify(await metricInventory(), null, 2)}\n`;
writeFileSync(new URL(INVENTORY_FILE, repository), reference);
for (const dashboard of dashboards)
  writeFileSync(new URL(dashboardFile(dashboard), repository), textOfDashboard(dashboard));
