/* oxlint-disable house/floors -- From outside, the cost of a slice cannot be separated from other work of its process: it is called directly. */
import { setTimeout as sleep } from "node:timers/promises";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Client } from "pg";
import pino from "pino";
import { z } from "zod";
import {
  type SpreadInput,
  spreadRevisions,
} from "../../activities/agenda/calendar/spread-revisions.ts";
import { askExport } from "../../activities/privacy/export/ask-export.ts";
import { settleAccountExport } from "../../activities/privacy/export/settle-account-export.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import {
  orderSessionReview,
  reviewProviderSessions,
} from "../../activities/providers/review-provider-sessions.ts";
import { newId } from "../../db/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { untilDelivered } from "../inbox/messages.ts";
import { ask } from "../phones/people.ts";
import type { BenchStack } from "../stack/stack.ts";
import { processLoad } from "../stack/processes.ts";
import type { Measured } from "./long-act.ts";
import type { Practice } from "./practice-acts.ts";
import { type History, seedHistory } from "./seed-history.ts";
import { programContent } from "./written-acts.ts";

/** Followers in one slice of a revision, as in `spread-revisions.ts`. */
const FOLLOWERS = 20;
/** Time for the work that events cause: the packages of the followers. */
const REST_MS = 5_000;
const SMALL: History = { logs: 1_500, sessions: 20 };
const LARGE: History = { logs: 5_000, sessions: 400 };

/** Measures the most expensive slice of each act of actors and schedules. Worker and relay are stopped meanwhile. */
export async function measureSlices(
  stack: BenchStack,
  database: Client,
  practice: Practice,
): Promise<readonly Measured[]> {
  const product = openDatabase({ url: stack.database.url, poolSize: 4, applicationName: "bench" });
  const { em } = product;
  const { pids } = stack;
  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + processLoad(pids["postgres"] ?? 0).cpuSeconds * 1_000;
  };
  /** Calls a slice until it reports that it was the last. */
  const dearest = async (name: string, slice: () => Promise<boolean>): Promise<Measured> => {
    const each: number[] = [];
    for (let goesOn = true; goesOn;) {
      const before = cpuMs();
      goesOn = await slice();
      each.push(cpuMs() - before);
    }
    return { name, transactions: each.length, ms: Math.max(...each) };
  };
  const revise = await giveProgram(practice);
  const stopped = [pids["worker"] ?? 0, pids["relay"] ?? 0];
  // A process stopped within a transaction keeps its locks.
  await untilDelivered(database);
  await sleep(REST_MS);
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
  try {
    // The first one warms up.
    await revise("The second year");
    await dearest("", slicesOfSpread(em));
    await revise("The third year");
    const name = `a revision of a program of a year, brought to ${FOLLOWERS} clients`;
    const spread = await dearest(name, slicesOfSpread(em));
    const measured: Measured[] = [];
    const [small = "", large = ""] = practice.relationshipIds.toReversed();
    // The first one warms up.
    for (const [relationshipId, history] of [
      [small, SMALL],
      [large, LARGE],
    ] as const) {
      await seedHistory(database, relationshipId, history);
      const userId = await clientOf(database, relationshipId);
      const size = `${history.logs} logs and ${history.sessions} workouts of 500 sets`;
      const exporting = await dearest(`export of ${size}`, await slicesOfExport(em, userId));
      const erasing = await slicesOfErasure(em, database, userId);
      const erased = await dearest(`erasure of ${size}, and as many keyed answers`, erasing);
      measured.splice(0, 2, exporting, erased);
    }
    return [spread, ...measured, await dearest(...(await reviewOfSessions(em, database)))];
  } finally {
    for (const pid of stopped) process.kill(pid, "SIGCONT");
    await product.close();
  }
}

/** Assigns a program of a year to many clients; returns a function that publishes another revision of it. */
async function giveProgram({ workspace, relationshipIds, newToken }: Practice) {
  const token = await newToken();
  const planned = z.object({ planId: z.string(), draftRevision: z.int() });
  const body = { content: programContent("A year"), publish: true };
  const { planId, draftRevision } = await ask(`${workspace}/plans`, { token, body }, planned);
  for (const id of relationshipIds.slice(0, FOLLOWERS)) {
    const url = `${workspace}/relationships/${id}/plan-assignments`;
    await ask(url, { token, body: { planId } }, z.unknown());
  }
  const plan = `${workspace}/plans/${planId}`;
  let expectedDraftRevision = draftRevision;
  return async (title: string): Promise<void> => {
    const draft = { content: programContent(title), expectedDraftRevision };
    await ask(`${plan}/draft`, { token, method: "PUT", body: draft }, z.unknown());
    const read = { expectedDraftRevision: expectedDraftRevision + 1 };
    const published = await ask(`${plan}/publish`, { token, body: read }, planned);
    expectedDraftRevision = published.draftRevision;
  };
}

/** The slices that bring a published revision to all followers. */
function slicesOfSpread(em: SqlEntityManager): () => Promise<boolean> {
  const log = pino({ level: "error" });
  let adopted = 0;
  let place: SpreadInput = { after: null };
  return async () => {
    const { takenCount, after } = await spreadRevisions({ em, log }, place);
    adopted += takenCount;
    place = { after };
    if (after === null && adopted !== FOLLOWERS) throw new Error(`${adopted} adopted the revision`);
    return after !== null;
  };
}

async function clientOf(database: Client, relationshipId: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    "select client_user_id as id from relationship where id = $1",
    [relationshipId],
  );
  return rows[0]?.id ?? "";
}

async function slicesOfExport(em: SqlEntityManager, userId: string) {
  const { id: exportId } = await transact(em, (tx) =>
    askExport(tx, { userId, requestId: "bench" }),
  );
  return async () => (await settleAccountExport(em, { exportId })).more === true;
}

async function slicesOfErasure(em: SqlEntityManager, database: Client, userId: string) {
  await database.query(
    `update app_user set status = 'PENDING_DELETION', deletion_requested_at = clock_now() - interval '15 days'
      where id = $1`,
    [userId],
  );
  const deps = { em, hooks, markErased: async () => undefined };
  return async () => !(await settleAccountDeletion(deps, { userId })).did.includes("DELETED");
}

/** Gives everybody a session and orders the end of those from one provider. */
async function reviewOfSessions(em: SqlEntityManager, database: Client) {
  const { rows } = await database.query<{ provider: string }>(
    `with begun as (
       insert into app_session (id, user_id, identity_id, issuer, provider_session_id, client_app, surface,
         started_at, last_seen_at)
       select d.app_session_id, d.user_id, i.id, i.issuer, d.app_session_id, 'sideline-client-mobile',
         'CLIENT_MOBILE', clock_now(), clock_now()
       from device d join auth_identity i on i.user_id = d.user_id
       where d.status = 'ACTIVE' on conflict do nothing returning identity_id)
     select provider from begun join auth_identity i on i.id = begun.identity_id`,
  );
  const reviewId = newId();
  const order = { providerKey: rows[0]?.provider ?? "", auditEventId: reviewId };
  await transact(em, (tx) =>
    orderSessionReview(tx, { ...order, actor: "bench", requestId: "bench" }),
  );
  const review = async () => {
    const ended = await reviewProviderSessions(em, { reviewId, requestId: null }, hooks.sessions);
    if (ended < rows.length) throw new Error(`${ended} of ${rows.length} sessions ended`);
    return false;
  };
  return [`review of ${rows.length} sessions of a provider`, review] as const;
}
