import { afterEach, expect, test } from "@jest/globals";
import { type Child, startChild } from "../../tools/processes/child-process.ts";
import { startSupervisedPart } from "../../tools/processes/supervised-part.ts";
import { surroundings } from "../harness/surroundings.ts";

const stopping = new AbortController();
const started: Child[] = [];
const output: string[] = [];
const reported = Promise.withResolvers<void>();

afterEach(async () => {
  stopping.abort();
  for (const child of started) await child.stop();
});

test("a killed part is restarted until it runs, and a stopped part is not", async () => {
  const say = (line: string) => {
    output.push(line);
    if (line.endsWith("runs again")) reported.resolve();
  };
  await startSupervisedPart({ name: "part", start, say, stopping: stopping.signal });
  const [first] = started;
  process.kill(first?.record.pid ?? NaN, "SIGKILL");
  await reported.promise;
  expect(output).toEqual([
    "part ended unexpectedly (SIGKILL)",
    expect.stringContaining("part could not be restarted"),
    "part runs again",
  ]);
  expect(started).toHaveLength(2);
  const [, second] = started;
  stopping.abort();
  await second?.stop();
  expect(output).toHaveLength(3);
  expect(started).toHaveLength(2);
});

/** A process that does nothing. The first replacement fails to start. */
async function start(): Promise<Child> {
  const command = output.length === 1 ? "no-such-program" : "sleep";
  const child = await startChild({
    name: "part",
    command,
    args: ["60"],
    env: surroundings,
    onLine: () => undefined,
  });
  started.push(child);
  return child;
}
