import { runCommand } from "../workers/operator/run-command.ts";
import { showHelp } from "../workers/operator/show-help.ts";
import { fetchStoredScripts } from "./supply/fetch-stored-scripts.ts";

showHelp(
  "Fetches the pages' scripts of other authors from npm's registry: npm run reference:fetch. Package, version and " +
    "integrity are in the JSON file beside each script; `npm view <package>@<version> dist.integrity` prints those of another.",
);
await runCommand(async () => {
  await fetchStoredScripts();
  return 0;
});
