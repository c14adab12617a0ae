import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { startStack } from "../../tools/stack/start-stack.ts";
import { COMPILED } from "../factories/workers/processes.ts";
import { LONGEST_TOUR_MS, playTour } from "../factories/tour.ts";
import { campaignSize } from "../harness/campaign.ts";
import { freeStackPorts } from "../harness/free-stack-ports.ts";
import { surroundings } from "../harness/surroundings.ts";

const dataDir = mkdtempSync(join(tmpdir(), "tour-"));
const ports = await freeStackPorts();
afterAll(() => rmSync(dataDir, { recursive: true }));

const PLAYS = campaignSize("TOUR_PLAYS", 1);

test(
  `on a running stack the tour plays ${PLAYS} times, on the data of the former play, and names the step that hangs`,
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
        const { code, output } = await playTour({ dataDir, ports });
        expect([code, output.includes("Everything was as expected.")]).toEqual([0, true]);
      }
      // A provider that hangs: the first step cannot continue.
      const { provider: hanging = NaN } = pids;
      process.kill(hanging, "SIGSTOP");
      const failed = await playTour({ dataDir, ports });
      process.kill(hanging, "SIGCONT");
      expect(failed.code).toBe(1);
      expect(failed.output).toContain("Not as it should be: 1, The coach signs in and registers");
    } finally {
      await stack.stop();
    }
  },
  (PLAYS + 2) * LONGEST_TOUR_MS,
);
