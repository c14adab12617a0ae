import { expect, test } from "@jest/globals";
import { VERDICT_CODES, type VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { Centre, EntryAct } from "../../../device/centre/types.ts";
import { entryView } from "../../../device/centre/views/entry-view.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { allowedResolutions } from "../../../rules/sync/operation-result.ts";
import { firstScope, makeDeviceWorld, tap } from "../../factories/device/device-world.ts";

const isCode = (code: string): code is VerdictCode => code in VERDICT_CODES;
const CODES = Object.keys(VERDICT_CODES).filter(isCode);

/** Whether a verdict ends the operation. Other codes leave it waiting for its next try. */
const isFinal = (code: VerdictCode) => !allowedResolutions(code).includes("RETRY");

/** A phone whose entry the server refused with this code, read again since. */
async function refusedWith(code: VerdictCode) {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  world.api.judge = ({ clientOperationId }) => (clientOperationId === "entry" ? code : "ACCEPTED");
  await scope.enqueue(tap("entry"));
  await device.sync();
  const centre = await scope.part("centre");
  await centre.refetch();
  const entry = async () => (await centre.entries()).entries[0];
  return { world, device, scope, centre, entry };
}

/** Carries out an act as a screen does. */
async function perform(centre: Centre, act: EntryAct): Promise<unknown> {
  const call = { clientOperationId: "entry" };
  switch (act) {
    case "RESUBMIT":
      return (await centre.resubmit({ ...call, callId: "again" })).kind;
    case "CORRECT":
      return (await centre.resubmit({ ...call, callId: "again", payload: { taskId: "t" } })).kind;
    case "REFETCH":
      return await centre.refetch();
    case "DISCARD":
      return (await centre.discard({ ...call, mayHaveArrived: true })).kind;
    case "UNDO_DISCARD":
      return await centre.undo(call);
    case "OPEN_WORKOUT":
      return "OPENED";
  }
}

const SUCCESS: Readonly<Record<EntryAct, string>> = {
  RESUBMIT: "QUEUED",
  CORRECT: "QUEUED",
  REFETCH: "READ",
  DISCARD: "DISCARDED",
  UNDO_DISCARD: "RESTORED",
  OPEN_WORKOUT: "OPENED",
};

const RESOLUTION_OF: Readonly<Record<EntryAct, string>> = {
  RESUBMIT: "RESUBMIT",
  CORRECT: "RESUBMIT",
  REFETCH: "REFRESH",
  DISCARD: "DISCARD",
  UNDO_DISCARD: "DISCARD",
  OPEN_WORKOUT: "RESUBMIT",
};

test.each(CODES.filter(isFinal))(
  "Every choice that the server gives with %s is offered, each one works, and no entry is lost or counted twice",
  async (code) => {
    const { entry } = await refusedWith(code);
    const acts = (await entry())?.acts ?? [];
    const offered = new Set(acts.map((act) => RESOLUTION_OF[act]));
    expect(offered).toEqual(new Set(allowedResolutions(code)));

    for (const act of acts) {
      const { world, device, scope, centre } = await refusedWith(code);
      expect([act, await perform(centre, act)]).toEqual([act, SUCCESS[act]]);
      if (act === "DISCARD") expect(await perform(centre, "UNDO_DISCARD")).toBe("RESTORED");
      await device.sync();
      const isResent = act === "RESUBMIT" || act === "CORRECT";
      expect(world.api.effects).toEqual(isResent ? ["again"] : []);
      expect((await device.state()).needsAttention).toBe(isResent ? 0 : 1);
      expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
    }
  },
);

test.each(CODES.filter((code) => !isFinal(code)))(
  "An entry with the provisional answer %s keeps waiting, says why, and can be discarded",
  async (code) => {
    const { world, scope, centre, entry } = await refusedWith(code);
    const waiting = await entry();
    expect(waiting).toMatchObject({ group: "WAITING", acts: ["DISCARD"], said: { code } });
    if (waiting !== undefined)
      expect(entryView("de", waiting, { now: world.clock.now() }).why).toMatch(/\w/);

    expect(await perform(centre, "DISCARD")).toBe("DISCARDED");
    expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
  },
);
