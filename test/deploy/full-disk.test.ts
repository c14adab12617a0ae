import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { Member } from "../../tools/production/database/member.ts";
import { failOver } from "../../tools/production/database/promote.ts";
import { requireSpace } from "../../tools/production/database/require-space.ts";

const folder = mkdtempSync(join(tmpdir(), "sideline-disk-"));
afterAll(() => rmSync(folder, { recursive: true }));

const primaryOf = (bytes: number) => ({ ask: async () => [{ size: String(bytes) }] });

test("A copy of the primary is refused if the disk has less than twice its size, before anything is copied", async () => {
  const directory = join(folder, "database_1");
  await expect(requireSpace({ directory }, primaryOf(2 ** 60))).rejects.toThrow(
    /A copy of the primary needs \d+ MB, and the disk of .*database_1 has \d+ MB\./,
  );
  await expect(requireSpace({ directory }, primaryOf(1_000))).resolves.toBeUndefined();
});

test("A primary whose fence cannot be written is not killed, and stays open to clients", async () => {
  const calls: string[] = [];
  const member = (name: string): Member => ({
    name,
    port: 1,
    place: { programs: "", directory: join(folder, name), user: {} },
    fenceFile: join(folder, "missing", `${name}.fenced`),
    url: () => "",
    ask: async () => [],
    pid: () => 1,
    start: async () => void calls.push(`start ${name}`),
    reload: () => undefined,
    stop: async () => void calls.push(`stop ${name}`),
    kill: async () => void calls.push(`kill ${name}`),
  });
  const [primary, standby] = [member("database_1"), member("database_2")];
  const checks = {
    open: (name: string | null) => void calls.push(`open ${name ?? "nobody"}`),
    isOpen: () => true,
    portOf: () => 1,
    close: async () => undefined,
  };
  const state = {
    members: [primary, standby],
    primary,
    synchronous: true,
    lossFile: join(folder, "epochs-to-renew"),
    replication: { user: "", password: "" },
    checks,
    say: () => undefined,
  };
  await expect(failOver(state, {})).rejects.toThrow("ENOENT");
  expect(calls).toEqual(["open nobody", "open database_1"]);
  expect(existsSync(primary.fenceFile)).toBe(false);
});
