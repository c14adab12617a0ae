import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import { pino } from "pino";
import { readConfig } from "../workers/config/config.ts";
import { MAILBOX_FOLDER } from "../workers/outside/mailbox-folder.ts";
import { mailboxPage } from "./mailbox/mailbox-page.ts";
import { startMailboxReceiver } from "./mailbox/mailbox-receiver.ts";
import { PUSHBOX_FOLDER } from "../workers/outside/pushbox-folder.ts";
import { pushboxPage } from "./mailbox/pushbox-page.ts";
import { openListener } from "./provider/listener.ts";
import { refuseForeignNames } from "./provider/refuse-foreign-names.ts";
import { parseEnvironment, port } from "../workers/config/environment.ts";
import { announceReady } from "../workers/announce-ready.ts";
import * as z from "zod";

// Runs next to a Keycloak: receives its e-mail, and shows it together with the product's.
const config = readConfig(process.env);
const log = pino({ name: "mailbox", level: config.log.level });
if (config.mode === "production") {
  throw new Error("The mailbox shows everybody's mail; it does not start in production.");
}
const Ports = z.object({ MAILBOX_PORT: port(), MAILBOX_SMTP_PORT: port() });
const ports = parseEnvironment(Ports, process.env);
const folder = join(config.dataDir, MAILBOX_FOLDER);
const app = express().disable("x-powered-by");
app.use(refuseForeignNames);
app.get("/mailbox", mailboxPage(folder));
app.get("/pushes", pushboxPage(join(config.dataDir, PUSHBOX_FOLDER)));
const receiver = await startMailboxReceiver(ports.MAILBOX_SMTP_PORT, folder);
const listener = openListener(createServer(app), ports.MAILBOX_PORT);
await listener.up();
process.once("SIGTERM", () => {
  void Promise.all([receiver.close(), listener.down()]).then(() => process.exit(0));
});
announceReady(log, { port: ports.MAILBOX_PORT });
