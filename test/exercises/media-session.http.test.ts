import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { reconcileUsage } from "../../activities/exercises/media/reconcile-usage.ts";
import { mediaSessionSchema } from "../../contract/exercises/media-schema.ts";
import { providerUsageSchema } from "../../contract/exercises/usage-schema.ts";
import { openDatabase } from "../../db/open-database.ts";
import { buildMediaRoom, type MediaRoom } from "../factories/exercises/media-room.ts";
import { CLIP_HOST } from "../factories/exercises/metered-provider.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { buildSignedInPair, type SignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { startTestIssuer, type TestIssuer } from "../harness/test-issuer.ts";

const testDatabase = await useOwnDatabase();
const database = openDatabase({
  url: testDatabase.appUrl,
  poolSize: 2,
  applicationName: "media session routes",
});
const { em } = database;
const lines: string[] = [];
let issuer: TestIssuer;
let api: TestApi;
let room: MediaRoom;
let [pair, other]: SignedInPair[] = [];

beforeAll(async () => {
  issuer = await startTestIssuer();
  room = await buildMediaRoom(em, { limits: { exercises: 5, minutes: null }, count: 8 });
  api = await startApi({
    database: testDatabase,
    issuer: issuer.issuer,
    exerciseProviders: [room.given],
    onLog: (line) => lines.push(JSON.stringify(line)),
  });
  [pair, other] = [await buildSignedInPair(em, issuer), await buildSignedInPair(em, issuer)];
  await prescribe(pair, place(0), "exercise");
  await prescribe(pair, place(1), "alternative");
});
afterAll(async () => {
  await api.close();
  await issuer.close();
  await database.close();
});

const place = (index: number) => room.exerciseIds[index] ?? raise();

const asClient = () => ({ token: pair?.clientToken ?? raise() });
const asCoach = () => ({ token: pair?.coachToken ?? raise(), surface: "COACH_MOBILE" });

describe("A video session", () => {
  test("opens for a client of the exercise and for a coach, and its answer is never cached", async () => {
    const answer = await ask(place(0), asClient());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    const session = mediaSessionSchema.parse(answer.data);
    expect(session).toMatchObject({ status: "MEDIA_READY", message: null });
    expect(session.media?.videoUrl).toContain(`https://${CLIP_HOST}/`);
    // The same key again is another session, since nothing was stored under it.
    const again = mediaSessionSchema.parse((await ask(place(0), asClient())).data);
    expect(again.accessId).not.toBe(session.accessId);
    expect((await ask(place(1), asClient())).status).toBe(200);
    const ofCoach = mediaSessionSchema.parse((await ask(place(2), asCoach())).data);
    expect(ofCoach.status).toBe("MEDIA_READY");
  });

  test("is refetched once, by the person who opened it", async () => {
    const first = mediaSessionSchema.parse((await ask(place(0), asClient())).data);
    const refetchOf = first.accessId ?? raise();
    const byCoach = await ask(place(0), { ...asCoach(), refetchOf });
    expect(refusalOf(byCoach)).toBe("404 NOT_FOUND");
    expect((await ask(place(0), { ...asClient(), refetchOf })).status).toBe(200);
    const twice = await ask(place(0), { ...asClient(), refetchOf });
    expect(refusalOf(twice)).toBe("409 MEDIA_REFETCH_SPENT");
    expect(twice.body["detail"]).toContain("renewed");
  });

  test("is refused for a foreign exercise, a foreign workspace and another app", async () => {
    expect(refusalOf(await ask(place(3), asClient()))).toBe("404 NOT_FOUND");
    expect(refusalOf(await ask(randomUUID(), asCoach()))).toBe("404 NOT_FOUND");
    const foreign = { ...asClient(), workspaceId: other?.workspaceId ?? raise() };
    expect(refusalOf(await ask(place(0), foreign))).toBe("404 NOT_FOUND");
    const strange = { ...asCoach(), workspaceId: other?.workspaceId ?? raise() };
    expect(refusalOf(await ask(place(0), strange))).toBe("404 NOT_FOUND");
    const wrongApp = await ask(place(0), { ...asCoach(), surface: "WEB" });
    expect(refusalOf(wrongApp)).toBe("403 APP_ROLE_MISMATCH");
    const malformed = await ask("squat", asCoach());
    expect(refusalOf(malformed)).toBe("400 VALIDATION_FAILED");
    const path = `/api/v1/workspaces/${pair?.workspaceId}/exercise-library/exercises/${place(0)}/media-session`;
    const nobody = await api.call("POST", path, { body: { surface: "WEB" } });
    expect(refusalOf(nobody)).toBe("401 UNAUTHENTICATED");
  });

  test("for the last place opens for one of two callers; the other gets a sentence", async () => {
    const answers = await Promise.all([3, 4].map((index) => ask(place(index), asCoach())));
    const sessions = answers.map(({ data }) => mediaSessionSchema.parse(data));
    const refused = sessions.filter(({ status }) => status === "MEDIA_LIMIT_REACHED");
    expect(refused).toMatchObject([
      {
        media: null,
        accessId: null,
        origin: "LOCAL_ALLOWANCE",
        retryAt: expect.any(String),
        message: expect.stringContaining("media plan"),
      },
    ]);
    expect(sessions.filter(({ status }) => status === "MEDIA_READY")).toHaveLength(1);
  });
});

