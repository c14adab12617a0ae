import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../workers/config/config.ts";
import { MAILBOX_FOLDER } from "../workers/outside/mailbox-folder.ts";
import { PUSHBOX_FOLDER } from "../workers/outside/pushbox-folder.ts";
import { startProvider } from "./provider/start-provider.ts";
import { announceReady } from "../workers/announce-ready.ts";

const config = readConfig(process.env);
const log = pino({ name: "provider", level: config.log.level });
if (config.mode === "production") {
  throw new Error("The development provider accepts anybody; it does not start in production.");
}
const provider = await startProvider({
  port: Number(new URL(config.provider.issuer).port),
  directory: join(config.dataDir, "provider"),
  mailbox: join(config.dataDir, MAILBOX_FOLDER),
  pushbox: join(config.dataDir, PUSHBOX_FOLDER),
  audience: config.provider.audience,
  backchannelLogoutUri: `${config.api.publicUrl}/api/v1/auth/backchannel-logout`,
});
process.once("SIGTERM", () => void provider.stop().then(() => process.exit(0)));
announceReady(log, { issuer: provider.issuer });
