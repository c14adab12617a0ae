import { expect, test } from "@jest/globals";
import type { DatabaseCluster } from "../../tools/production/database/start-database-cluster.ts";
import { keepMembers } from "../../tools/production/database/keep-members.ts";

test("A dead standby is started again, and is built again if it does not start", async () => {
  const cluster = fakeCluster();
  cluster.kill("database_2");
  await cluster.keep();
  expect(cluster.calls).toEqual(["restart database_2"]);
  const fenced = fakeCluster({ startsAgain: false });
  fenced.kill("database_3");
  await fenced.keep();
  expect(fenced.calls).toEqual(["restart database_3", "rebuild database_3"]);
});

test("A dead primary is replaced by a standby, and becomes one itself", async () => {
  const cluster = fakeCluster();
  cluster.kill("database_1");
  await cluster.keep();
  expect(cluster.calls).toEqual(["promote", "rebuild database_1"]);
  expect(cluster.lines.at(-1)).toBe("database_1 runs again");
});

test("A primary that hangs is replaced like a dead one", async () => {
  const cluster = fakeCluster();
  cluster.hang("database_1");
  await cluster.keep();
  expect(cluster.calls).toEqual(["promote", "rebuild database_1"]);
  expect(cluster.lines[0]).toBe("database_1 does not answer");
});

test("A dead primary is replaced before a dead standby, which cannot be built without it", async () => {
  const cluster = fakeCluster({ startsAgain: false });
  for (const name of ["database_1", "database_3"]) cluster.kill(name);
  await cluster.keep();
  expect(cluster.calls[0]).toBe("promote");
});

/** A cluster that notes what is done with it, and ends the watch once all members run. */
function fakeCluster({ startsAgain = true } = {}) {
  const names = ["database_1", "database_2", "database_3"];
  const dead = new Set<string>();
  const hanging = new Set<string>();
  const calls: string[] = [];
  const lines: string[] = [];
  const stopping = new AbortController();
  let primary = "database_1";
  const member = (name: string) => ({
    name,
    port: 1,
    checkPort: 2,
    pid: () => (dead.has(name) ? null : 3),
    kill: async () => void dead.add(name),
    ask: async () => {
      if (hanging.has(name)) throw new Error("timeout expired");
      return [];
    },
  });
  const cluster: DatabaseCluster = {
    members: names.map(member),
    primary: () => member(primary),
    createDatabase: async () => undefined,
    ownerUrl: () => "",
    appUrl: () => "",
    superuserUrl: () => "",
    promote: async () => {
      calls.push("promote");
      const fenced = primary;
      primary = "database_2";
      return { name: primary, fenced, mayHaveLost: false, promotedMs: 1, openedMs: 2 };
    },
    rebuild: async (name) => {
      calls.push(`rebuild ${name}`);
      dead.delete(name);
    },
    restart: async (name) => {
      calls.push(`restart ${name}`);
      if (!startsAgain) throw new Error(`${name} is fenced`);
      dead.delete(name);
    },
    setSynchronous: async () => undefined,
    stop: async () => undefined,
  };
  return {
    calls,
    lines,
    kill: (name: string) => void dead.add(name),
    hang: (name: string) => void hanging.add(name),
    keep: () =>
      keepMembers(cluster, {
        stopping: stopping.signal,
        say: (line) => void lines.push(line),
        onChange: () => stopping.abort(),
      }),
  };
}
