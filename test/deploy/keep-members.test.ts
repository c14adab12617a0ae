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

test("A dead primary that no standby can replace is started again, and then its standbys", async () => {
  const cluster = fakeCluster({ losses: 3 });
  for (const name of NAMES) cluster.kill(name);
  await cluster.keep();
  expect(cluster.calls).toEqual(["promote", ...RESTARTS]);
});

test("If neither a standby can take over nor the primary starts, the standbys start and one is promoted", async () => {
  const cluster = fakeCluster({ neverStarts: "database_1" });
  for (const name of NAMES) cluster.kill(name);
  await cluster.keep();
  expect(cluster.calls).toEqual(["promote", ...RESTARTS, "promote", "rebuild database_1"]);
});

test("A standby that cannot be built does not keep the watch from a primary that dies", async () => {
  const cluster = fakeCluster({ neverStarts: "database_3", neverBuilt: "database_3" });
  cluster.kill("database_3");
  cluster.onCall("rebuild database_3", () => cluster.kill("database_1"));
  await cluster.keep();
  expect(cluster.calls.slice(0, 4)).toEqual([
    "restart database_3",
    "rebuild database_3",
    "promote",
    "rebuild database_1",
  ]);
});

test("A primary that a failed promotion left closed is opened, before a standby is started again", async () => {
  const cluster = fakeCluster();
  cluster.close();
  cluster.kill("database_2");
  await cluster.keep();
  expect(cluster.calls).toEqual(["open", "restart database_2"]);
});

const NAMES = ["database_1", "database_2", "database_3"];
const RESTARTS = NAMES.map((name) => `restart ${name}`);

interface Faking {
  readonly startsAgain?: boolean;
  readonly neverStarts?: string;
  readonly neverBuilt?: string;
  /** Reports of members that run again after which the watch ends. */
  readonly losses?: number;
}

/** A cluster that notes what is done with it, and ends the watch once as many members run again as were lost. */
function fakeCluster({ startsAgain = true, neverStarts, neverBuilt, losses = 1 }: Faking = {}) {
  const dead = new Set<string>();
  const hanging = new Set<string>();
  const calls: string[] = [];
  const followUps = new Map<string, () => void>();
  const call = (text: string) => {
    calls.push(text);
    followUps.get(text)?.();
  };
  let changes = 0;
  let isOpen = true;
  const lines: string[] = [];
  const stopping = new AbortController();
  let primary = "database_1";
  const member = (name: string) => ({
    name,
    port: 1,
    checkPort: 2,
    pid: () => (dead.has(name) ? null : 3),
    stop: async () => void dead.add(name),
    kill: async () => void dead.add(name),
    ask: async () => {
      if (hanging.has(name)) throw new Error("timeout expired");
      return [];
    },
  });
  const cluster: DatabaseCluster = {
    members: NAMES.map(member),
    primary: () => member(primary),
    createDatabase: async () => undefined,
    ownerUrl: () => "",
    appUrl: () => "",
    superuserUrl: () => "",
    promote: async () => {
      call("promote");
      if (NAMES.every((name) => name === primary || dead.has(name)))
        throw new Error("No standby answers; the primary is not replaced.");
      const fenced = primary;
      primary = "database_2";
      return { name: primary, fenced, mayHaveLost: false, promotedMs: 1, openedMs: 2 };
    },
    rebuild: async (name) => {
      call(`rebuild ${name}`);
      if (name === neverBuilt) throw new Error("The disk is full");
      dead.delete(name);
    },
    restart: async (name) => {
      call(`restart ${name}`);
      if (name === neverStarts) throw new Error("The disk is full");
      if (!startsAgain) throw new Error(`${name} is fenced`);
      dead.delete(name);
    },
    isOpen: () => isOpen,
    open: async () => {
      call("open");
      isOpen = true;
    },
    restore: async () => "",
    setSynchronous: async () => undefined,
    stop: async () => undefined,
  };
  return {
    calls,
    lines,
    kill: (name: string) => void dead.add(name),
    close: () => {
      isOpen = false;
    },
    onCall: (text: string, followUp: () => void) => void followUps.set(text, followUp),
    hang: (name: string) => void hanging.add(name),
    keep: () =>
      keepMembers(cluster, {
        stopping: stopping.signal,
        say: (line) => void lines.push(line),
        onChange: () => {
          changes += 1;
          if (changes === losses) stopping.abort();
        },
      }),
  };
}
