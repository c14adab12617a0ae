import { expect, test } from "@jest/globals";
import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import type { Action } from "../../../device/outbox/types.ts";
import { firstScope, makeDeviceWorld } from "../../factories/device/device-world.ts";
import { dayWith, taskOf } from "../../factories/device/read-day.ts";

const { clientOperationIdLength, dependencies, setsPerPayload, payloadBytes } = BATCH_LIMITS;
const ids = (count: number) => Array.from({ length: count }, (_, at) => `parent-${at}`);
const sets = (count: number) => ({ sets: Array.from({ length: count }, () => ({})) });
/** A payload whose canonical form has so many bytes. */
const bytes = (count: number) => ({ note: "x".repeat(count - '{"note":""}'.length) });

const ACTION: Action = { clientOperationId: "action", operationType: "today.skip", payload: {} };

const REFUSED: readonly (readonly [what: string, change: Partial<Action>, code: string])[] = [
  [
    "an id that is too long",
    { clientOperationId: "i".repeat(clientOperationIdLength + 1) },
    "ID_INVALID",
  ],
  ["an id with a space", { clientOperationId: "an id" }, "ID_INVALID"],
  ["an empty id", { clientOperationId: "" }, "ID_INVALID"],
  ["itself as its parent", { dependsOn: ["action"] }, "ID_INVALID"],
  ["a replaced id with an umlaut", { resubmitOf: "für" }, "ID_INVALID"],
  [
    "more parents than a batch takes",
    { dependsOn: ids(dependencies + 1) },
    "TOO_MANY_DEPENDENCIES",
  ],
  ["a type that is no dotted name", { operationType: "Skip" }, "TYPE_INVALID"],
  ["a type that is too long", { operationType: `a.${"b".repeat(99)}` }, "TYPE_INVALID"],
  ["a negative revision", { expectedRevision: -1 }, "REVISION_INVALID"],
  ["half a revision", { expectedRevision: 1.5 }, "REVISION_INVALID"],
  ["more sets than a payload has", { payload: sets(setsPerPayload + 1) }, "TOO_MANY_SETS"],
  ["a larger payload", { payload: bytes(payloadBytes + 1) }, "TOO_LARGE"],
  ["a number that JSON lacks", { payload: { value: Number.NaN } }, "NOT_JSON"],
  ["half a character", { payload: { note: "\uD83D" } }, "NOT_JSON"],
];

test.each(REFUSED)(
  "An action with %s is refused, because a whole batch would fail with it, and changes nothing",
  async (_what, change, code) => {
    const { world, device, scope } = await signedIn();
    await expect(scope.enqueue({ ...ACTION, ...change })).rejects.toMatchObject({
      name: "ActionFault",
      code,
    });
    await scope.enqueue({ ...ACTION, clientOperationId: "other" });
    await device.sync();

    expect(world.api.effects).toEqual(["other"]);
    expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
  },
);

const TAKEN: readonly (readonly [what: string, change: Partial<Action>])[] = [
  ["the longest id", { clientOperationId: "i".repeat(clientOperationIdLength) }],
  ["the most sets", { payload: sets(setsPerPayload) }],
  ["the largest payload", { payload: bytes(payloadBytes) }],
  ["a payload that no rule accepts", { payload: { anything: [null, "für", 1e21] } }],
  ["a type that this version does not know", { operationType: "future.act" }],
  ["the highest revision", { expectedRevision: 2_147_483_647 }],
];

test.each(TAKEN)(
  "An action with %s is queued, and the server can read its batch",
  async (_what, change) => {
    const { world, device, scope } = await signedIn();
    const { clientOperationId } = await scope.enqueue({ ...ACTION, ...change });
    await device.sync();

    expect(world.api.effects).toEqual([clientOperationId]);
  },
);

async function signedIn() {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  return { world, device, scope: await firstScope(device) };
}

test("Items that are ticked all at once are predicted as CONFIRMATION_REQUIRED until the person has confirmed it", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  world.today = dayWith([taskOf(1, "PENDING", MEAL)]);
  await scope.refresh();
  const all = (confirmed: boolean): Action => ({
    operationType: "quick-log.complete-all",
    payload: { taskId: "task", confirmed },
  });

  expect(await scope.preview(all(false))).toEqual({
    kind: "REFUSED",
    code: "CONFIRMATION_REQUIRED",
  });
  expect(await scope.preview(all(true))).toEqual({ kind: "LIKELY" });
});

/** A meal with one open item, whose items may be ticked together after a question. */
const MEAL = {
  taskKind: "MEAL",
  items: [
    {
      itemId: "rice",
      label: "Rice",
      amount: null,
      status: "PENDING",
      required: true,
      bulkEligible: true,
      inputSchema: [],
      inputValues: null,
      completionSource: null,
      completedAt: null,
      skippedAt: null,
    },
  ],
  actionSchema: {
    actions: [
      {
        kind: "COMPLETE_ALL_ITEMS",
        scope: "GROUP",
        requiresConfirmation: true,
        requiredInputs: [],
      },
    ],
    requiredPayload: "NONE",
  },
};
