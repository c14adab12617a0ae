import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { runInSpan, startRequestSpan } from "../../../db/platform/tracing/spans.ts";
import { settlingActOf } from "../../../rules/outbox/actor-names.ts";
import { printTrace } from "../../../tools/trace/print-trace.ts";
import { type SpanNode, traceOf } from "../../../tools/trace/trace-of.ts";
import { actors } from "../../../workers/actors.ts";
import { storedSpanOf } from "../../../workers/tracing/span-file-exporter.ts";
import { eventually } from "../../factories/eventually.ts";
import { settlementDeps } from "../../factories/sync/settlement.ts";
import { type RunningActors, startActors } from "../../factories/workers/actors.ts";
import { recordSpans, type RecordedSpans } from "../../factories/workers/record-spans.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { openNamespace } from "../../harness/namespace.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
/** All actors that events wake; nothing but due batches wakes a lane. */
const woken = actors.map(({ definition }) => definition).filter(({ wakesOn }) => wakesOn[0]);
const kinds = woken.map(({ kind }) => kind);

let recording: RecordedSpans;
let running: RunningActors;
beforeAll(async () => {
  recording = recordSpans();
  running = await startActors({ ...(await openNamespace()), settlement: settlementDeps(em) });
  await Promise.all(kinds.flatMap((kind) => [requestThatWakes(kind), requestThatWakes(kind)]));
});
afterAll(async () => {
  await running.stop();
  await recording.end();
});

/** The requests that woke one actor of each kind. */
const requests = new Map<string, readonly string[]>();
const actorIds = new Map<string, string>();

/** Records a request whose act appends an event that wakes an actor; its subject does not exist. */
async function requestThatWakes(kind: string): Promise<void> {
  const requestId = `${kind}-${newId()}`;
  requests.set(kind, [...(requests.get(kind) ?? []), requestId]);
  const request = startRequestSpan(null, { "sideline.request_id": requestId });
  if (request === null) throw new Error("The request was not recorded");
  await runInSpan(request, () => wake(kind));
  request.end();
}

async function wake(kind: string): Promise<void> {
  const definition = woken.find((one) => one.kind === kind);
  const ids = definition?.subject.map(() => newId()) ?? [];
  const actorId = actorIds.get(kind) ?? [kind, ...ids].join("/");
  actorIds.set(kind, actorId);
  const eventId = newId();
  const event = { eventId, type: "ActorRestartRequested", subjectId: eventId, version: 0 } as const;
  await transact(em, async (tx) => {
    const now = await clockNow(tx);
    await appendEvents(tx, [{ ...event, refs: {}, actorId }], { now, requestId: null });
  });
}

const treeOf = (requestId: string) =>
  traceOf(
    recording.spans.map((span) => storedSpanOf("test", span)),
    requestId,
  )[0];

const settlingOf = (tree: SpanNode | undefined, kind: string) =>
  tree?.children.find(({ span }) => span.name === settlingActOf(kind));

describe("The trace of a request whose event wakes the actor", () => {
  test.each(kinds)("%s shows its settling act with the act's statements, linked", async (kind) => {
    for (const requestId of requests.get(kind) ?? []) {
      const tree = await eventually(
        async () => treeOf(requestId),
        (found) => settlingOf(found, kind) !== undefined,
      );
      const names = tree?.children.map(({ span }) => span.name);
      expect(names).toContain(`wake ${kind}-actor`);
      const settling = settlingOf(tree, kind);
      expect(settling).toMatchObject({ isLinked: true, span: { parentId: null } });
      expect(settling?.span.traceId).not.toBe(tree?.span.traceId);
      expect(settling?.children.map(({ span }) => span.attributes["db.system.name"])).toContain(
        "postgresql",
      );
      expect(tree && printTrace(tree)).toContain(`┄ ${settlingActOf(kind)}`);
    }
  });
});
