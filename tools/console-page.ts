import { cpSync, rmSync } from "node:fs";
import { pino } from "pino";
import { readConfig } from "../workers/config/config.ts";
import { ensureConsole } from "./web/ensure-console.ts";

// Copies the built console into the folder of a stack, and exits. Sources that changed are built first.
const config = readConfig(process.env);
const log = pino({ name: "console-page", level: config.log.level });
if (config.consoleDirectory === null) throw new Error("SIDELINE_CONSOLE_DIR names no folder.");
const built = await ensureConsole((line) => log.info(line));
rmSync(config.consoleDirectory, { recursive: true, force: true });
cpSync(built, config.consoleDirectory, { recursive: true });
log.info("console built");
