import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { takeLauncherLock } from "../../tools/processes/launcher-lock.ts";
import { findStack } from "../../tools/stack/stack-file.ts";
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
  "the page shows who invites; the token stayed behind the # and was in no request address",
  "the client learned which sign-in they had used, and both buttons now lead to one account",
  "from an address to the phone's last report: codes and counts, each access with its reason",
  "a conflict is explained and rebased",
  "progress photo breaks off and is resumed",
  "all allowed items are completed, and the answer says why one is left",
  "the import replaces the typed value and is not added to it",
  "undone on the other phone, by its receipt: the earlier value counts again",
  "the coach was notified of the pain immediately, and no longer after the undo",
  "after the review neither phone can undo anything",
  "trained during a change of plan, looked up, and accepted with its label",
  "the coach sees what was not accepted as trained, and how it ended",
  "one exercise among many, by a name with two missing letters; no provider was called",
  "ten are decided, each with its reason; each answer had the next one",
  "its pictures disappeared within five seconds; the search results stayed the same",
  "both use one place of the plan, and the address expires",
  "one of them sees it; the other reads why not, and sees all other details",
  "each decision is recorded, and can be undone within ten minutes",
  "one operation crashes, and is quarantined",
  "nothing was lost: the day counts both values once",
  "one reminder per local day, by the actor's own timer",
  "its own actor sent the reminder, the morning after",
  "the draft waited for the client's choice, and reminders have stopped",
  "its own actor woke it; the digest arrived once, and no push was sent for it",
  "the day is cleared in one request, each task by its own rules",
  "the phone learned what changed and by whom; both were accepted, one on the new task",
  "each day of the program moved by a week and kept its weekday",
  "three misses are one row with the count three, and the coach has resolved it",
  "an actor wrote it slice by slice; only its owner can use the link, for a day",
  "the source and its summary are deleted; the resolution stays",
  "exported and deleted; neither support nor a search of all tables finds it",
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
    expect(output).toContain("Everything was as expected.");
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
