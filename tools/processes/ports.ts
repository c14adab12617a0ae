import { createServer } from "node:net";

/** Thrown for a port that is in use; the message is one line. */
export class PortBusy extends Error {
  constructor(port: number, variable: string) {
    super(`Port ${port} is in use. Stop what listens there, or set ${variable} to another port.`);
    this.name = "PortBusy";
  }
}

/** Throws PortBusy unless the port is free on the loopback address. */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  const server = await listen(port).catch(() => null);
  if (server === null) throw new PortBusy(port, variable);
  await close(server);
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
