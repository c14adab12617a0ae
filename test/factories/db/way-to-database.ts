import { type Server, type Socket, connect, createServer } from "node:net";

/** A proxy to the database, which a test can cut. */
export interface WayToDatabase {
  readonly url: string;
  /** Bytes that may pass to the database until the proxy cuts; 0 passes none. */
  cutAfter(bytes: number): void;
  mend(): void;
  close(): Promise<void>;
}

/** Opens a proxy to the database with this URL; it passes everything until it is cut. */
export async function openWayToDatabase(databaseUrl: string): Promise<WayToDatabase> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  const cut = () => {
    left = 0;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    if (left === 0) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    far.pipe(near);
    near.on("data", (bytes) => {
      far.write(bytes.subarray(0, left));
      left = Math.max(0, left - bytes.length);
      if (left === 0) setImmediate(cut);
    });
  });
  const port = await listen(server);
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    cutAfter: (bytes) => {
      left = bytes;
      if (bytes === 0) cut();
    },
    mend: () => {
      left = Number.POSITIVE_INFINITY;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
}
