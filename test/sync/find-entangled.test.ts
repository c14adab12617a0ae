import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { findEntangled, type LinkedOperation } from "../../rules/sync/find-entangled.ts";
import { judgeLinks, type ReferenceState } from "../../rules/sync/judge-links.ts";
import { judgeResubmission, UNNAMED } from "../../rules/sync/judge-resubmission.ts";
import {
  findLocalReferences,
  withAnyIds,
  withCanonicalIds,
} from "../../rules/sync/find-local-references.ts";

describe("operations of a batch that depend on themselves", () => {
  test.each([
    ["by themselves", [operation("a", "a")], [0]],
    ["each on the other", [operation("a", "b"), operation("b", "a")], [0, 1]],
    ["in a ring", [operation("a", "c"), operation("b", "a"), operation("c", "b")], [0, 1, 2]],
    ["in a ring on which another one depends", [operation("a", "a"), operation("b", "a")], [0]],
    ["nowhere", [operation("a"), operation("b", "a", "z"), operation("c", "a", "b")], []],
    [
      "through an id that is sent twice",
      [operation("a"), operation("b", "a"), operation("a", "b")],
      [1, 2],
    ],
  ])("%s", (_name, operations, ordinals) => {
    expect(findEntangled(operations).map(({ ordinal }) => ordinal)).toEqual(ordinals);
  });

  test("include those that replace themselves", () => {
    expect(findEntangled([{ clientOperationId: "a", resubmitOf: "a" }])).toEqual([
      { ordinal: 0, field: "resubmitOf" },
    ]);
    const chain = { clientOperationId: "a", resubmitOf: "b", resubmitChain: ["c", "a"] };
    expect(findEntangled([chain])).toEqual([{ ordinal: 0, field: "resubmitChain" }]);
  });

  test("are none if every operation names only earlier ones", () => {
    const graphs = fc.array(fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 4 }), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(graphs, (graph) => {
        const operations = graph.map((named, index) => {
          const earlier = named.filter((parent) => parent < index);
          return operation(`${index}`, ...earlier.map(String));
        });
        expect(findEntangled(operations)).toEqual([]);
      }),
    );
  });
});

describe("the references of an operation decide it", () => {
  const references = new Map<string, ReferenceState>([
    ["accepted", { kind: "ACCEPTED", canonicalIds: [] }],
    ["refused", { kind: "REFUSED", replacedBy: null }],
    ["replaced", { kind: "REFUSED", replacedBy: "other" }],
    ["own", { kind: "REFUSED", replacedBy: "self" }],
    ["over", { kind: "REFUSED", replacedBy: UNNAMED }],
    ["deferral", { kind: "DEFERRED" }],
    ["earlier", { kind: "UNDECIDED" }],
    ["put back", { kind: "RETRYABLE" }],
  ]);

  test.each([
    [[], "FREE", undefined],
    [["accepted", "earlier"], "FREE", undefined],
    [["unknown", "deferral", "refused"], "DEPENDENCY_REFUSED", "refused"],
    [["replaced"], "DEPENDENCY_REFUSED", "replaced"],
    [["deferral", "unknown"], "PENDING", "unknown"],
    [["accepted", "deferral"], "DEFERRED", "deferral"],
  ])("if it depends on %j", (dependsOn, kind, parent) => {
    const judged = judgeLinks(dependsOn, references);
    expect({ parent: undefined, ...judged }).toEqual({ kind, parent });
  });

  test.each([
    ["refused", "FREE"],
    ["deferral", "FREE"],
    ["own", "FREE"],
    ["accepted", "NOTHING_TO_RESUBMIT"],
    ["replaced", "NOTHING_TO_RESUBMIT"],
    ["over", "NOTHING_TO_RESUBMIT"],
    ["unknown", "FREE"],
    ["put back", "FREE"],
  ])("if it replaces one that is %s", (replaced, kind) => {
    const judged = judgeResubmission(
      { clientOperationId: "self", inPlaceOf: [replaced] },
      references,
    );
    expect(judged).toEqual({ kind, ...(kind === "FREE" ? {} : { parent: replaced }) });
  });

  test.each([
    [["unknown", "refused"], null],
    [["other", "replaced"], null],
    [["unknown", "replaced"], "replaced"],
    [["refused", "accepted"], "accepted"],
  ])("if it continues the chain %j, which %s forbids", (inPlaceOf, parent) => {
    const judged = judgeResubmission({ clientOperationId: "self", inPlaceOf }, references);
    expect("parent" in judged ? judged.parent : null).toBe(parent);
  });
});

describe("a local id in an id field", () => {
  const fields = { taskId: "agenda_task", entryId: "quick_log_value_entry" } as const;
  const made = [
    { localId: "1", canonicalId: "task-1", entityType: "agenda_task" },
    { localId: "1", canonicalId: "entry-1", entityType: "quick_log_value_entry" },
  ] as const;
  const payload = { taskId: "local:1", entryId: "local:1", note: "local:1", taskIds: ["local:1"] };
  const references = findLocalReferences(payload, fields);

  test("is replaced by the created id of the field's kind; other text stays", () => {
    expect(withCanonicalIds(payload, references, made)).toEqual({
      ...payload,
      taskId: "task-1",
      entryId: "entry-1",
    });
    expect(payload.taskId).toBe("local:1");
  });

  test("without a created record leaves nothing to decide", () => {
    expect(withCanonicalIds(payload, references, made.slice(1))).toBeNull();
  });

  test("is absent if the field contains an id", () => {
    expect(findLocalReferences({ taskId: "0197", entryId: 5 }, fields)).toEqual([]);
    expect(withAnyIds({ note: "x" }, [])).toEqual({ note: "x" });
  });
});

function operation(clientOperationId: string, ...dependsOn: string[]): LinkedOperation {
  return {
    clientOperationId,
    dependsOn,
  };
}
