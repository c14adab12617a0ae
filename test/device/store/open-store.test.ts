import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { openFileVault } from "../../../device/adapters/node/file-vault.ts";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import type { Sql } from "../../../device/ports/sql.ts";
import type { Vault } from "../../../device/ports/vault.ts";
import { MIGRATIONS } from "../../../device/store/migrations.ts";
import { openStore, storeFacts } from "../../../device/store/open-store.ts";
import { SCHEMA } from "../../../device/store/schema.ts";
import { makeMemoryDisk, type MemoryDisk } from "../../../device/testing/memory-sql.ts";
import { makeMemoryVault } from "../../../device/testing/memory-vault.ts";
import { dumpOf, portsOver, useStore } from "./store-factory.ts";

const SURFACE = "CLIENT_MOBILE";
const NEXT = [...MIGRATIONS, "alter table cache_scope add column colour text;\n"];
const open = (sql: Sql, vault: Vault, scripts = MIGRATIONS) =>
  openStore(portsOver(sql, vault), SURFACE, {
    version: scripts.length,
    scripts,
  });
const metadataOf = async (sql: Sql) =>
  (await sql.read({ sql: "select * from device_metadata" }))[0];

test("A new database has its tables and one row about the device, whose installation the vault knows.", async () => {
  const vault = makeMemoryVault();
  const sql = makeMemoryDisk().open();
  expect(await open(sql, vault)).toEqual({ copied: false, evicted: false, unreadable: 0 });
  expect(await metadataOf(sql)).toEqual({
    one: 1,
    schema_version: MIGRATIONS.length,
    app_surface: SURFACE,
    installation_id: await vault.read("installation"),
    device_id: null,
    user_id: null,
    session_id: null,
    acts: 0,
    orders: 0,
    registration_status: "NONE",
    last_sync_at: null,
  });
});

test("The library names the version that its scripts lead to.", () => {
  expect(SCHEMA.version).toBe(MIGRATIONS.length);
});

test("A database in use opens again unchanged and is neither copied nor evicted.", async () => {
  const vault = makeMemoryVault();
  const disk = makeMemoryDisk();
  await open(disk.open(), vault);
  await useStore(portsOver(disk.open(), vault));
  const before = await dumpOf(disk.open());
  const opened = await open(disk.open(), vault);
  expect(opened).toEqual({ copied: false, evicted: false, unreadable: 0 });
  expect(await dumpOf(disk.open())).toEqual(before);
});

test("A database of the coach's app is refused by the client's app.", async () => {
  const vault = makeMemoryVault();
  const sql = makeMemoryDisk().open();
  await openStore(portsOver(sql, vault), "COACH_MOBILE");
  await expect(open(sql, vault)).rejects.toMatchObject({ kind: "REFUSED" });
});

describe("A migration", () => {
  test("A database of a former version gets the newer tables and keeps all its rows.", async () => {
    const vault = makeMemoryVault();
    const disk = makeMemoryDisk();
    await open(disk.open(), vault);
    await useStore(portsOver(disk.open(), vault));
    const { sync_operation: before } = await dumpOf(disk.open());
    const sql = disk.open();
    await open(sql, vault, NEXT);
    expect((await metadataOf(sql))?.["schema_version"]).toBe(NEXT.length);
    const scopes = await sql.read({ sql: "select colour from cache_scope" });
    expect(scopes).toEqual([{ colour: null }, { colour: null }]);
    expect((await dumpOf(sql))["sync_operation"]).toEqual(before);
  });

  test("A scope that was out of reach under a former version waits for access instead of the end of a pause.", async () => {
    const vault = makeMemoryVault();
    const disk = makeMemoryDisk();
    await open(disk.open(), vault, MIGRATIONS.slice(0, 2));
    await useStore(portsOver(disk.open(), vault));
    const sql = disk.open();
    await sql.write([
      {
        sql: "update cache_scope set wait_reason = 'SCOPE_LOCKED', status = iif(rowid = 1, 'LOCKED', 'PAUSED')",
      },
    ]);
    await open(sql, vault);
    const scopes = await sql.read({
      sql: "select status, wait_reason from cache_scope order by status",
    });
    expect(scopes).toEqual([
      { status: "LOCKED", wait_reason: "NO_ACCESS" },
      { status: "PAUSED", wait_reason: "SCOPE_LOCKED" },
    ]);
  });

  test("A database that a newer library wrote is not opened and stays as it is.", async () => {
    const vault = makeMemoryVault();
    const disk = makeMemoryDisk();
    await open(disk.open(), vault, NEXT);
    const before = await dumpOf(disk.open());
    await expect(open(disk.open(), vault)).rejects.toMatchObject({ kind: "NEWER" });
    expect(await dumpOf(disk.open())).toEqual(before);
  });

  test("A migration with a faulty statement leaves the former version, which still opens.", async () => {
    const vault = makeMemoryVault();
    const disk = makeMemoryDisk();
    await open(disk.open(), vault);
    const before = await dumpOf(disk.open());
    const faulty = [...NEXT, "create table other (id text);\nalter table nowhere add column b;\n"];
    await expect(open(disk.open(), vault, faulty)).rejects.toThrow("nowhere");
    expect(await dumpOf(disk.open())).toEqual(before);
    await open(disk.open(), vault);
  });

  test("No migration after the first names the content of a queued operation.", () => {
    expect(
      MIGRATIONS.slice(1).filter((script) => /envelope|\bsync_operation\b.*\bset\b/s.test(script)),
    ).toEqual([]);
  });
});

