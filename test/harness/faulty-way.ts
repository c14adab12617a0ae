import { connect, createServer, type Socket } from "node:net";

/** A proxy to a local port whose connections can fail as network links do. */
export interface FaultyWay {
  readonly port: number;
  /** Number of open connections, silent ones included. */
  readonly open: () => number;
  /** Existing connections carry nothing any more and neither end is notified; new ones pass. */
  silence(): void;
  /** On existing connections requests still arrive, but no answer comes back. */
  deafen(): void;
  /** From now on data takes this many milliseconds longer in each direction. */
  delay(ms: number): void;
  /** Like `silence`, and new connections are accepted but never answered until the link is mended. */
  swallow(): void;
  /** New connections pass and silent ones stay silent, as if the link was replaced. */
  replace(): void;
  /** New connections pass and silent ones continue where they stopped, as if the link was repaired. */
  heal(): void;
  reset(): void;
  /** Closes every connection normally. */
  cut(): void;
  close(): Promise<void>;
}

/** The two ends of a connection; a swallowed connection has no far end. */
interface Coupled {
  readonly near: Socket;
  far: Socket | null;
}

/** Opens a proxy to this local port; everything passes until a fault is set. */
export async function openFaultyWay(target: number): Promise<FaultyWay> {
  const coupled = new Set<Coupled>();
  let swallows = false;
  let delayMs = 0;
  const lag = () => delayMs;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const both: Coupled = { near, far: null };
    coupled.add(both);
    near.setNoDelay(true);
    near.on("error", () => near.destroy());
    near.on("close", () => {
      coupled.delete(both);
      both.far?.destroy();
    });
    if (!swallows) join(both, target, lag);
  });
  const each = (act: (both: Coupled) => void) => {
    for (const both of coupled) act(both);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    open: () => coupled.size,
    silence: () => each(pause),
    deafen: () => each(({ far }) => far?.pause()),
    delay: (ms) => {
      delayMs = ms;
    },
    swallow: () => {
      swallows = true;
      each(pause);
    },
    replace: () => {
      swallows = false;
    },
    heal: () => {
      swallows = false;
      each((both) => (both.far === null ? join(both, target, lag) : resume(both)));
    },
    reset: () => each(({ near }) => near.resetAndDestroy()),
    cut: () => each(({ near }) => near.destroy()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        each(({ near }) => near.destroy());
      }),
  };
}

/** The URL of a database as seen through this proxy. */
export function reachedBy({ port }: FaultyWay, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return url.href;
}

function join(both: Coupled, target: number, lag: () => number): void {
  const { near } = both;
  const far = connect(target, "127.0.0.1");
  both.far = far;
  far.setNoDelay(true);
  far.on("error", () => far.destroy());
  far.on("close", () => near.destroy());
  pass(near, far, lag);
  pass(far, near, lag);
  near.resume();
}

/** Keeps the order of the data, however the lag changes. */
function pass(from: Socket, to: Socket, lag: () => number): void {
  const waiting: { readonly at: number; readonly bytes: Buffer }[] = [];
  const drain = () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const early = next.at - performance.now();
      if (early > 0) return void setTimeout(drain, early);
      waiting.shift();
      if (!to.destroyed) to.write(next.bytes);
    }
  };
  from.on("data", (bytes: Buffer) => {
    waiting.push({ at: performance.now() + lag(), bytes });
    if (waiting.length === 1) drain();
  });
}

// Unread data is not forwarded, nor is an end of stream: each side believes that the other is still there.
function pause({ near, far }: Coupled): void {
  near.pause();
  far?.pause();
}

function resume({ near, far }: Coupled): void {
  near.resume();
  far?.resume();
}
