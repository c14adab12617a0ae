import * as z from "zod";
import type { ContainerEngine } from "./container-engine.ts";

/**
 * Runs the health checks of all containers until it is stopped; podman leaves them to systemd. A container is checked by
 * the engine only after its test has succeeded once: podman 4 takes a failure before that for health.
 */
export function checkHealth(engine: ContainerEngine): { readonly stop: () => Promise<void> } {
  const passed = new Set<string>();
  const stopping = new AbortController();
  const check = async ({ Id, State, Config }: Inspected) => {
    const [kind, ...test] = Config.Healthcheck?.Test ?? [];
    if (kind === undefined || !State.Running) return;
    const start = `${Id} ${State.StartedAt}`;
    if (!passed.has(start)) {
      const command = kind === "CMD" ? test : ["sh", "-c", ...test];
      const ok = await engine.podman("exec", Id, ...command).then(
        () => true,
        () => false,
      );
      if (!ok) return;
      passed.add(start);
    }
    // Its exit code is that of the test; the engine counts.
    await engine.podman("healthcheck", "run", Id).catch(() => undefined);
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const ids = (await engine.podman("ps", "--quiet")).split("\n").filter((id) => id !== "");
      // A container may be gone by now; the next round lists the others again.
      const text =
        ids.length === 0 ? "[]" : await engine.podman("inspect", ...ids).catch(() => "[]");
      await Promise.all(z.array(Inspected).parse(JSON.parse(text)).map(check));
      await pause(PAUSE_MS, stopping.signal);
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

const PAUSE_MS = 2_000;

const Inspected = z.object({
  Id: z.string(),
  State: z.object({ Running: z.boolean(), StartedAt: z.string() }),
  Config: z.object({ Healthcheck: z.object({ Test: z.array(z.string()) }).optional() }),
});
type Inspected = z.infer<typeof Inspected>;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", end, { once: true });
  });
}
