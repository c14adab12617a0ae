import type { Server } from "node:http";

/** A server that can be stopped and restarted within one process. */
export type Listener = {
  /** Listens, if it does not already, and returns the port. */
  readonly up: () => Promise<number>;
  /** Cuts every connection and stops listening. */
  readonly down: () => Promise<void>;
};

const LOOPBACK = "127.0.0.1";

/** A server on a loopback port that does not listen yet; port 0 takes a free one. */
export function openListener(server: Server, port: number): Listener {
  return {
    up: () => (server.listening ? Promise.resolve(portOf(server)) : listen(server, port)),
    down: () => close(server),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => {
      server.off("error", reject);
      resolve(portOf(server));
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
