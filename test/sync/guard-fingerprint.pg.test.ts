import { expect, jest, test } from "@jest/globals";
import * as judged from "../../rules/sync/judge-replay.ts";

// A mutant, installed before any module that uses the rule is loaded.
jest.unstable_mockModule("../../rules/sync/judge-replay.ts", () => ({
  ...judged,
  judgeReplay: () => "REPLAY",
}));

test("a race fails if fingerprints are not compared", async () => {
  const { openStage } = await import("../factories/sync/model/world.ts");
  const { races } = await import("../factories/sync/races/sync-races.ts");
  const stage = await openStage();
  try {
    const race = races["changed content under one id on eight connections"];
    await expect(race?.(stage, 0)).rejects.toThrow();
    await expect(races["the same batch on eight connections"]?.(stage, 0)).resolves.toBeUndefined();
  } finally {
    await stage.close();
  }
});
