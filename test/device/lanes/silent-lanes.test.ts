import { expect, test } from "@jest/globals";
import type { HttpRequest } from "../../../device/ports/http.ts";
import type { Row } from "../../../device/ports/sql.ts";
import { buildDeviceStage } from "../../factories/device/device-stage.ts";
import { makeFakeApi } from "../../factories/device/fake-api.ts";
import { eventually } from "../../factories/eventually.ts";

const HOUR = 3_600_000;

test("Lanes whose answers never arrive leave one of the four turns to the others, however many they are", async () => {
  const { stage, silent, other, hanging } = await stageWithSilentLanes(7);
  // The first tries end by silence, and each later request hangs.
  stage.network.failBy(({ method, path }) =>
    method === "POST" && silent.some((id) => path.includes(id)) ? "DROPPED" : null,
  );
  await stage.settle();
  stage.network.failBy(() => null);
  stage.clock.advance(HOUR);
  await eventually(async () => hanging.size, isThree);

  for (let sent = 1; sent <= 5; sent += 1) {
    const id = await stage.queue(other);
    stage.lanes.wake(other);
    await eventually(async () => await stage.operation(id), isAccepted);
  }

  expect(hanging.size).toBe(3);
  stage.lanes.stop();
});

test("Each lane whose answers never arrive is tried again, and sends everything once it is answered", async () => {
  const { stage, silent, hanging } = await stageWithSilentLanes(7);
  const tried = new Set<string>();
  stage.network.failBy(({ method, path }) => {
    const id = method === "POST" ? silent.find((one) => path.includes(one)) : undefined;
    if (id === undefined) return null;
    const isFirst = !tried.has(id);
    tried.add(id);
    return isFirst ? "DROPPED" : null;
  });
  await stage.settle();
  hanging.isOver = true;
  await stage.drain();

  expect(tried.size).toBe(7);
  const rows = await stage.rows("select status from sync_operation");
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["ACCEPTED"]));
});

test("Up to three lanes whose answers never arrive delay nothing, also at their first try", async () => {
  const { stage, other, hanging } = await stageWithSilentLanes(3);
  stage.lanes.wake();
  await eventually(async () => hanging.size, isThree);
  const id = await stage.queue(other);
  stage.lanes.wake(other);

  await eventually(async () => await stage.operation(id), isAccepted);
  stage.lanes.stop();
});

test("Four lanes that fall silent at their first try leave a turn to another lane after two seconds, and go on", async () => {
  const { stage, silent, other, hanging } = await stageWithSilentLanes(4);
  stage.lanes.wake();
  await eventually(
    async () => hanging.size,
    (count) => count === 4,
  );
  const id = await stage.queue(other);
  stage.lanes.wake(other);
  stage.clock.advance(2_000);

  await eventually(async () => await stage.operation(id), isAccepted);
  const sent = stage.network.requests.filter(({ path }) =>
    silent.some((one) => path.includes(one)),
  );
  expect(sent).toHaveLength(4);
  stage.lanes.stop();
});

const isThree = (count: number) => count === 3;
const isAccepted = ({ status }: Row) => status === "ACCEPTED";

/** A phone with some scopes whose requests hang from a moment on, each with an operation, and another scope. */
async function stageWithSilentLanes(count: number) {
  const api = makeFakeApi();
  const hanging = Object.assign(new Set<string>(), { isOver: false });
  const silent: string[] = [];
  const answer = async (request: HttpRequest) => {
    const id = silent.find((one) => request.path.includes(one));
    if (id === undefined || hanging.isOver) return await api.answer(request);
    hanging.add(id);
    return await new Promise<never>(() => undefined);
  };
  const stage = await buildDeviceStage({ answer });
  await stage.session.register();
  for (let made = 0; made < count; made += 1) {
    const scopeId = await stage.addScope();
    silent.push(scopeId);
    await stage.queue(scopeId);
  }
  const other = await stage.addScope();
  return { stage, silent, other, hanging };
}
