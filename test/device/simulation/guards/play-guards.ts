import type { Step } from "../types.ts";
import { GUARDS } from "./guards.ts";
import { loadWithout } from "./load-without.ts";

/** Plays the history of each guard without it and with it, and prints what was broken as JSON. */
async function main(): Promise<void> {
  const usual = await import("../play-history.ts");
  await usual.playHistory(UNAWAITED_SEED);
  const played: object[] = [];
  for (const [index, { name, history }] of GUARDS.entries()) {
    const steps: readonly Step[] = [...SIGNED_IN, ...history];
    const withGuard = await usual.playHistory(READABLE_SEED, steps);
    try {
      const without = await (await loadWithout(index)).playHistory(READABLE_SEED, steps);
      played.push({ name, without: without.broken, withGuard: withGuard.broken, stale: null });
    } catch (fault) {
      played.push({ name, without: [], withGuard: withGuard.broken, stale: String(fault) });
    }
  }
  process.stdout.write(JSON.stringify(played));
}

/**
 * A purge closes the scope while packages of workouts are sealed. Node ends a process in which nobody awaits the refusal,
 * and Jest does not.
 */
const UNAWAITED_SEED = 50_922;

const SIGNED_IN: readonly Step[] = [{ kind: "SIGN_IN", person: "A" }, { kind: "SYNC" }];

/** Rows are readable, so that the laws see each of them. */
const READABLE_SEED = 1;

await main();
