import { connect, createServer, type Socket } from "node:net";

/** A way to a port of this machine whose connections fail as links do. */
export interface FaultyWay {
  readonly port: number;
  /** Connections that are open now, dead ones among them. */
  readonly open: () => number;
  /** Nothing passes any more on the connections there are, and neither end is told; new ones pass. */
  silence(): void;
  /** What is sent on the connections there are still arrives, and no answer comes back. */
  deafen(): void;
  /** What passes from now on takes so many milliseconds longer each way. */
  delay(ms: number): void;
  /** The same, and new connections are taken and left without an answer, until it is mended. */
  swallow(): void;
  /** New connections pass; those that fell silent stay so: the link was replaced. */
  replace(): void;
  /** New connections pass, and what fell silent goes on where it was: the link was healed. */
  heal(): void;
  /** Ends every connection with a reset. */
  reset(): void;
  /** Ends every connection in order. */
  cut(): void;
  close(): Promise<void>;
}

/** Two ends of a connection; of one that was swallowed nobody is behind it. */
interface Coupled {
  readonly near: Socket;
  far: Socket | null;
}

/** Opens a way to this port of the machine; everything passes until it is told otherwise. */
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

/** The URL of a database as it is reached on this way. */
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

/** In order, however the lag changes. */
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

// What is not read is not passed on, an end among it: each side believes in the other.
function pause({ near, far }: Coupled): void {
  near.pause();
  far?.pause();
}

function resume({ near, far }: Coupled): void {
  near.resume();
  far?.resume();
}
