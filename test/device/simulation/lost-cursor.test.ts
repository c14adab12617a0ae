import { expect, test } from "@jest/globals";
import { playHistory } from "./play-history.ts";
import type { Step } from "./types.ts";

/** The seed decides which library the phone uses: this one is a coach's. */
const SEED_OF_COACH = 6878;

const STEPS: readonly Step[] = [
  { kind: "SIGN_IN", person: "A" },
  { kind: "SYNC" },
  { kind: "SERVER", event: "BACK_UP", person: "A" },
  { kind: "SIGN_IN", person: "A" },
  { kind: "COACH_ACT", act: "RESOLVE", task: 27, again: false },
  { kind: "SERVER", event: "RESTORE", person: "A" },
  { kind: "SERVER", event: "REVOKE_DEVICES", person: "A" },
  { kind: "COACH_ACT", act: "RESOLVE", task: 26, again: false },
];

test("A coach's device that loses the inbox to a purge order still notices that the server was restored, and sends its accepted acts again", async () => {
  const { broken, world } = await playHistory(SEED_OF_COACH, STEPS);

  expect(broken).toEqual([]);
  const rows = await world.phone.rows("select accepted_cursor from sync_operation");
  expect(rows.map(({ accepted_cursor }) => accepted_cursor)).toContain("2.1");
});
