import { createServer } from "node:net";

/** A port that is needed, and the variable that sets it. */
export interface NeededPort {
  readonly port: number;
  readonly variable: string;
}

/** Thrown for ports that are in use; the message has one line for each. */
export class PortsBusy extends Error {
  constructor(busy: readonly NeededPort[]) {
    const lines = busy.map(
      ({ port, variable }) =>
        `Port ${port} is in use. Stop what listens there, or set ${variable} to another port.`,
    );
    super(lines.join("\n"));
    this.name = "PortsBusy";
  }
}

/** Throws PortsBusy, with all that are in use, unless every port is free on the loopback address. */
export async function requireFreePorts(needed: readonly NeededPort[]): Promise<void> {
  const busy: NeededPort[] = [];
  for (const one of needed) {
    const server = await listen(one.port).catch(() => null);
    if (server === null) busy.push(one);
    else await close(server);
  }
  if (busy.length > 0) throw new PortsBusy(busy);
}

/**
 * Ports that a process draws from. They are below the ephemeral range, in which any port may be taken at any moment.
 */
const DRAWN = { from: 10_240, processes: 500, each: 40 } as const;
let drawn = 0;

/**
 * Finds different free ports. Take them soon, because nothing reserves them. Other processes draw from other ranges,
 * and this process does not draw the same port again soon.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const { from, processes, each } = DRAWN;
  const first = from + (process.pid % processes) * each;
  const ports: number[] = [];
  for (let tries = 0; tries < each && ports.length < count; tries += 1) {
    const port = first + (drawn % each);
    drawn += 1;
    const server = await listen(port).catch(() => null);
    if (server === null) continue;
    await close(server);
    ports.push(port);
  }
  if (ports.length < count) throw new Error(`Too few free ports from ${first} on`);
  return ports;
}

type Listening = ReturnType<typeof createServer>;

function listen(port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function close(server: Listening): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
