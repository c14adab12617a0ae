import { eventually } from "../../factories/eventually.ts";
import { expect, test } from "@jest/globals";
import type { Core } from "../../../device/core.ts";
import { makeLanes } from "../../../device/lanes/run-lanes.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
import { applyResults } from "../../../device/lanes/verdicts/apply-results.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { readResults } from "../../../device/lanes/verdicts/read-results.ts";
import type { Sql, Statement } from "../../../device/ports/sql.ts";
import { makeSession } from "../../../device/session/make-session.ts";
import {
  buildDeviceStage,
  type DeviceStage,
  newTokens,
  NO_READS,
} from "../../factories/device/device-stage.ts";
import { problem, success } from "../../factories/device/fake-api.ts";

/** The stage's core with a hook that runs right before its first matching write. */
function racing(stage: DeviceStage, matches: RegExp, meanwhile: () => Promise<unknown>): Core {
  const { sql } = stage;
  let isDone = false;
  return withSql(stage, {
    ...sql,
    async write(statements) {
      if (!isDone && statements.some((statement) => matches.test(statement.sql))) {
        isDone = true;
        await meanwhile();
      }
      return await sql.write(statements);
    },
  });
}

function withSql({ core }: DeviceStage, sql: Sql): Core {
  return { ...core, ports: { ...core.ports, sql } };
}

const discard = (id: string, scopeId: string): Statement[] => [
  {
    sql: "update sync_operation set status = 'DISCARDED' where client_operation_id = ?",
    params: [id],
  },
  { sql: "update cache_scope set discarded = discarded + 1 where scope_id = ?", params: [scopeId] },
];

test("a verdict that arrives in the moment of a discard counts once, and the first of the two wins", async () => {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  const ids = [await stage.queue(scopeId), await stage.queue(scopeId)];
  const [first = ""] = ids;
  const scope = await loadScope(stage.sql, scopeId);
  if (scope === null) throw new Error("The scope is gone");
  const results = ids.map((clientOperationId) => ({
    clientOperationId,
    status: "ACCEPTED",
    receiptId: `receipt-of-${clientOperationId}`,
  }));
  const core = racing(stage, /sync_receipt/, () => stage.sql.write(discard(first, scopeId)));
  await applyResults(core, { scope, operationIds: ids }, readResults({ results }));
  expect(await stage.operation(first)).toMatchObject({ status: "DISCARDED" });
  expect(await stage.scope(scopeId)).toMatchObject({ accepted: 1, discarded: 1 });
  expect(await checkLaw(stage.sql, scopeId)).toBeNull();
});

test("an operation that is discarded while its batch is sent is never sent again after the batch fails", async () => {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  await stage.session.register();
  const ids = [await stage.queue(scopeId), await stage.queue(scopeId)];
  const [first = "", second] = ids;
  let isLost = true;
  const { answer } = stage.api;
  stage.api.answer = async (request) => {
    if (!isLost) return await answer(request);
    isLost = false;
    await stage.sql.write(discard(first, scopeId));
    return problem({ code: "UNAVAILABLE" });
  };
  await stage.settle();
  expect(await stage.operation(first)).toMatchObject({ status: "DISCARDED" });
  await stage.drain();
  expect(stage.api.effects).toEqual([second]);
});

test("an operation that is queued in the moment of a registration is handed over too", async () => {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  await stage.session.register();
  const former = await stage.session.deviceId();
  let late = "";
  const core = racing(stage, /update device_metadata/, async () => {
    late = await stage.queue(scopeId);
  });
  const session = makeSession(core);
  await session.signIn(newTokens());
  await session.register();
  const next = await session.deviceId();
  expect(await stage.operation(late)).toMatchObject({ device_ids: JSON.stringify([former, next]) });
});

test("a second lane that learns later of the same revocation registers nothing", async () => {
  const stage = await buildDeviceStage();
  await stage.session.register();
  const former = (await stage.session.deviceId()) ?? "";
  await stage.session.register(former);
  const next = await stage.session.deviceId();
  expect(await stage.session.register(former)).toMatchObject({
    kind: "REGISTERED",
    deviceId: next,
  });
  expect(stage.api.devices).toEqual([former, next]);
});

test("a call whose 401 arrives after another call renewed the token uses that one", async () => {
  let renewals = 0;
  let release: () => void = () => undefined;
  const first = newTokens();
  const stage = await buildDeviceStage({
    signIn: {
      renew: async () => {
        renewals += 1;
        return newTokens();
      },
    },
    answer: async ({ path, headers }) => {
      if (headers["authorization"] !== `Bearer ${first.accessToken}`) return success({});
      if (path === "/slow") {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      return problem({ code: "UNAUTHENTICATED" });
    },
  });
  await stage.session.signIn(first);
  const slow = stage.session.call({ method: "GET", path: "/slow" });
  expect(await stage.session.call({ method: "GET", path: "/fast" })).toMatchObject({
    kind: "ANSWER",
  });
  release();
  expect(await slow).toMatchObject({ kind: "ANSWER" });
  expect(renewals).toBe(1);
});

test("an operation that is queued while a lane finds nothing to send is sent right after", async () => {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  await stage.session.register();
  const { sql } = stage;
  let late: string | null = null;
  const core = withSql(stage, {
    ...sql,
    async read(statement) {
      const rows = await sql.read(statement);
      if (late === null && statement.sql.includes("order by local_sequence limit")) {
        late = await stage.queue(scopeId);
        lanes.wake(scopeId);
      }
      return rows;
    },
  });
  const lanes = makeLanes(core, stage.session, NO_READS);
  lanes.wake(scopeId);
  await lanes.idle();
  expect(stage.api.effects).toEqual([late]);
});

test("an answer that arrives after the lanes were stopped touches neither keys nor rows", async () => {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  await stage.session.register();
  const id = await stage.queue(scopeId);
  const { rows } = stage.core;
  const sealed: string[] = [];
  const core: Core = {
    ...stage.core,
    rows: {
      ...rows,
      async seal(keyName, label, content) {
        sealed.push(label);
        return await rows.seal(keyName, label, content);
      },
    },
  };
  const lanes = makeLanes(core, stage.session, NO_READS);
  const { answer } = stage.api;
  stage.api.answer = async (request) => {
    lanes.stop();
    return await answer(request);
  };
  lanes.wake(scopeId);
  await eventually(
    async () => stage.api.effects,
    (effects) => effects.length > 0,
  );
  await lanes.idle();
  expect(stage.api.effects).toEqual([id]);
  expect(sealed).toEqual([]);
  expect(await stage.operation(id)).toMatchObject({ status: "SYNCING" });
});
