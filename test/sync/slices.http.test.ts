import { beforeEach, describe, expect, test } from "@jest/globals";
import { todaySchema } from "../../contract/agenda/today-schema.ts";
import { sliceDigest } from "../../contract/sync/slice-digest.ts";
import { sha256 } from "../../rules/sha256.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { oneOfEach } from "../factories/sync/phone-operations.ts";
import { queued } from "../factories/sync/sync.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { isStatement } from "../factories/db/explain.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const WRONG = `sha-256:${"0".repeat(64)}`;
const today = () => `agenda/${phone.agenda.localDate}`;
const names = (slices: readonly { readonly slice: string }[]) => slices.map(({ slice }) => slice);

const complete = () => queued("quick-log.complete-task", { taskId: phone.agenda.habit.id });

describe("the slices of a scope", () => {
  test("are in every full read: the scope's own, and each day that is today or yesterday in some zone", async () => {
    const { slices } = await snapshot(api, phone);
    expect(names(slices).slice(-5)).toEqual([
      "assignment",
      "form-assignments",
      "receipts",
      "scope",
      "workout-packages",
    ]);
    expect(names(slices)).toHaveLength(9);
    const yesterday = new Date(Date.parse(phone.agenda.localDate) - 86_400_000);
    expect(names(slices)).toEqual(
      expect.arrayContaining([today(), `agenda/${yesterday.toISOString().slice(0, 10)}`]),
    );
  });

  test("are not in a delta, unless requested by name", async () => {
    const { serverCursor: since } = await snapshot(api, phone);
    expect((await snapshot(api, phone, { since })).slices).toEqual([]);
    const { slices } = await snapshot(api, phone, { since, digests: `scope,${today()}` });
    expect(names(slices)).toEqual([today(), "scope"]);
  });

  test("have the digests that a device can compute from the answer", async () => {
    await sync(api, phone, oneOfEach(phone));
    const { receipts, scopeState, slices } = await snapshot(api, phone);
    const answer = await api.call("GET", "/api/v1/client/today", phone);
    const day = todaySchema.parse(answer.data);
    const ofReceipts = receipts.flatMap(({ receiptId, hash }) =>
      receiptId === null ? [] : [{ id: receiptId, revision: hash }],
    );
    const tasks = (day.tasks ?? []).map(({ taskId: id, revision }) => ({ id, revision }));
    const digests = new Map(slices.map(({ slice, digest }) => [slice, digest]));
    expect(digests.get("receipts")).toBe(await sliceDigest(ofReceipts, sha256));
    expect(digests.get("scope")).toBe(
      await sliceDigest([{ id: phone.relationshipId, revision: scopeState }], sha256),
    );
    expect(digests.get(today())).toBe(await sliceDigest(tasks, sha256));
    expect(digests.get(today())).toBe(day.agendaChecksum);
  });
});

describe("a device that sends its own digests", () => {
  test("gets nothing while its cache is intact", async () => {
    await sync(api, phone, oneOfEach(phone));
    const { slices, serverCursor: since } = await snapshot(api, phone);
    const digests = asQuery(slices);
    expect((await snapshot(api, phone, { digests })).slices).toEqual([]);
    expect((await snapshot(api, phone, { since, digests })).slices).toEqual([]);
  });

  test("learns of a corrupted slice in one round trip, and of nothing else", async () => {
    const { slices } = await snapshot(api, phone);
    for (const bad of slices) {
      const digests = asQuery(
        slices.map((kept) => (kept === bad ? { ...kept, digest: WRONG } : kept)),
      );
      expect((await snapshot(api, phone, { digests })).slices).toEqual([bad]);
    }
  });

  test("learns of changes made meanwhile, by anybody", async () => {
    const { slices } = await snapshot(api, phone);
    const other = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    await sync(api, other, [complete()]);
    await buildFormAssignment(api.deps.database.em, phone.pair);
    const digests = asQuery(slices);
    expect(names((await snapshot(api, phone, { digests })).slices)).toEqual([
      today(),
      "form-assignments",
    ]);
    await sync(api, phone, [complete()]);
    expect(names((await snapshot(api, phone, { digests })).slices)).toContain("receipts");
  });

  test("may ask about any day it stores", async () => {
    const digests = `agenda/2020-02-29=${await sliceDigest([], sha256)},agenda/2020-03-01=${WRONG}`;
    expect(names((await snapshot(api, phone, { digests })).slices)).toEqual(["agenda/2020-03-01"]);
  });
});

describe("the path of a slice that differs", () => {
  const pathsOf = async (who: Phone) => {
    const { slices } = await snapshot(api, who);
    return slices.map(({ path }) => path);
  };

  test("exists for the client", async () => {
    for (const path of await pathsOf(phone))
      expect((await api.call("GET", path, phone)).status).toBe(200);
  });

  test("exists for the coach, as does that of each change", async () => {
    const token = phone.pair.coachToken;
    const deviceId = await registeredDevice(api, token, { appSurface: "COACH_MOBILE" });
    const coach = { ...phone, token, deviceId };
    const { serverCursor: since } = await snapshot(api, coach);
    await sync(api, phone, [complete()]);
    await buildFormAssignment(api.deps.database.em, phone.pair);
    const { changes } = await snapshot(api, coach, { since });
    expect(changes).toHaveLength(2);
    for (const path of [...changes.map((change) => change.path), ...(await pathsOf(coach))])
      expect({ path, status: (await api.call("GET", path, coach)).status }).toEqual({
        path,
        status: 200,
      });
  });
});

test("the number of statements of a read does not grow with its content", async () => {
  const { serverCursor: since } = await snapshot(api, phone);
  const count = async (query: Record<string, string>) => {
    const { sent } = await recordStatements(() => ask(api, phone, query));
    return sent.filter(isStatement).length;
  };
  await sync(api, phone, [complete()]);
  const few = [await count({}), await count({ since }), await count({ since, digests: "scope" })];
  await sync(api, phone, oneOfEach(phone).slice(1));
  for (let index = 0; index < 3; index += 1)
    await buildFormAssignment(api.deps.database.em, phone.pair);
  const many = [
    await count({}),
    await count({ since }),
    await count({ since, digests: `scope,receipts,form-assignments,${today()}` }),
  ];
  expect(many).toEqual(few);
  const [full = 0, delta = 0] = few;
  expect(delta).toBe(full + 1);
});

test("a bad device is refused before its digests are read", async () => {
  const revoked = { ...phone, deviceId: await registeredDevice(api, phone.token) };
  await api.call("POST", `/api/v1/client/devices/${revoked.deviceId}/revoke`, phone);
  expect(refusalOf(await ask(api, revoked, { digests: "scope" }))).toMatchObject({ status: 403 });
});

function asQuery(slices: readonly { readonly slice: string; readonly digest: string }[]) {
  return slices.map(({ slice, digest }) => `${slice}=${digest}`).join(",");
}
