import type { Core } from "./core.ts";
import { type Alongside, enqueue } from "./outbox/enqueue.ts";
import type { Action, OperationState, QueuedOperation } from "./outbox/types.ts";
import { loadToday } from "./read/load-today.ts";
import type { RefreshOutcome } from "./read/refresh-scope.ts";
import { inOrder } from "./in-order.ts";
import { loadOnce } from "./parts/load-once.ts";
import type { OwnScope } from "./parts/part-context.ts";
import { SCOPE_PARTS } from "./parts/scope-parts.ts";
import type { Running } from "./running.ts";
import { isSigningOut } from "./session/sign-out.ts";
import { isHidden, loadScope, SCOPE_CLOSED, type ScopeRow } from "./store/load-scope.ts";
import type { Scope } from "./types.ts";

/** One relationship of the signed-in person on this device. */
export function makeScope(running: Running, scopeId: string): OwnScope {
  const { core, session, lanes, acts, onStop } = running;
  const oneAction = inOrder();
  const row = async () => await openRow(core, scopeId);
  const find = async (id: string) =>
    await (await operationReads()).findOperation(core, await row(), id);
  const operationOf = (id: string): QueuedOperation => ({
    clientOperationId: id,
    state: async () => known(await find(id)),
    verdict: async () =>
      await (await import("./outbox/await-verdict.ts")).awaitVerdict(core, scopeId, id),
  });

  const queue = async (action: Action, alongside?: Alongside) => {
    const id = await oneAction(async () => {
      await row();
      return await enqueue({ core, scopeId }, action, alongside);
    });
    lanes().wake(scopeId);
    if (action.attachments) void part("media").catch(() => null);
    return operationOf(id);
  };
  const wake = () => lanes().wake(scopeId);
  const reads = readsOf(running, scopeId);
  const part = loadOnce(SCOPE_PARTS, () => ({
    core,
    session,
    scopeId,
    row,
    enqueue: queue,
    onStop,
    wake,
    refresh: reads.refresh,
    acts: async () => await acts().load(),
  }));

  return {
    scopeId,
    queue,
    enqueue: async (action) => await queue(action),
    part,
    async preview(action) {
      const found = await row();
      const script = await import("./outbox/preview-action.ts").catch(() => null);
      return (await script?.previewAction(core, found, action)) ?? { kind: "UNSURE" };
    },
    today: async () => await loadToday(core, await row()),
    operations: async () => await (await operationReads()).listOperations(core, await row()),
    operation: async (id) => ((await find(id)) === null ? null : operationOf(id)),
    watch: (listener) => core.changes.watch(scopeId, listener),
    ...reads,
  };
}

/** An app queues and sends without this code, and loads it when it first shows the queue. */
const operationReads = async () => await import("./outbox/list-operations.ts");

/** Reads the scope, one read at a time. */
function readsOf(running: Running, scopeId: string): Pick<OwnScope, "read" | "refresh"> {
  const oneRead = inOrder();
  const read = async () => await oneRead(async () => await readOnce(running, scopeId));
  return { read, refresh: async () => shownOutcome(await read()) };
}

/** The code that reads loads with the first read, because an app starts without it. */
async function readOnce(
  { core, session, lanes }: Running,
  scopeId: string,
): ReturnType<OwnScope["read"]> {
  const { reading } = await import("./read/reading.ts");
  const outcome = await reading.refreshScope(core, session, scopeId);
  if (outcome.kind === "READ" && outcome.wakesLane) lanes().wake(scopeId);
  return outcome;
}

/** The outcome of a read, as an app shows it. */
function shownOutcome(outcome: RefreshOutcome): Awaited<ReturnType<Scope["refresh"]>> {
  if (outcome.kind === "READ") return "READ";
  if (outcome.answer.kind === "SIGN_IN") return "SIGN_IN";
  return outcome.answer.kind === "NOT_FOUND" ? "LOCKED" : "OFFLINE";
}

/** @throws if the scope is hidden by a purge order or a sign-out. */
async function openRow({ ports: { sql } }: Core, scopeId: string): Promise<ScopeRow> {
  const found = await loadScope(sql, scopeId);
  if (found === null || isHidden(found.status) || (await isSigningOut(sql)))
    throw new Error(SCOPE_CLOSED);
  return found;
}

function known(state: OperationState | null): OperationState {
  if (state === null) throw new Error("The device does not have this operation");
  return state;
}
