import { runCommand } from "../workers/operator/run-command.ts";
import { showHelp } from "../workers/operator/show-help.ts";
import { fetchReferenceScript } from "./supply/fetch-reference-script.ts";

showHelp(
  "Fetches the script of the API's reference page from npm's registry: npm run reference:fetch. Package, version and " +
    "integrity are in api/openapi/scalar.json; `npm view <package>@<version> dist.integrity` prints those of another.",
);
await runCommand(async () => {
  await fetchReferenceScript();
  return 0;
});
