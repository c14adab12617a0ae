import { showHelp } from "../../workers/operator/show-help.ts";
import { findPromtool, PROMTOOL_HELP } from "./find-promtool.ts";
import { surroundings } from "../harness/surroundings.ts";
import { checkSyntax, playScenarios } from "./run-promtool.ts";
import { scenarios } from "./scenarios/scenarios.ts";

showHelp(`Checks the rules of Prometheus and plays the scenario of each alert: npm run check:alerts

It needs promtool of Debian's package prometheus.`);

// Checks the rules of Prometheus and plays the scenario of each alert; exits with 1 if one fails. Without
// promtool it says so and passes, as tests do that need a browser.
const promtool = findPromtool(surroundings);
if (promtool === null) {
  process.stderr.write(`NOT RUN: the rules of Prometheus. ${PROMTOOL_HELP}\n`);
  process.exit(0);
}
const faults = [checkSyntax(promtool), playScenarios(promtool, scenarios)].filter(
  (fault) => fault !== null,
);
for (const fault of faults) process.stderr.write(`${fault}\n`);
const count = Object.values(scenarios).flat().length;
if (faults.length === 0) process.stdout.write(`${count} scenarios of alerts passed\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
