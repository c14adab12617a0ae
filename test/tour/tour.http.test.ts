import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "@jest/globals";
import { findStack } from "../../dev/stack/stack-file.ts";
import { startStack } from "../../dev/stack/start-stack.ts";
import { COMPILED } from "../factories/processes.ts";
import { campaignSize } from "../harness/campaign.ts";
import { freeStackPorts } from "../harness/free-stack-ports.ts";
import { surroundings } from "../harness/surroundings.ts";

const dataDir = mkdtempSync(join(tmpdir(), "tour-"));
const ports = await freeStackPorts();
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Plays after the first, on the data that the former ones left: their beginning, or in a campaign all of it. */
const PLAYS = campaignSize("TOUR_PLAYS", 1);
const AGAIN =
  PLAYS > 1
    ? { args: [], says: "All of it was as it should be." }
    : { args: ["--chapter", "4"], says: "4  " };
/** Each play opens a second house for its next day. */
const LONGEST_MS = 480_000;
const HOLDS = "All of it was as it should be.";
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

async function tour(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, ["dev/tour.ts", ...args], {
    env: {
      ...surroundings,
      NODE_COMPILE_CACHE: COMPILED,
      SIDELINE_DATA_DIR: dataDir,
      API_PORT: String(ports.api),
      PROVIDER_PORT: String(ports.provider),
      MAILBOX_PORT: String(ports.mailbox),
      EXERCISES_PORT: String(ports.exercises),
      TEMPORAL_PORT: String(ports.temporal),
      TEMPORAL_UI_PORT: String(ports.temporalUi),
      POSTGRES_PORT: String(ports.postgres),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { code: child.exitCode, output };
}

test(
  "by itself the tour starts the stack, plays, and stops it",
  async () => {
    const { code, output } = await tour();
    expect(output).toContain(HOLDS);
    expect(SHOWN.filter((line) => !output.includes(line))).toEqual([]);
    expect(code).toBe(0);
    expect(findStack(dataDir)).toBeNull();
  },
  LONGEST_MS,
);

test(
  `beside a running stack it plays again, ${PLAYS} times over, and names the step that fails`,
  async () => {
    const stack = startStack({
      dataDir,
      ports,
      idp: "development",
      logLevel: "info",
      env: { ...surroundings, NODE_COMPILE_CACHE: COMPILED },
      terminal: null,
      color: false,
    });
    try {
      const { pids } = await stack.ready;
      for (let play = 0; play < PLAYS; play += 1) {
        const { code, output } = await tour(...AGAIN.args);
        expect([code, output.includes(AGAIN.says)]).toEqual([0, true]);
      }
      // A provider that hangs: the first step is the one that cannot go on.
      const { provider: hanging = NaN } = pids;
      process.kill(hanging, "SIGSTOP");
      const failed = await tour();
      process.kill(hanging, "SIGCONT");
      expect(failed.code).toBe(1);
      expect(failed.output).toContain("Not as it should be: 1, The coach signs in and registers");
    } finally {
      await stack.stop();
    }
  },
  LONGEST_MS,
);