test("An administrator sees the usage, the account's report, and when a place expires", async () => {
  await reconcileUsage(room.desk(em));
  const path = "/api/v1/admin/exercise-library/provider-usage";
  expect(refusalOf(await api.call("GET", path, asCoach()))).toBe("403 FORBIDDEN");
  const answer = await api.call("GET", path, { token: await staffToken(issuer, "admin") });
  const { items } = providerUsageSchema.parse(answer.data);
  expect(items).toMatchObject([
    {
      providerKey: room.providerKey,
      uniques: { used: 4, reserved: 0, drift: 0, planLimit: 5, ownLimit: 4 },
      snapshot: { uniquesUsed: 4 },
      driftPercent: 0,
      closedBy: null,
      awaitsUsage: false,
      warnedAt: expect.any(String),
    },
  ]);
  expect(items[0]?.uniques.nextFreeAt).toEqual(expect.any(String));
});

/** Returns all rows of every table as text, by table. */
async function everything(): Promise<ReadonlyMap<string, string>> {
  const client = new Client({ connectionString: testDatabase.superuserUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
    );
    const found = new Map<string, string>();
    for (const { name } of tables.rows) {
      const rows = await client.query<{ text: string | null }>(
        `select string_agg(t::text, E'\\n') as text from ${name} t`,
      );
      found.set(name, rows.rows[0]?.text ?? "");
    }
    return found;
  } finally {
    await client.end();
  }
}

test("After all these calls and failures no signed address is in any table, log line or metric", async () => {
  for (const behaviour of ["THROWS", "FOREIGN_HOST", "ANSWERS_TORN", "CAPS_MINUTES"] as const) {
    room.provider.behaviour = behaviour;
    await ask(place(0), asClient());
  }
  const found = await everything();
  expect(found.get("media_access")).toContain(place(0));
  const reveals = (text: string) => /token=|clips\.example\/|s3cr3t/.test(text);
  expect([...found].filter(([, rows]) => reveals(rows)).map(([name]) => name)).toEqual([]);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter(reveals)).toEqual([]);
  expect(reveals(await api.deps.metrics.metrics())).toBe(false);
});

function raise(): never {
  throw new Error("not there");
}

/** A workout of a client that contains an exercise, itself or as an alternative. */
async function prescribe(
  { workspaceId, relationshipId }: SignedInPair,
  exerciseId: string,
  as: "exercise" | "alternative",
): Promise<void> {
  const exercise = JSON.stringify({ exercises: [{ exerciseId }] });
  const alternative = JSON.stringify({ alternatives: [{ exerciseId }] });
  const [content, alternativeContent] = as === "exercise" ? [exercise, "{}"] : ["{}", alternative];
  await em
    .fork()
    .execute("insert into workout_snapshot values (?, ?, ?::jsonb, clock_now())", [
      workspaceId,
      exerciseId,
      content,
    ]);
  await em.fork().execute(
    `insert into workout_package (id, workspace_id, relationship_id, task_id, local_date, timezone,
       assignment_id, program_day, source_revision, snapshot_checksum, package_checksum, content, expires_at, created_at)
     values (gen_random_uuid(), ?, ?, gen_random_uuid(), clock_now()::date, 'UTC', gen_random_uuid(), 0, 1, ?, 'x',
       ?::jsonb, clock_now(), clock_now())`,
    [workspaceId, relationshipId, exerciseId, alternativeContent],
  );
}

interface Asking {
  readonly token: string;
  readonly workspaceId?: string;
  readonly surface?: string;
  readonly refetchOf?: string;
}

function ask(exerciseId: string, { token, workspaceId, ...asking }: Asking) {
  const { surface = "CLIENT_MOBILE", refetchOf } = asking;
  const workspace = workspaceId ?? pair?.workspaceId ?? raise();
  const path = `/api/v1/workspaces/${workspace}/exercise-library/exercises/${exerciseId}/media-session`;
  const body = { surface, ...(refetchOf !== undefined && { refetchOf }) };
  return api.call("POST", path, { token, body, headers: { "Idempotency-Key": "once" } });
}
