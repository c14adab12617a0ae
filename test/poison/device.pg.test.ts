import { expect, test } from "@jest/globals";
import { quickLogSettlement } from "../../activities/quick-log/quick-log-settlement.ts";
import { settleDevice } from "../../activities/sync/settlement/settle-device.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

test("a relationship whose undo windows cannot be closed does not delay the others of the device, and fails the act in the end", async () => {
  const [scope, other] = [await buildScope(em), await buildScope(em)];
  await submit(admissionDeps(em), scope, [queued("from-the-future.do", {})]);
  const both = [scope.relationshipId, other.relationshipId].toSorted();
  const [bad] = both;
  let isPoisoned = true;
  const closed: string[] = [];
  const deps = settlementDeps(em, [
    {
      ...quickLogSettlement,
      listWaits: async () => [{ reason: "UNDO_WINDOW", at: new Date(0), count: 1 }],
      findDueScopes: async () => both,
      async closeExpiredUndo(_, { relationshipId }) {
        if (isPoisoned && relationshipId === bad) throw new RangeError("planted");
        closed.push(relationshipId);
        return [];
      },
    },
  ]);
  await expect(settleDevice(deps, scope)).rejects.toThrow("planted");
  expect(closed).toEqual([both[1]]);
  isPoisoned = false;
  await settleDevice(deps, scope);
  expect(closed).toEqual([both[1], ...both]);
});
