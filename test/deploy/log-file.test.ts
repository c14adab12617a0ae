import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { openLogFile } from "../../tools/processes/log-file.ts";
import { eventually } from "../factories/eventually.ts";

test("A line that cannot be written is lost, and the next line opens the file again", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "sideline-log-")), "missing");
  const file = join(folder, "part.log");
  const log = openLogFile(file);
  log.write("lost");
  mkdirSync(folder);
  await eventually(
    async () => {
      log.write("kept");
      return readText(file);
    },
    (text) => text.includes("kept"),
  );
  log.close();
  expect(readText(file)).not.toContain("lost");
  rmSync(folder, { recursive: true });
});

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
