import { writeFileSync } from "node:fs";
import { showHelp } from "../../workers/operator/show-help.ts";
import { exampleEnvironment } from "./example-environment.ts";
import { settingsPage } from "./settings-page.ts";

showHelp("Writes deploy/settings.md and .env.example from the settings' schema: npm run settings");

const root = new URL("../../", import.meta.url);
writeFileSync(new URL("deploy/settings.md", root), settingsPage());
writeFileSync(new URL(".env.example", root), exampleEnvironment());
