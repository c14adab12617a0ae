import { Writable } from "node:stream";
import { expect, test } from "@jest/globals";
import pino, { type Level } from "pino";
import { announceReady, isReadyLine } from "../../workers/announce-ready.ts";

test.each<Level | "silent">(["info", "error", "silent"])(
  "a part reports that it is ready at the log level %s",
  (level) => {
    const lines: string[] = [];
    const into = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    announceReady(pino({ level }, into), { url: "http://127.0.0.1" });
    expect(lines.map(isReadyLine)).toEqual([true]);
  },
);
