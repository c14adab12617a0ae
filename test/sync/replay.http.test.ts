import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { z } from "zod";
import type { Operation } from "../../contract/sync/schema.ts";
import { oneOfEach } from "../factories/sync/phone-operations.ts";
import { buildPhone, type Phone, registeredDevice, send } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const known = (text: string) => text.replace('"status":"ACCEPTED"', '"status":"ALREADY_ACCEPTED"');

test("a replay is the first answer byte for byte, whatever happened in between", async () => {
  const phone = await buildPhone(api, issuer);
  const installationId = randomUUID();
  const register = (by: TestApi) => registeredDevice(by, phone.token, { installationId });
  const operations = finalOnes(phone);
  const sent = { ...phone, deviceId: await register(api) };
  const first = resultTexts((await send(api, sent, operations)).text);
  expect(first).toHaveLength(operations.length);
  expect(
    first.map((text) => z.object({ status: z.string() }).parse(JSON.parse(text)).status),
  ).toEqual(["ACCEPTED", "ACCEPTED", "ACCEPTED", "CONFLICT", "REJECTED", "REJECTED", "REJECTED"]);
  const expected = first.map(known);
  // The same process, another one, a device registered again, one by one, and in another language.
  expect(resultTexts((await send(api, sent, operations)).text)).toEqual(expected);
  const next = await startApi({ issuer: issuer.issuer, database: api.database });
  try {
    expect(resultTexts((await send(next, sent, operations)).text)).toEqual(expected);
    const again = { ...phone, deviceId: await register(next) };
    expect(resultTexts((await send(next, again, operations)).text)).toEqual(expected);
    const backwards = operations.toReversed();
    expect(resultTexts((await send(next, again, backwards)).text)).toEqual(expected.toReversed());
    for (const [index, operation] of operations.entries()) {
      const english = { ...operation, metadata: { locale: "en" }, localSequence: 99 };
      const alone = (await send(next, again, [english])).text;
      expect(resultTexts(alone)).toEqual([expected[index]]);
    }
  } finally {
    await next.close();
  }
});

test("an operation done online is replayed by sync with the same bytes, and the other way round", async () => {
  const phone = await buildPhone(api, issuer);
  const { habit, supplement } = phone.agenda;
  const online = async (taskId: string, clientOperationId: string) => {
    const body = {
      deviceId: phone.deviceId,
      clientOperationId,
      actionKind: "COMPLETE_TASK",
      scope: "TASK",
      payload: {},
      expectedTaskRevision: 1,
      clientRecordedAt: "2026-01-05T08:00:00.000Z",
    };
    const path = `/api/v1/client/quick-log/tasks/${taskId}/actions`;
    return (await api.call("POST", path, { token: phone.token, body })).text;
  };
  const one = queued("quick-log.complete-task", { taskId: habit.id });
  const action = await online(habit.id, one.clientOperationId);
  const [replayed = ""] = resultTexts((await send(api, phone, [one])).text);
  expect(replayed).toContain('"status":"ALREADY_ACCEPTED"');
  // The route appends more fields to the same receipt.
  expect(known(action)).toContain(`"receipt":${replayed.slice(0, -1)},`);
  const other = queued("quick-log.complete-task", { taskId: supplement.id });
  const [first = ""] = resultTexts((await send(api, phone, [other])).text);
  expect(await online(supplement.id, other.clientOperationId)).toContain(
    `"receipt":${known(first).slice(0, -1)},`,
  );
});

/** An operation for each final verdict, refusals in German. */
function finalOnes(phone: Phone): Operation[] {
  const { meal } = phone.agenda;
  const german = { metadata: { locale: "de-CH" } };
  const skip = (note: string) => ({ taskId: meal.id, reason: "OTHER", note });
  return [
    ...oneOfEach(phone).slice(0, -1),
    queued("quick-log.skip", skip("Bearer abcdefghijklmnopqrstuvwxyz"), german),
    queued("quick-log.skip", { taskId: meal.id }, german),
  ];
}

/** The bytes of each result, by operation id. */
function resultTexts(text: string): readonly string[] {
  const results = /"results":\[(.*)\],"serverCursor"/.exec(text)?.[1] ?? "";
  return results.split(/(?<=\}),(?=\{"clientOperationId")/);
}
