import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { sharesSessions } from "../../db/platform/shares-sessions.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { openUploadLocks } from "../../db/media/upload-locks.ts";
import { begun, contentOf, patch, photo, uploaded } from "../factories/media/media.ts";
import { buildPhone } from "../factories/sync/phone.ts";
import { processEnvironment, startProcess } from "../factories/workers/processes.ts";
import { startApi } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";
import { type Pgbouncer, startPgbouncer } from "./start-pgbouncer.ts";

const database = await useOwnDatabase();
const issuer = await startTestIssuer();
const NOWHERE = { address: "127.0.0.1:1", namespace: "none", taskQueue: "none" };
let bouncer: Pgbouncer | undefined;
afterEach(async () => {
  await bouncer?.close();
  bouncer = undefined;
});
afterAll(() => issuer.close());

/** A PgBouncer in front of the file's database. */
async function through(
  mode: Parameters<typeof startPgbouncer>[0]["mode"],
  roundRobin = false,
): Promise<string> {
  bouncer = await startPgbouncer({ url: database.appUrl, mode, roundRobin });
  return bouncer.url;
}

describe("Sessions are found to be shared", () => {
  test.each([
    ["transaction", false],
    ["transaction", true],
    ["statement", false],
    ["statement", true],
  ] as const)("behind PgBouncer in %s mode, round robin %s", async (mode, roundRobin) => {
    const url = await through(mode, roundRobin);
    // One try proves little: the sessions of an idle pooler depend on who asked before.
    for (let round = 0; round < 5; round += 1) expect(await sharesSessions(url)).toBe(true);
  });

  test.each([false, true])("not in session mode, round robin %s", async (roundRobin) => {
    const url = await through("session", roundRobin);
    for (let round = 0; round < 5; round += 1) expect(await sharesSessions(url)).toBe(false);
  });
});

describe("A process behind PgBouncer", () => {
  test.each(["api", "worker", "relay"])(
    "in transaction mode refuses to start as %s, with the reason in one sentence",
    async (name) => {
      const url = await through("transaction");
      const { status, stdout } = spawnSync(
        process.execPath,
        [fileURLToPath(new URL(`../../workers/${name}.ts`, import.meta.url))],
        { encoding: "utf8", env: processEnvironment({ ...database, appUrl: url }, NOWHERE) },
      );
      expect(status).toBe(1);
      const { password } = new URL(url);
      expect(stdout).not.toContain(password);
      expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({
        level: 60,
        name,
        msg: expect.stringMatching(
          /^DATABASE_URL: leads through a pooler .* pool_mode to session$/,
        ),
      });
    },
    60_000,
  );

  test("in session mode starts", async () => {
    const url = await through("session");
    const relay = await startProcess(
      "relay",
      processEnvironment({ ...database, appUrl: url }, NOWHERE),
    );
    await relay.stop();
  });
});

test("Behind PgBouncer in session mode an API stores uploads, and one file has one writer", async () => {
  const appUrl = await through("session");
  const api = await startApi({ issuer: issuer.issuer, database: { ...database, appUrl } });
  const phone = await buildPhone(api, issuer);
  const files = Array.from({ length: 20 }, () => photo(40_000));
  const stored = await Promise.all(files.map((bytes) => uploaded(api, phone, bytes)));
  expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(["READY"]));
  const { mediaId } = stored[0] ?? { mediaId: "" };
  expect(await contentOf(api, phone, mediaId)).toMatchObject({ status: 200, bytes: files[0] });
  const { uploadId } = await begun(api, phone, photo());
  const locks = openUploadLocks({ url: appUrl, waitMs: 100 });
  const other = openUploadLocks({ url: database.appUrl, waitMs: 100 });
  const { signal } = new AbortController();
  await locks.newLock(uploadId).lock(signal, () => {});
  await expect(other.newLock(uploadId).lock(signal, () => {})).rejects.toThrow(
    stateConflict("UPLOAD_BUSY", { retryAfterSeconds: 5 }).message,
  );
  await locks.close();
  const bytes = photo().subarray(0, 100);
  expect((await patch(api, phone, { uploadId, offset: 0, bytes })).status).toBe(204);
  await other.close();
  await api.close();
});
