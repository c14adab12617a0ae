import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type PurgeReach,
  purgeReach,
  type UnsentOperation,
} from "../../contract/sync/purge-reach.ts";

const ids = fc.constantFrom("a", "b", "c", "d");
const scopes = fc.oneof(
  fc.constant({ kind: "ALL", workspaceId: null, relationshipId: null } as const),
  fc.record({
    kind: fc.constant("WORKSPACE" as const),
    workspaceId: ids,
    relationshipId: fc.constant(null),
  }),
  fc.record({ kind: fc.constant("RELATIONSHIP" as const), workspaceId: ids, relationshipId: ids }),
);
const orders: fc.Arbitrary<PurgeReach> = fc
  .record({ deviceId: ids, scope: scopes, handedOverTo: fc.option(ids) })
  .chain((order) =>
    fc.constantFrom(
      { ...order, queue: "KEEP" as const },
      { ...order, queue: "DELETE" as const, handedOverTo: null },
    ),
  );
const operations: fc.Arbitrary<UnsentOperation> = fc.record({
  deviceIds: fc.uniqueArray(ids, { minLength: 1 }),
  workspaceId: ids,
  relationshipId: ids,
});

describe("a purge order", () => {
  test("never reaches an operation that was neither queued under its device nor handed over to it", () => {
    fc.assert(
      fc.property(orders, operations, (order, operation) => {
        const deviceIds = operation.deviceIds.filter((id) => id !== order.deviceId);
        expect(purgeReach(order, { ...operation, deviceIds })).toBe("UNTOUCHED");
      }),
    );
  });

  test("for everything reaches all that its device queued or was handed, whatever its relationship", () => {
    fc.assert(
      fc.property(orders, operations, (order, operation) => {
        const scope = { kind: "ALL", workspaceId: null, relationshipId: null } as const;
        const deviceIds = [...operation.deviceIds, order.deviceId];
        const reached = purgeReach({ ...order, scope }, { ...operation, deviceIds });
        const kept = order.handedOverTo === null ? "SEALED" : "HANDED_OVER";
        expect(reached).toBe(order.queue === "DELETE" ? "DELETED" : kept);
      }),
    );
  });

  test.each([
    { kind: "WORKSPACE", workspaceId: "w", relationshipId: null },
    { kind: "RELATIONSHIP", workspaceId: "w", relationshipId: "r" },
  ] as const)("for a $kind reaches no other", (scope) => {
    const order = { deviceId: "d", scope, queue: "DELETE", handedOverTo: null } as const;
    const own = { deviceIds: ["d"], workspaceId: "w", relationshipId: "r" };
    expect(purgeReach(order, own)).toBe("DELETED");
    const other = { ...own, workspaceId: "w2", relationshipId: "r2" };
    expect(purgeReach(order, other)).toBe("UNTOUCHED");
  });
});
