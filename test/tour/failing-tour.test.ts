import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { takeLauncherLock } from "../../tools/processes/launcher-lock.ts";
import { describeStack } from "../../tools/stack/describe-stack.ts";
import { writeStack } from "../../tools/stack/stack-file.ts";
import { playTour } from "../factories/tour.ts";
import { freeStackPorts } from "../harness/free-stack-ports.ts";

const dataDir = mkdtempSync(join(tmpdir(), "failing-tour-"));
const ports = await freeStackPorts();
const lock = takeLauncherLock(dataDir);
/** Answers that all is well, although the rest of the stack is missing. */
const api = createServer((_, answer) => answer.end());
api.listen(ports.api, "127.0.0.1");
await once(api, "listening");
afterAll(() => {
  api.close();
  lock.release();
  rmSync(dataDir, { recursive: true });
});

test("a tour on a stack whose provider is away ends at the step that needs it, with exit code 1", async () => {
  const nowhere = { url: "postgres://127.0.0.1:9/none", ownerUrl: "postgres://127.0.0.1:9/none" };
  writeStack(dataDir, { ...describeStack(ports, nowhere, null), pids: {} });
  const { code, output } = await playTour({ dataDir, ports });
  expect(output).toContain("Not as it should be: 1, The coach signs in and registers");
  expect(code).toBe(1);
});
