import { connect, createServer, type Socket } from "node:net";

/** A way to the database on which statements are altered. */
export interface AlteringWay {
  readonly url: string;
  /** Statements altered so far. */
  readonly altered: () => number;
  close(): Promise<void>;
}

/** How long the answer of every other altered statement is on its way, so that others write meanwhile. */
const HELD_MS = 4;

/** What is replaced in the text of statements, and by what; the new text is never the longer one. */
export interface Alteration {
  readonly pattern: RegExp;
  readonly by: string;
}

/**
 * Opens a way to the database with this URL on which a guard of the product is taken out of its
 * statements, so that a test shows that it would notice. Lengths stay, as the protocol wants: what is
 * missing becomes blanks.
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
      setTimeout(() => far.resume(), HELD_MS);
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
