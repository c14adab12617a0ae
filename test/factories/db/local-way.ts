import { connect, createServer, type Socket } from "node:net";

/** A proxy in this process to a local port. */
export interface LocalWay {
  readonly port: number;
  /** Ends every connection; later ones are made as before. */
  cut(): void;
  close(): Promise<void>;
}

/** Opens a proxy to the address; `couple` decides what passes between the two ends. */
export async function openLocalWay(
  target: URL,
  couple: (near: Socket, far: Socket) => void,
): Promise<LocalWay> {
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), "127.0.0.1");
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    couple(near, far);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
