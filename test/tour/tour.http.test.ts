import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { takeLauncherLock } from "../../dev/processes/launcher-lock.ts";
import { findStack } from "../../dev/stack/stack-file.ts";
import { eventually } from "../factories/eventually.ts";
import { LONGEST_TOUR_MS, playTour } from "../factories/tour.ts";
import { freeStackPorts } from "../harness/free-stack-ports.ts";

const dataDir = mkdtempSync(join(tmpdir(), "tour-"));
const ports = await freeStackPorts();
let isOver = false;
const play = playTour({ dataDir, ports }).finally(() => {
  isOver = true;
});

beforeAll(async () => {
  await eventually(
    async () => isOver || findStack(dataDir) !== null,
    (isThere) => isThere,
    LONGEST_TOUR_MS,
  );
}, LONGEST_TOUR_MS);
afterAll(async () => {
  await play;
  rmSync(dataDir, { recursive: true });
}, LONGEST_TOUR_MS);

const SHOWN = [
  "the page says who invites; the token stayed behind the # and reached no address",
  "told which sign-in it was, and both buttons lead to the one account from now on",
  "from an address to what the phone last said: codes and counts, each look with its reason",
  "a conflict explained, and rebased",
  "its upload breaks off, and is resumed",
  "it ticked what it may, and said why one item is left",
  "the import stands in place of what was typed, and is not added to it",
  "undone on the other phone, by its receipt: the value before stands again",
  "the pain reached the coach at once, and left when it was taken back",
  "after the review neither phone takes anything back",
  "trained through a change of plan, looked up, and counted under its label",
  "the coach reads what did not get through as it was trained, and how it ended",
  "one exercise of many, by a name with two letters missing; no provider was asked",
  "ten are decided, each with its reason, and the next came with each answer",
  "its pictures were gone within five seconds, and what was found stayed found",
  "one place of the plan for both of them, and an address that ends by itself",
  "one of them sees it; the other reads why not, and everything else of it",
  "each decision is told, and taken back within ten minutes",
  "one operation crashes, and is quarantined",
  "nothing was lost: the day counts both values, each once",
  "one reminder a local day, by the actor's own timer",
  "its own actor reminded of it, the morning after",
  "the draft waited until somebody chose, and nobody waits for it any more",
  "it woke by its own actor; the digest came once, and a push was not sent for it",
  "the day is cleared at once, each task by its own rules",
  "told what changed and by whom, both went through: one on the task in its place",
  "each day of the program is moved by a week and stays on its weekday",
  "three misses are one row that says three, and the coach has dealt with it",
  "an actor wrote it slice by slice; the link is of use to its person alone, for a day",
  "the source is deleted and its summary is gone; that it was resolved stands",
  "exported, deleted, and found by no search: neither by support nor in any table",
];

test("while the tour plays, its Temporal UI refuses foreign host names", async () => {
  const place = { host: "127.0.0.1", port: ports.temporalUi, path: "/api/v1/namespaces" };
  const answered = Promise.withResolvers<number | undefined>();
  const asked = get({ ...place, headers: { host: "rebound.example" } }, (answer) =>
    answered.resolve(answer.resume().statusCode),
  );
  asked.once("error", answered.reject);
  expect(await answered.promise).toBe(421);
});

test("other commands find the tour's stack by the data folder, on which no second launcher may start", () => {
  expect(findStack(dataDir)?.ports["api"]).toBe(ports.api);
  expect(() => takeLauncherLock(dataDir)).toThrow("A stack already runs on");
});

test(
  "alone, the tour starts the stack, plays, and stops it",
  async () => {
    const { code, output } = await play;
    expect(output).toContain("All of it was as it should be.");
    expect(SHOWN.filter((line) => !output.includes(line))).toEqual([]);
    expect(code).toBe(0);
    expect(findStack(dataDir)).toBeNull();
  },
  LONGEST_TOUR_MS,
);

test("each part of the tour's stack writes its own log", () => {
  for (const part of ["postgres", "temporal", "provider", "api", "worker", "relay"]) {
    expect(existsSync(join(dataDir, "logs", `${part}.log`))).toBe(true);
  }
  const log = readFileSync(join(dataDir, "logs", "api.log"), "utf8");
  expect(log).toContain('"msg":"ready"');
});
