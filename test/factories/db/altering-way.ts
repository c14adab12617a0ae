import { connect, createServer, type Socket } from "node:net";

/** A proxy to the database that alters statements. */
export interface AlteringWay {
  readonly url: string;
  /** Number of statements altered so far. */
  readonly altered: () => number;
  close(): Promise<void>;
}

/** How long the answer of every other altered statement is delayed, so that others can write meanwhile. */
const BUFFERED_MS = 4;

/** A replacement in the text of statements; the new text must not be longer. */
export interface Alteration {
  readonly pattern: RegExp;
  readonly by: string;
}

/**
 * Opens a proxy to the database that removes a guard of the product from its statements. A test shows with it that it
 * would notice. The protocol needs equal lengths, so blanks fill the gap.
 */
export async function openAlteringWay(
  databaseUrl: string,
  alterations: readonly Alteration[],
): Promise<AlteringWay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let altered = 0;
  const alter = (bytes: Buffer) =>
    alterations.reduce(
      (text, { pattern, by }) =>
        text.replace(pattern, (found, ...groups: unknown[]) => {
          altered += 1;
          const [first] = groups;
          const made = by.replace("{1}", typeof first === "string" ? first : "");
          return made.padEnd(found.length, " ");
        }),
      bytes.toString("latin1"),
    );
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
    far.pipe(near);
    near.on("data", (bytes: Buffer) => {
      const before = altered;
      far.write(Buffer.from(alter(bytes), "latin1"));
      if (altered === before || Math.random() < 0.5) return;
      far.pause();
      setTimeout(() => far.resume(), BUFFERED_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" ? address?.port : "");
  return {
    url: url.href,
    altered: () => altered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
