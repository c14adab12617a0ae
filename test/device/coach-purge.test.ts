import { expect, test } from "@jest/globals";
import { checkLaw } from "../../device/lanes/verdicts/check-law.ts";
import { PURGE_TRIGGERS, type PurgeTrigger } from "../../contract/sync/purge-vocabulary.ts";
import type { HttpOutcome, HttpRequest } from "../../device/ports/http.ts";
import {
  makeCoachWorld,
  relationshipId,
  taskOf,
  TOKENS,
  WORKSPACE_ID,
} from "../factories/device/coach-world.ts";
import { firstScope, makeDeviceWorld, tap } from "../factories/device/device-world.ts";

/** The treatment of the queue by each trigger (docs/rooms/sync.md#purge-orders). */
const QUEUE_OF: Readonly<Record<PurgeTrigger, "DELETE" | "KEEP">> = {
  LOGOUT: "DELETE",
  ACCOUNT_SWITCH: "DELETE",
  RELATIONSHIP_END: "DELETE",
  PERMISSION_REVOCATION: "KEEP",
  WORKSPACE_SUSPENSION: "KEEP",
  ACCOUNT_DELETION: "DELETE",
  DEVICE_RESET: "DELETE",
  DEVICE_REVOCATION: "KEEP",
};

const EXTENTS = {
  ALL: { kind: "ALL", workspaceId: null, relationshipId: null },
  WORKSPACE: { kind: "WORKSPACE", workspaceId: WORKSPACE_ID, relationshipId: null },
  RELATIONSHIP: {
    kind: "RELATIONSHIP",
    workspaceId: WORKSPACE_ID,
    relationshipId: relationshipId(1),
  },
} as const;

const EXTENT_OF: Readonly<Partial<Record<PurgeTrigger, keyof typeof EXTENTS>>> = {
  RELATIONSHIP_END: "RELATIONSHIP",
  WORKSPACE_SUSPENSION: "WORKSPACE",
  PERMISSION_REVOCATION: "WORKSPACE",
};

/** A word that the coach typed or read; sealed rows never show it. */
const WORD = "zwieback";

/** A coach with an inbox, a day, a draft and a waiting act about each of three clients. */
async function busyCoach() {
  const world = makeCoachWorld(3);
  world.clients = world.clients.map((client) => ({ ...client, name: WORD }));
  world.tasks = [1, 2, 3].map((nth) =>
    taskOf(`row-${nth}`, nth, { sentence: { en: WORD, de: WORD } }),
  );
  const device = await world.signedIn();
  await device.sync();
  const inbox = await device.part("inbox");
  world.isOnline = false;
  for (const nth of [1, 2, 3]) {
    const taskId = `row-${nth}`;
    await inbox.saveDraft({ taskId, act: "RESOLVE", fields: { note: WORD } });
    await inbox.act({
      act: "DISMISS",
      taskId,
      dismissReason: "HANDLED_OUTSIDE_APP",
      note: WORD,
      callId: `act-${nth}`,
    });
  }
  return { world, device, inbox };
}

test.each(PURGE_TRIGGERS.map((trigger) => [trigger, QUEUE_OF[trigger]] as const))(
  "An order of trigger %s with queue %s deletes the reached clients' cache and hides or deletes what was typed",
  async (trigger, queue) => {
    const { world, device, inbox } = await busyCoach();
    const extent = EXTENT_OF[trigger] ?? "ALL";
    const reached = extent === "RELATIONSHIP" ? [1] : [1, 2, 3];
    world.api.purgeOrders = [world.order({ trigger, queue, scope: EXTENTS[extent] })];
    world.isOnline = true;
    world.intercept = onlySigningIn;
    await device.signIn(TOKENS);

    const left = [1, 2, 3].filter((nth) => !reached.includes(nth)).map(relationshipId);
    const scopesOf = async (table: string) => {
      const rows = await world.rows(`select distinct scope_id as id from ${table} order by 1`);
      return rows.map(({ id }) => id);
    };
    expect(await scopesOf("snapshot")).toEqual(left);
    const kept = queue === "DELETE" ? left : [1, 2, 3].map(relationshipId);
    expect(await scopesOf("sync_operation")).toEqual(kept);
    expect(await scopesOf("draft")).toEqual(kept);
    expect((await device.scopes()).map(({ scopeId }) => scopeId)).toEqual(left);
    const view = await inbox.list();
    expect(view?.rows.map(({ taskId }) => taskId) ?? null).toEqual(
      extent === "RELATIONSHIP" ? ["row-2", "row-3"] : null,
    );
    expect(await inbox.draft({ taskId: "row-1" })).toBeNull();
    for (const scopeId of kept) expect(await checkLaw(world.disk.open(), scopeId)).toBeNull();
  },
);

test("No row of the coach's database shows a word that was read or typed", async () => {
  const { world } = await busyCoach();
  const tables = await world.rows("select name from sqlite_schema where type = 'table'");
  for (const { name } of tables) {
    const rows = await world.rows(`select * from ${String(name)}`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      const text = value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value;
      expect(String(text)).not.toContain(WORD);
    }
  }
});

test("A sealed queue of a coach is sent once the coach registers again, with the draft in place", async () => {
  const { world, device, inbox } = await busyCoach();
  const sealing = world.order({ trigger: "DEVICE_REVOCATION", queue: "KEEP" });
  world.api.purgeOrders = [sealing];
  world.isOnline = true;
  world.intercept = onlySigningIn;
  await device.signIn(TOKENS);
  const hidden = [
    await device.scopes(),
    await inbox.list(),
    await inbox.draft({ taskId: "row-1" }),
  ];
  world.intercept = () => null;
  world.api.purgeOrders = [{ ...sealing, handedOverTo: world.api.devices.at(-1) }];
  await device.signIn(TOKENS);
  await device.sync();

  expect(hidden).toEqual([[], null, null]);
  expect(world.api.effects.toSorted()).toEqual(["act-1", "act-2", "act-3"]);
  expect(await inbox.draft({ taskId: "row-1" })).toMatchObject({ fields: { note: WORD } });
});

test("Two apps of one person on one phone share nothing: neither database, nor installation, nor sign-out", async () => {
  const coach = await busyCoach();
  const client = makeDeviceWorld();
  const clientApp = await client.open();
  await clientApp.signIn(client.tokens());
  client.isOnline = false;
  await (await firstScope(clientApp)).enqueue(tap("of-the-client"));
  const installations = "select installation_id as id from device_metadata";
  const [ofCoach] = await coach.world.rows(installations);
  const [ofClient] = await client.rows(installations);
  coach.world.isOnline = true;
  coach.world.orders = [coach.world.order()];
  const signedOut = await coach.device.signOut(3);

  expect(ofCoach?.["id"]).not.toBe(ofClient?.["id"]);
  expect(signedOut).toEqual({ kind: "SIGNED_OUT" });
  expect(await coach.world.rows("select 1 from cache_scope")).toEqual([]);
  expect(await (await firstScope(clientApp)).operations()).toMatchObject([
    { clientOperationId: "of-the-client", status: "QUEUED" },
  ]);
  await expect(coach.world.open("CLIENT_MOBILE")).rejects.toMatchObject({ kind: "REFUSED" });
});

/** The coach signs in, and nothing else is sent or read. */
function onlySigningIn({ path }: HttpRequest): HttpOutcome | null {
  return path.endsWith("/sync") || path.includes("/coach-tasks")
    ? { kind: "SILENCE", reason: "UNREACHABLE" }
    : null;
}
