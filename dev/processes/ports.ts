import { createServer } from "node:net";

/** Thrown for a port that somebody else listens on; the message is one line. */
export class PortBusy extends Error {
  constructor(port: number, variable: string) {
    super(`Port ${port} is in use. Stop what listens there, or set ${variable} to another port.`);
    this.name = "PortBusy";
  }
}

/** Throws PortBusy unless the port can be listened on at the loopback address. */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  const server = await listen(port).catch(() => null);
  if (server === null) throw new PortBusy(port, variable);
  await close(server);
}

/** Ports that nobody listens on now, all different. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map((server) => portOf(server));
  await Promise.all(servers.map(close));
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

function portOf(server: Listening): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A port was expected.");
  return address.port;
}
