import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { readConfig } from "../workers/config/config.ts";
import { buildPhone } from "./phone/build-phone.ts";
import { phoneConfig } from "./phone/phone-config.ts";
import { ensureConsole } from "./web/ensure-console.ts";

// Builds the pages of a stack into its folders, and exits: the console of coaches, and the stand-in for native apps.
const { consoleDirectory, phoneDirectory, provider, log: logging } = readConfig(process.env);
const log = pino({ name: "pages", level: logging.level });

if (consoleDirectory !== null) {
  const built = await ensureConsole((line) => log.info(line));
  rmSync(consoleDirectory, { recursive: true, force: true });
  cpSync(built, consoleDirectory, { recursive: true });
  log.info("console built");
}
if (phoneDirectory !== null) {
  const files = await buildPhone({
    source: fileURLToPath(new URL("../phone/", import.meta.url)),
    target: phoneDirectory,
    config: phoneConfig(provider.issuer),
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
  log.info({ files: files.length, bytes }, "phone built");
}
