import { connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { TestCertificate } from "../workers/certificates.ts";

/** A TLS endpoint in front of a PostgreSQL server without TLS. */
export interface DatabaseTlsFront {
  readonly port: number;
  /** Shows this certificate to new connections. */
  present(own: TestCertificate): void;
  /** Ends the connections. */
  cut(): void;
  close(): Promise<void>;
}

/** Opens the endpoint on a free port; it answers the request for TLS that precedes a connection of PostgreSQL. */
export async function openDatabaseTlsFront(
  target: number,
  own: TestCertificate,
): Promise<DatabaseTlsFront> {
  let { key, certificate: cert } = own;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    near.once("data", () => {
      near.write("S");
      const secure = new TLSSocket(near, { isServer: true, key, cert });
      const far = connect(target, "127.0.0.1");
      keep(secure);
      keep(far);
      secure.pipe(far).pipe(secure);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    present: (next) => {
      ({ key, certificate: cert } = next);
    },
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
