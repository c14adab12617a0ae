import { CONSOLE_PATHS } from "../contract/console-paths.ts";
import { readConfig } from "./config.ts";
import type { SignedIn } from "./console.tsx";
import { setServerClock } from "./kit/hooks/server-clock.ts";
import { type Arrival, arrive } from "./session/arrive.ts";
import { type Session, openSession } from "./session/session.ts";
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
  // An arrival cleans the address at once.
  const isReturn = location.pathname === CONSOLE_PATHS.callback;
  const arriving = session === null ? SIGNED_OUT : arrive(session);
  if (!isReturn) await arriving;
  const reading = session === null ? null : openReads(session, arriving);
  const loaded = await Promise.all([import("./console.tsx"), reading]).catch(() => null);
  if (loaded === null) return showUnloaded(document, () => location.reload());
  const [{ openConsole }, signedIn] = loaded;
  await openConsole({ config, signedIn, arriving, language: appearance.language });
}

/** Its own file, smaller than the console's: the first answers are on their way before anything can draw them. */
async function openReads(session: Session, arriving: Promise<Arrival>): Promise<SignedIn> {
  const reads = await import("./api/first-reads.ts");
  return { session, ...reads.openReads(session, arriving) };
}

const SIGNED_OUT: Promise<Arrival> = Promise.resolve({ kind: "SIGNED_OUT" });

// Without `await`: the file of the console needs this one, so each would wait for the other.
void start();
