import { findKeycloak } from "./keycloak/find-keycloak.ts";
import { runCommand } from "../workers/operator/run-command.ts";
import { showHelp } from "../workers/operator/show-help.ts";

/** Says whether `npm run test:keycloak` can run here, and downloads Keycloak if it is missing. */
async function find(): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const { java, distribution } = await findKeycloak({ env: process.env, say });
  say(`${distribution}, run by ${java}`);
  return 0;
}

showHelp(
  "Says whether npm run test:keycloak can run here, and downloads Keycloak if it is missing: npm run keycloak:find",
);
await runCommand(find);
