import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { openLogFile } from "../../tools/processes/log-file.ts";
import { eventually } from "../factories/eventually.ts";

test("A log goes on after a line could not be written, and the process goes on too", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "sideline-log-")), "missing");
  const file = join(folder, "part.log");
  const log = openLogFile(file);
  log.write("lost");
  // By then opening the file has failed.
  for (let count = 0; count < 10; count += 1) await stat(tmpdir());
  mkdirSync(folder);
  const text = await eventually(
    async () => {
      log.write("kept");
      return readText(file);
    },
    (found) => found.includes("kept"),
  );
  log.close();
  expect(text).toContain("kept");
  rmSync(folder, { recursive: true });
});

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