describe("A copied database", () => {
  test.each([
    ["without the vault", async () => makeMemoryVault()],
    [
      "onto a phone whose app is installed already",
      async () => {
        const vault = makeMemoryVault();
        await open(makeMemoryDisk().open(), vault);
        return vault;
      },
    ],
  ])("A database copied %s registers anew and keeps all operation ids.", async (_how, prepare) => {
    const disk = await usedDisk();
    const before = await dumpOf(disk.open());
    const vault = await prepare();
    const copy = disk.copy().open();
    expect(await open(copy, vault)).toMatchObject({ copied: true, evicted: false });
    const [formerly, metadata] = [before["device_metadata"]?.[0], await metadataOf(copy)];
    expect(metadata).toEqual({
      ...formerly,
      installation_id: await vault.read("installation"),
      device_id: null,
      registration_status: "REGISTER",
    });
    expect(metadata?.["installation_id"]).not.toBe(formerly?.["installation_id"]);
    const ids = { sql: "select client_operation_id as id from sync_operation order by id" };
    expect(await copy.read(ids)).toEqual(await disk.open().read(ids));
  });

  test("A copied database drops a registration under way, whose answer would name the original.", async () => {
    const disk = await usedDisk();
    const copy = disk.copy().open();
    await open(copy, makeMemoryVault());
    const { cache_metadata: kept } = await dumpOf(copy);
    expect(kept?.map(({ key }) => key)).toEqual(["other"]);
  });

  test("The original of a copied database continues as the same device.", async () => {
    const vault = makeMemoryVault();
    const disk = await usedDisk(vault);
    await open(disk.copy().open(), makeMemoryVault());
    expect(await open(disk.open(), vault)).toMatchObject({ copied: false, unreadable: 0 });
    expect(await metadataOf(disk.open())).toMatchObject({ device_id: "device-1" });
  });

  test("A copied database counts as copied until it has registered anew, however often it starts.", async () => {
    const copy = (await usedDisk()).copy();
    const vault = makeMemoryVault();
    await open(copy.open(), vault);
    expect(await open(copy.open(), vault)).toMatchObject({ copied: true });
    const registered = "update device_metadata set device_id = 'd', registration_status = 'ACTIVE'";
    await copy.open().write([{ sql: registered }]);
    expect(await open(copy.open(), vault)).toMatchObject({ copied: false });
  });
});

describe("Lost keys", () => {
  test("A copy without its keys reports the number of unreadable operations and reads its cache again.", async () => {
    const copy = (await usedDisk()).copy().open();
    expect(await open(copy, makeMemoryVault())).toMatchObject({ unreadable: 5 });
    const { snapshot, optimistic, cache_scope: scopes } = await dumpOf(copy);
    expect([snapshot, optimistic]).toEqual([[], []]);
    expect(scopes?.map((scope) => scope["last_cursor"])).toEqual([null, null]);
  });

  test("Operations that were queued after a key was lost are readable, and only the former ones are not.", async () => {
    const vault = makeMemoryVault();
    const disk = await usedDisk(vault);
    await vault.removeKey("queue/a");
    await useStore(portsOver(disk.open(), vault), "later");
    expect(await open(disk.open(), vault)).toMatchObject({ unreadable: 4 });
  });

  test("Operations that a purge deletes stop counting as unreadable without a restart.", async () => {
    const vault = makeMemoryVault();
    const disk = await usedDisk(vault);
    await vault.removeKey("queue/a");
    const sql = disk.open();
    expect(await open(sql, vault)).toMatchObject({ unreadable: 4 });
    await sql.write([{ sql: "delete from sync_operation where scope_id = 'a'" }]);
    expect(await storeFacts(portsOver(sql, vault))).toMatchObject({ unreadable: 0 });
  });

  test("A scope whose cache key is gone is read anew, and the other scope keeps its cache.", async () => {
    const vault = makeMemoryVault();
    const disk = await usedDisk(vault);
    await vault.removeKey("cache/a");
    const sql = disk.open();
    expect(await open(sql, vault)).toMatchObject({ unreadable: 0 });
    const { snapshot, cache_scope: scopes } = await dumpOf(sql);
    expect(snapshot?.map((row) => row["scope_id"])).toEqual(["b"]);
    expect(scopes?.map((scope) => scope["last_cursor"])).toEqual([null, "cursor"]);
  });
});

