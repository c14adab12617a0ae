import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { readConfig } from "../workers/config/config.ts";
import { buildPhone } from "./phone/build-phone.ts";
import { phoneConfig } from "./phone/phone-config.ts";

// Builds the stand-in page for the native apps into the folder of a stack, and exits.
const config = readConfig(process.env);
const log = pino({ name: "phone-page", level: config.log.level });
if (config.phoneDirectory === null) throw new Error("SIDELINE_PHONE_DIR names no folder.");
const files = await buildPhone({
  source: fileURLToPath(new URL("../phone/", import.meta.url)),
  target: config.phoneDirectory,
  config: phoneConfig(config.provider.issuer),
});
const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
log.info({ files: files.length, bytes }, "phone built");
