import { CONSOLE_PATHS } from "../contract/console-paths.ts";
import { readConfig } from "./config.ts";
import { setServerClock } from "./kit/hooks/server-clock.ts";
import { type Arrival, arrive } from "./session/arrive.ts";
import { openSession } from "./session/session.ts";
import { applyAppearance, readAppearance } from "./settings/appearance/appearance.ts";
import { showUnloaded } from "./unloaded.ts";

const config = readConfig(document, new Date());
setServerClock(config.clockSkew);
// Before anything is drawn, so that a dark page never begins light.
const appearance = readAppearance();
applyAppearance(document.documentElement, appearance);

/**
 * Decides whether this page stays. Most pages leave at once to ask the provider silently. The console is most of the
 * script, so it loads only in a page that stays. A page to which the provider returns loads it at once, while the code
 * is exchanged.
 */
async function start(): Promise<void> {
  const { clientId } = config;
  const session = clientId === null ? null : openSession({ ...config, clientId });
  const arriving = session === null ? SIGNED_OUT : arrive(session);
  if (location.pathname !== CONSOLE_PATHS.callback) await arriving;
  const loaded = await import("./console.tsx").catch(() => null);
  if (loaded === null) return showUnloaded(document, () => location.reload());
  await loaded.openConsole({ config, session, arriving, language: appearance.language });
}

const SIGNED_OUT: Promise<Arrival> = Promise.resolve({ kind: "SIGNED_OUT" });

await start();
