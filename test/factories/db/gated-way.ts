import type { Socket } from "node:net";
import { openLocalWay } from "./local-way.ts";

/** A statement at which a connection to PostgreSQL is blocked. */
export interface Gate {
  /** The statement to count from, and a text among its values, e.g. an id. */
  readonly anchor: RegExp;
  readonly about: string;
  /** How many statements after the anchor, on its connection. */
  readonly offset: number;
  /** Before the statement reaches the server, or before its answer returns. */
  readonly side: "BEFORE" | "AFTER";
}

/** A connection that is to be blocked; if it ends, the next matching one is used. */
export interface Block {
  readonly isBlocked: () => boolean;
}

/** A proxy to PostgreSQL that parses the statements and can block them. */
export interface GatedWay {
  readonly url: string;
  block(gate: Gate): Block;
  /** Lets everything pass again, including blocked traffic. */
  open(): void;
  /** Ends every connection and discards blocked traffic. */
  cut(): void;
  /** Statements of the next writing transaction that matches the anchor, from there to its COMMIT. */
  record(gate: Pick<Gate, "anchor" | "about">): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Watch extends Pick<Gate, "anchor" | "about" | "side"> {
  /** Whether the last of these statements of one connection is the one to block. */
  readonly isReached: (statements: readonly string[]) => boolean;
  /** Called when it is blocked. */
  readonly arrive: (near: Socket) => void;
}

/** Opens a proxy to the database with this URL; everything passes until a gate is set. */
export async function openGatedWay(databaseUrl: string): Promise<GatedWay> {
  const watches = new Set<Watch>();
  let gate = Promise.withResolvers<void>();
  const way = await openLocalWay(new URL(databaseUrl), (near, far) => {
    const follow = follower(watches);
    const kept: Buffer[] = [];
    let answered: (() => void) | null = null;
    far.on("data", (bytes: Buffer) => {
      if (answered === null) return void near.write(bytes);
      kept.push(bytes);
      answered();
    });
    const pass = async (message: Buffer) => {
      const watch = follow(message);
      const { promise: opened } = gate;
      if (watch !== null) watches.delete(watch);
      if (watch?.side === "BEFORE") {
        watch.arrive(near);
        await opened;
      } else if (watch?.side === "AFTER") {
        answered = () => watch.arrive(near);
        void opened.then(() => {
          answered = null;
          for (const bytes of kept.splice(0)) near.write(bytes);
        });
      }
      if (!far.destroyed) far.write(message);
    };
    const messages = messageReader();
    let line = Promise.resolve();
    near.on("data", (bytes: Buffer) => {
      for (const message of messages(bytes)) line = line.then(() => pass(message));
    });
  });
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(way.port);
  const open = () => {
    watches.clear();
    gate.resolve();
    gate = Promise.withResolvers();
  };
  return {
    url: url.href,
    open,
    // Opened first, so that blocked traffic is discarded: nothing is forwarded before the connections end.
    cut: () => {
      open();
      way.cut();
    },
    block: ({ offset, ...at }) => {
      const { promise: opened } = gate;
      let by: Socket | null = null;
      let over = false;
      void opened.then(() => (over = true));
      const watch: Watch = {
        ...at,
        isReached: ({ length }) => length === offset + 1,
        arrive: (near) => {
          if (by !== null) return;
          by = near;
          near.once("close", () => {
            by = null;
            if (!over) watches.add(watch);
          });
        },
      };
      watches.add(watch);
      return { isBlocked: () => by?.destroyed === false };
    },
    record: (at) => {
      const whole = Promise.withResolvers<readonly string[]>();
      const watch: Watch = {
        ...at,
        side: "BEFORE",
        isReached: (statements) => {
          if (!ENDS.test(statements.at(-1) ?? "")) return false;
          if (!statements.some((text) => WRITES.test(text))) return false;
          watches.delete(watch);
          whole.resolve([...statements]);
          return false;
        },
        arrive: () => {},
      };
      watches.add(watch);
      return whole.promise;
    },
    close: way.close,
  };
}

const WRITES = /\b(?:insert into|update "?\w+"? (?:as \w+ )?set|delete from)\b/i;
const ENDS = /^(?:commit|rollback)\b/i;

/** Follows one connection: returns the watch whose statement this message runs, or null. */
function follower(watches: ReadonlySet<Watch>): (message: Buffer) => Watch | null {
  const names = new Map<string, string>();
  let followed: { watch: Watch; statements: string[] } | null = null;
  return (message) => {
    const text = statementOf(message, names);
    if (text === null) return null;
    if (followed === null || !watches.has(followed.watch)) {
      const found = [...watches].find(
        ({ anchor, about }) => anchor.test(text) && message.includes(about),
      );
      followed = found === undefined ? null : { watch: found, statements: [] };
    }
    if (followed === null) return null;
    const { watch, statements } = followed;
    statements.push(text);
    if (ENDS.test(text)) followed = null;
    return watch.isReached(statements) ? watch : null;
  };
}

/** Splits the client's bytes into messages; the first message has no type. */
function messageReader(): (bytes: Buffer) => Buffer[] {
  let left = Buffer.alloc(0);
  let started = false;
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    const messages: Buffer[] = [];
    for (;;) {
      const head = started ? 1 : 0;
      if (left.length < head + 4) return messages;
      const length = head + left.readInt32BE(head);
      if (left.length < length) return messages;
      messages.push(left.subarray(0, length));
      left = left.subarray(length);
      started = true;
    }
  };
}

/** The statement that a message runs, or null; prepared statements are found by name. */
function statementOf(message: Buffer, names: Map<string, string>): string | null {
  const type = String.fromCodePoint(message[0] ?? 0);
  if (type !== "Q" && type !== "P" && type !== "B") return null;
  const [first = "", second = ""] = message.subarray(5).toString("utf8").split("\0", 2);
  if (type === "Q") return first.trim();
  if (type === "P") names.set(first, second.trim());
  return type === "B" ? (names.get(second) ?? null) : null;
}
