import { hash } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  type MaterialiseDays,
  type MaterialisedDays,
  type MaterialisedSlice,
  storedSliceSchema,
} from "../../../contract/agenda/materialise/schema.ts";
import { canonicalForm } from "../../../contract/canonical-form.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { MAX_SWEPT_SCOPES } from "../../../db/platform/scopes/lock-scopes.ts";
import {
  claimIdempotencyKey,
  releaseIdempotencyKey,
  saveAnswer,
} from "../../../db/platform/claim-idempotency-key.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { materialiseRequested, together } from "./materialise-requested.ts";

/**
 * Opens the days of the relationships of a source event, 50 in a transaction, ordered by id. Each slice stores its
 * response under the event's id together with its changes. A repeated event gets the same response, at any time and
 * from any caller. After a crash only the missing slices are done.
 *
 * @throws Refusal SOURCE_EVENT_REUSED when the event came with another body. ANSWER_ERASED when one of its clients has
 * been erased since. UNAVAILABLE when the process stops meanwhile, or the database fails.
 */
export async function materialiseForEvent(
  em: SqlEntityManager,
  body: MaterialiseDays,
  origin: MaterialiseOrigin,
): Promise<MaterialisedDays> {
  const relationshipIds = inOrder(body.relationshipIds);
  const named = body.sourceIds && { sourceIds: inOrder(body.sourceIds) };
  const meant = canonicalForm({ ...body, relationshipIds, ...named });
  const fingerprint = hash("sha256", meant, "base64url");
  const done: KeptSlice[] = [];
  for (const [index, slice] of slicesOf(relationshipIds).entries())
    done.push(await sliceOnce(em, { body, origin, fingerprint, index, slice }));
  return answerOf(body.sourceEventId, done);
}

/** The caller of an event, its route, and the signal that ends the work early. */
export interface MaterialiseOrigin {
  /** Name of the calling service, safe to store. */
  readonly caller: string;
  readonly method: string;
  readonly route: string;
  readonly requestId: string;
  /** True when the process is shutting down. Finished slices stay; a repeat of the event continues with the rest. */
  readonly isStopping: () => boolean;
}

/** Distinct and sorted: the same ids in another order are the same event. */
const inOrder = (ids: readonly string[]) => [...new Set(ids)].toSorted();

interface Slicing {
  readonly body: MaterialiseDays;
  readonly origin: MaterialiseOrigin;
  readonly fingerprint: string;
  readonly index: number;
  readonly slice: readonly string[];
}

interface KeptSlice {
  readonly slice: MaterialisedSlice;
  readonly replayed: boolean;
}

/** One transaction, or several if many days were missed; the last one stores the response. */
async function sliceOnce(em: SqlEntityManager, slicing: Slicing): Promise<KeptSlice> {
  const earlier: MaterialisedSlice[] = [];
  for (;;) {
    if (slicing.origin.isStopping()) throw new Refusal("UNAVAILABLE", { retryAfterSeconds: 1 });
    const opened = await openSlice(em, slicing, earlier);
    if (!opened.isBehind) return opened;
    earlier.push(opened.slice);
  }
}

async function openSlice(
  em: SqlEntityManager,
  { body, origin, fingerprint, index, slice }: Slicing,
  earlier: readonly MaterialisedSlice[],
): Promise<KeptSlice & { readonly isBehind: boolean }> {
  const { caller, method, route, requestId } = origin;
  const scope = { caller, method, route, key: `${body.sourceEventId}/${index}` };
  return await transact(em, async (tx) => {
    const claimed = await claimIdempotencyKey(tx, scope, fingerprint);
    if (claimed === null) {
      const made = await materialiseRequested(tx, slice, { ...body, requestId });
      if (made.isBehind) {
        await releaseIdempotencyKey(tx, scope);
        return { ...made, replayed: false };
      }
      const all = together([...earlier, made.slice]);
      const answer = JSON.stringify({ reason: body.reason, slice: all });
      await saveAnswer(tx, scope, { status: 200, answer, about: slice });
      return { slice: all, replayed: false, isBehind: false };
    }
    if (claimed.fingerprint !== fingerprint) throw new Refusal("SOURCE_EVENT_REUSED");
    if (claimed.answer === null) throw new Refusal("ANSWER_ERASED");
    const answered = storedSliceSchema.parse(JSON.parse(claimed.answer)).slice;
    return { slice: answered, replayed: true, isBehind: false };
  });
}

function slicesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / MAX_SWEPT_SCOPES);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * MAX_SWEPT_SCOPES, (index + 1) * MAX_SWEPT_SCOPES),
  );
}

function answerOf(sourceEventId: string, done: readonly KeptSlice[]): MaterialisedDays {
  const slices = done.map(({ slice }) => slice);
  const projectionVersions = slices.flatMap((slice) => slice.projectionVersions);
  const dates = new Set(projectionVersions.map(({ localDate }) => localDate));
  const sum = (count: (slice: MaterialisedSlice) => number) =>
    slices.reduce((total, slice) => total + count(slice), 0);
  return {
    sourceEventId,
    replayed: done.every(({ replayed }) => replayed),
    materializedCount: sum(({ materializedCount }) => materializedCount),
    changedDates: [...dates].toSorted(),
    projectionVersions,
    outboxEventCount: sum(({ outboxEventCount }) => outboxEventCount),
    skipped: slices.flatMap(({ skipped }) => skipped),
  };
}
