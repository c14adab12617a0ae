import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { fence, isFenced, liftFence, roleOf } from "../../tools/production/database/fence.ts";
import { findPrimary } from "../../tools/production/database/find-primary.ts";
import { loginStatements } from "../../tools/production/database/login-statements.ts";
import { mayHaveLost, requireMostAdvanced } from "../../tools/production/database/most-advanced.ts";
import { ownSettings } from "../../tools/production/database/own-settings.ts";

const ground = mkdtempSync(join(tmpdir(), "sideline-fence-"));
afterAll(() => rmSync(ground, { recursive: true }));

/** A cluster's folder as PostgreSQL leaves it, with nothing that runs. */
function newMember(name: string, exists = true) {
  const folder = join(ground, name);
  mkdirSync(folder);
  const directory = join(folder, "cluster");
  if (exists) {
    mkdirSync(directory);
    writeFileSync(join(directory, "PG_VERSION"), "18\n");
  }
  const place = { programs: "/nowhere", directory, user: {} };
  return { name, place, fenceFile: join(folder, "fenced") };
}

describe("A fenced member", () => {
  test("starts as a standby even if PostgreSQL is started by hand, until it is rebuilt", () => {
    const member = newMember("one");
    expect([roleOf(member.place), isFenced(member)]).toEqual(["PRIMARY", false]);
    fence(member, "replaced");
    expect([roleOf(member.place), isFenced(member)]).toEqual(["STANDBY", true]);
    // Somebody who removes PostgreSQL's own file has not lifted the fence.
    rmSync(join(member.place.directory, "standby.signal"));
    expect(findPrimary([member])).toBeNull();
    liftFence(member);
    expect(findPrimary([member])).toBe(member);
  });

  test("is fenced even if its cluster is missing", () => {
    const member = newMember("gone", false);
    fence(member, "replaced");
    expect([roleOf(member.place), isFenced(member)]).toEqual([null, true]);
  });
});

describe("The primary of a start", () => {
  test("is the member that is neither a standby nor fenced", () => {
    const [old, current, missing] = [newMember("old"), newMember("new"), newMember("no", false)];
    fence(old, "replaced");
    expect(findPrimary([old, current, missing])).toBe(current);
  });

  test("is nobody if two members could be it", () => {
    expect(() => findPrimary([newMember("left"), newMember("right")])).toThrow(
      "left and right would both start as the primary",
    );
  });
});

describe("A promotion", () => {
  const positions = [
    { name: "behind", received: 9n },
    { name: "ahead", received: 10n },
  ];

  test("chooses the standby that has received the most, and refuses one that lacks log", () => {
    expect(requireMostAdvanced(positions).name).toBe("ahead");
    expect(requireMostAdvanced(positions, "ahead").name).toBe("ahead");
    expect(() => requireMostAdvanced(positions, "behind")).toThrow(
      "behind lacks 1 bytes of log that ahead has",
    );
    expect(() => requireMostAdvanced(positions, "silent")).toThrow("silent does not answer");
    expect(() => requireMostAdvanced([])).toThrow("No standby answers");
  });

  test("loses nothing only if commits waited for a standby and every standby was asked", () => {
    expect(mayHaveLost(true, { standbys: 2, positions })).toBe(false);
    expect(mayHaveLost(true, { standbys: 2, positions: positions.slice(1) })).toBe(true);
    expect(mayHaveLost(false, { standbys: 2, positions })).toBe(true);
  });
});

test("A member waits for any one standby, and follows the primary by its own name and slot", () => {
  const follows = { port: 5001, user: "sideline_replication", password: "secret" };
  const own = { name: "database_2", synchronousNames: ["database_1", "database_2"], follows };
  expect(ownSettings(own).split("\n")).toEqual([
    "synchronous_standby_names = 'ANY 1 (database_1, database_2)'",
    "primary_conninfo = 'host=127.0.0.1 port=5001 user=sideline_replication password=secret application_name=database_2'",
    "primary_slot_name = 'database_2'",
    "",
  ]);
  expect(ownSettings({ ...own, synchronousNames: null, follows: null })).toBe(
    "synchronous_standby_names = ''\n",
  );
});

test("A second login of the product gets every timeout of the first", () => {
  const [create, ...settings] = loginStatements("another", "it's");
  expect(create).toBe(`create role "another" login password 'it''s' in role sideline_app`);
  expect(settings).toContain(`alter role "another" set statement_timeout = '5s'`);
  expect(settings.length).toBeGreaterThan(5);
});