describe("Eviction", () => {
  test("A database that the platform deleted is reported until somebody signs in again.", async () => {
    const vault = makeMemoryVault();
    await usedDisk(vault);
    const installation = await vault.read("installation");
    const emptied = makeMemoryDisk();
    expect(await open(emptied.open(), vault)).toMatchObject({ evicted: true, copied: false });
    expect(await open(emptied.open(), vault)).toMatchObject({ evicted: true });
    expect(await metadataOf(emptied.open())).toMatchObject({ installation_id: installation });
    await emptied.open().write([{ sql: "update device_metadata set user_id = 'person'" }]);
    expect(await open(emptied.open(), vault)).toMatchObject({ evicted: false });
  });
});

describe("Kills", () => {
  const starts: readonly [string, () => Promise<[MemoryDisk, Vault]>][] = [
    ["a new database", async () => [makeMemoryDisk(), makeMemoryVault()]],
    ["a copied database", async () => [(await usedDisk()).copy(), makeMemoryVault()]],
    [
      "a deleted database",
      async () => {
        const vault = makeMemoryVault();
        await usedDisk(vault);
        return [makeMemoryDisk(), vault];
      },
    ],
    [
      "a former version without its cache's keys",
      async () => {
        const vault = makeMemoryVault();
        const disk = await usedDisk(vault);
        await vault.removeKey("cache/a");
        await vault.removeKey("cache/b");
        return [disk, vault];
      },
    ],
  ];

  test.each(starts)(
    "A process killed before or after any write of the database or the vault reaches the same state as an undisturbed one, starting with %s.",
    async (_name, start) => {
      const [unhurt, unhurtVault] = await start();
      const first = unhurt.writes();
      const result = await open(unhurt.open(), unhurtVault, NEXT);
      const expected = await comparable(unhurt, unhurtVault);
      const writes = unhurt.writes() - first;
      expect(writes).toBeGreaterThan(0);
      for (let nth = 1; nth <= writes + 1; nth += 1) {
        for (const when of ["BEFORE", "AFTER"] as const) {
          const [disk, vault] = await start();
          const sql = disk.open();
          if (nth <= writes) disk.kill(when, nth);
          const killed = open(sql, nth <= writes ? vault : vaultKilled(vault, when), NEXT);
          await killed.catch(() => null);
          expect(await open(disk.open(), vault, NEXT)).toEqual(result);
          expect(await comparable(disk, vault)).toEqual(expected);
        }
      }
    },
  );

  test("A full disk leaves no half-made database, and the next start with room makes a whole one.", async () => {
    const disk = makeMemoryDisk();
    const vault = makeMemoryVault();
    disk.fail("FULL");
    await expect(open(disk.open(), vault)).rejects.toMatchObject({ kind: "FULL" });
    disk.fail(null);
    expect(await open(disk.open(), vault)).toMatchObject({ copied: false, evicted: false });
  });
});

test("A database file copied beside another vault of files is a copy, and the file it came from is not.", async () => {
  const folder = mkdtempSync(join(tmpdir(), "device-store-"));
  const [file, copy] = [join(folder, "device.sqlite"), join(folder, "copy.sqlite")];
  const vault = await openFileVault(join(folder, "vault"));
  const sql = await openNodeSql(file);
  await open(sql, vault);
  await useStore(portsOver(sql, vault));
  await sql.close();
  copyFileSync(file, copy);
  const copied = await openNodeSql(copy);
  const elsewhere = await openFileVault(join(folder, "elsewhere"));
  expect(await open(copied, elsewhere)).toEqual({ copied: true, evicted: false, unreadable: 5 });
  await copied.close();
  const again = await openNodeSql(file);
  expect(await open(again, await openFileVault(join(folder, "vault")))).toMatchObject({
    copied: false,
    unreadable: 0,
  });
  await again.close();
  rmSync(folder, { recursive: true });
});

async function usedDisk(vault = makeMemoryVault()): Promise<MemoryDisk> {
  const disk = makeMemoryDisk();
  await open(disk.open(), vault);
  await useStore(portsOver(disk.open(), vault));
  return disk;
}

/** A vault whose process dies at the first write of a secret. */
function vaultKilled(vault: Vault, when: "BEFORE" | "AFTER"): Vault {
  return {
    ...vault,
    async write(name, secret) {
      if (when === "AFTER") await vault.write(name, secret);
      throw new Error("The process is killed here.");
    },
  };
}

/** The rows of a disk without the ids and instants that are drawn anew in each play. */
async function comparable(disk: MemoryDisk, vault: Vault) {
  const { device_metadata: [metadata] = [], ...tables } = await dumpOf(disk.open());
  const isKnown = metadata?.["installation_id"] === (await vault.read("installation"));
  const { installation_id: _drawn, ...facts } = metadata ?? {};
  return { isKnown, facts, tables: JSON.stringify(tables, withoutBytes) };
}

function withoutBytes(key: string, value: unknown): unknown {
  return key === "body" || key === "envelope" ? null : value;
}
