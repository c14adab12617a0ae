import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";

const PROGRAM = fileURLToPath(new URL("kill-writer.ts", import.meta.url));

test("A process killed ten times while it writes loses no durable write and leaves none half done.", async () => {
  const folder = mkdtempSync(join(tmpdir(), "device-kills-"));
  const path = join(folder, "device.sqlite");
  let durable = 0;
  for (let kill = 1; kill <= 10; kill += 1) {
    durable = await killAfter(path, durable + 1 + (kill % 4));
    const sql = await openNodeSql(path);
    const [found] = await sql.read({
      sql: "select max(number) as last, count(*) as halves, count(distinct number) as writes from pair",
    });
    await sql.close();
    const last = Number(found?.["last"]);
    expect(last).toBeGreaterThanOrEqual(durable);
    expect(found).toEqual({ last, halves: last * 2, writes: last });
    durable = last;
  }
  rmSync(folder, { recursive: true });
});

/** Starts the program and kills it once it reports a write; returns the last reported write. */
async function killAfter(path: string, write: number): Promise<number> {
  const program = spawn(process.execPath, [PROGRAM, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(program, "exit");
  let reported = 0;
  for await (const line of createInterface({ input: program.stdout })) {
    reported = Number(line);
    if (reported >= write) program.kill("SIGKILL");
  }
  expect(await exit).toEqual([null, "SIGKILL"]);
  return reported;
}
