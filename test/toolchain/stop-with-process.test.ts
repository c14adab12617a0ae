import { execFile } from "node:child_process";
import { expect, test } from "@jest/globals";

const MODULE = new URL("../../bench/stack/stop-with-process.ts", import.meta.url).href;

test.each([
  ["an error that nobody catches", "setTimeout(() => { throw new Error('lost'); })"],
  ["a rejection without a handler", "void Promise.reject(new Error('lost'))"],
  ["a signal", "setTimeout(() => process.kill(process.pid, 'SIGTERM'))"],
])("a benchmark that ends by %s stops its stack first, and fails", async (_, ends) => {
  const script = `
    import { setTimeout as sleep } from "node:timers/promises";
    import { stopWithProcess } from ${JSON.stringify(MODULE)};
    stopWithProcess(async () => { await sleep(10); console.log("stopped"); });
    setInterval(() => undefined, 1000);
    ${ends};`;
  expect(await run(script)).toEqual({ code: 1, output: "stopped\n" });
});

async function run(script: string) {
  return await new Promise<{ readonly code: unknown; readonly output: string }>((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", script], (error, output) =>
      resolve({ code: error?.code ?? 0, output }),
    );
  });
}
