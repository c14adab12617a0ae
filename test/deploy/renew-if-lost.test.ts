import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { Member } from "../../tools/production/database/member.ts";
import { noteLoss, renewIfLost } from "../../tools/production/database/renew-if-lost.ts";

const folder = mkdtempSync(join(tmpdir(), "sideline-loss-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The state as a process has it after its start. */
function stateOf() {
  const directory = join(folder, "database_1");
  mkdirSync(directory, { recursive: true });
  const primary: Member = {
    name: "database_1",
    port: 1,
    place: { programs: "", directory, user: {} },
    fenceFile: join(folder, "database_1.fenced"),
    url: () => "",
    ask: async () => [],
    pid: () => 1,
    start: async () => undefined,
    reload: () => undefined,
    stop: async () => undefined,
    kill: async () => undefined,
  };
  return {
    members: [primary],
    primary,
    synchronous: true,
    lossFile: join(folder, "epochs-to-renew"),
    replication: { user: "", password: "" },
    checks: {
      open: () => undefined,
      isOpen: () => false,
      portOf: () => 1,
      close: async () => undefined,
    },
    say: () => undefined,
  };
}

test("Epochs that could not be renewed are renewed by the next process, and only once", async () => {
  const renewed: string[] = [];
  const renew = async ({ name }: { readonly name: string }) => void renewed.push(name);
  noteLoss(stateOf());
  await expect(
    renewIfLost(stateOf(), async () => {
      throw new Error("The database is away");
    }),
  ).rejects.toThrow("away");
  await renewIfLost(stateOf(), renew);
  await renewIfLost(stateOf(), renew);
  expect(renewed).toEqual(["database_1"]);
  expect(existsSync(stateOf().lossFile)).toBe(false);
});
