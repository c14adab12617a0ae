import { connect, createServer, type Socket } from "node:net";

/** Where traffic to PostgreSQL is held up. */
export interface Gate {
  /** The statement to count from; any statement at all without it. */
  readonly anchor: RegExp | null;
  /** How many statements after the anchor, on its connection. */
  readonly offset: number;
  /** Before the statement reaches the server, or before its answer comes back. */
  readonly side: "BEFORE" | "AFTER";
}

/** A way to PostgreSQL that knows the statements that pass, and can hold one of them up. */
export interface GatedWay {
  readonly url: string;
  /** Holds up the next statement that fits. Resolves when it is held: whoever sent it waits there. */
  hold(gate: Gate): Promise<void>;
  /** Lets everything pass again; what was held goes on unless its connection is gone. */
  open(): void;
  /** Statements of the connection that comes by the anchor next, from there to its COMMIT. */
  record(anchor: RegExp): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Watch {
  readonly anchor: RegExp | null;
  readonly see: (sequence: readonly string[]) => { readonly hold: "BEFORE" | "AFTER" } | null;
}

/** Opens a way to the database with this URL; everything passes until it is told otherwise. */
export async function openGatedWay(databaseUrl: string): Promise<GatedWay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let watch: Watch | null = null;
  let gate = Promise.withResolvers<void>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    const names = new Map<string, string>();
    let sequence: string[] | null = null;
    let muted = false;
    const held: Buffer[] = [];
    far.on("data", (bytes: Buffer) => {
      if (muted) held.push(bytes);
      else near.write(bytes);
    });
    const noticed = (text: string): "BEFORE" | "AFTER" | null => {
      if (watch === null) {
        sequence = null;
        return null;
      }
      if (sequence === null && (watch.anchor === null || watch.anchor.test(text))) sequence = [];
      if (sequence === null) return null;
      sequence.push(text);
      return watch.see(sequence)?.hold ?? null;
    };
    const pass = async (frame: Buffer) => {
      const text = statementOf(frame, names);
      const hold = text === null ? null : noticed(text);
      if (hold === "BEFORE") await gate.promise;
      if (hold === "AFTER") {
        muted = true;
        void gate.promise.then(() => {
          muted = false;
          for (const bytes of held.splice(0)) near.write(bytes);
        });
      }
      if (!far.destroyed) far.write(frame);
    };
    let line = Promise.resolve();
    const frames = frameReader();
    near.on("data", (bytes: Buffer) => {
      for (const frame of frames(bytes)) line = line.then(() => pass(frame));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" ? address?.port : "");
  return {
    url: url.href,
    hold: ({ anchor, offset, side }) => {
      const reached = Promise.withResolvers<void>();
      gate = Promise.withResolvers<void>();
      watch = {
        anchor,
        see: (sequence) => {
          if (sequence.length !== offset + 1) return null;
          reached.resolve();
          return { hold: side };
        },
      };
      return reached.promise;
    },
    open: () => {
      watch = null;
      gate.resolve();
    },
    record: (anchor) => {
      const whole = Promise.withResolvers<readonly string[]>();
      watch = {
        anchor,
        see: (sequence) => {
          if (/^commit/i.test(sequence.at(-1) ?? "")) {
            watch = null;
            whole.resolve([...sequence]);
          }
          return null;
        },
      };
      return whole.promise;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Cuts what a client sends into messages; the first of all has no type. */
function frameReader(): (bytes: Buffer) => Buffer[] {
  let left = Buffer.alloc(0);
  let started = false;
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    const frames: Buffer[] = [];
    for (;;) {
      const head = started ? 1 : 0;
      if (left.length < head + 4) return frames;
      const length = head + left.readInt32BE(head);
      if (left.length < length) return frames;
      frames.push(left.subarray(0, length));
      left = left.subarray(length);
      started = true;
    }
  };
}

/** The statement that a message runs, or null; prepared ones are known by their names. */
function statementOf(frame: Buffer, names: Map<string, string>): string | null {
  const type = String.fromCodePoint(frame[0] ?? 0);
  const texts = frame.subarray(5).toString("utf8").split("\0", 2);
  const [first = "", second = ""] = texts;
  if (type === "Q") return first.trim();
  if (type === "P") names.set(first, second.trim());
  return type === "B" ? (names.get(second) ?? null) : null;
}
