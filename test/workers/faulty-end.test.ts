import { spawnSync } from "node:child_process";
import { expect, test } from "@jest/globals";

const at = (path: string) => JSON.stringify(new URL(`../../workers/${path}`, import.meta.url).href);

/** Runs a process that ends by an error, and returns its last log line and what else it printed. */
function ending(thrown: string) {
  const program = `
    const { openLog } = await import(${at("open-log.ts")});
    const { logFaultyEnd } = await import(${at("start/log-faulty-end.ts")});
    const { StartRefused } = await import(${at("start/start-refused.ts")});
    logFaultyEnd(openLog("relay", "fatal"));
    throw new ${thrown};
  `;
  const args = ["--input-type=module", "--eval", program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const line: unknown = JSON.parse(stdout.trim());
  return { status, line, stderr };
}

test("A refused start ends the process with one sentence in the log, and no stack", () => {
  const { status, line, stderr } = ending('StartRefused("HASH_KEY: is weak; make another")');
  expect(line).toMatchObject({ level: 60, name: "relay", msg: "HASH_KEY: is weak; make another" });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
});

test("A fault that ends the process is a log line with its frames and without its message", () => {
  const { status, line, stderr } = ending('TypeError("of anna@example.com")');
  expect(line).toMatchObject({
    level: 60,
    msg: "a fault ends the process",
    err: { type: "TypeError", frames: expect.any(Array) },
  });
  expect(JSON.stringify(line)).not.toContain("anna");
  expect(stderr).toContain("TypeError: of anna@example.com");
  expect(status).toBe(1);
});
