import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { markErased, listErased } from "../../activities/media/mark-erased.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { bodySchemaOf, needsIdempotencyKey } from "../../api/http/codes-of.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { eraseAgain } from "../../activities/privacy/erase-again.ts";
import { type Database, openDatabase } from "../../db/open-database.ts";
import { RateLimit } from "../../db/platform/rate-limit.ts";
import { hooks } from "../../workers/hooks.ts";
import { openLog } from "../../workers/open-log.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { servedName } from "../factories/api/matrix/answers.ts";
import { buildMatrixWorld, type MatrixWorld } from "../factories/api/matrix/principals.ts";
import { type MatrixRequest, matrixRequest } from "../factories/api/matrix/request.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { startActors } from "../factories/workers/actors.ts";
import { eventually } from "../factories/eventually.ts";
import { testMediaFiles } from "../factories/media/test-media-files.ts";
import { placesOf, withText } from "../factories/api/text-places.ts";
import { undoneEndpoint } from "../factories/api/undone-endpoint.ts";
import { whereIs } from "../factories/db/where-is.ts";
import { wholeHistory } from "../factories/workers/whole-history.ts";
import { startApi, type TestApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";
import { copyTestDatabase, type TestDatabase } from "../harness/database.ts";
import { openNamespace } from "../harness/namespace.ts";
import { startTestIssuer, type TestIssuer } from "../harness/test-issuer.ts";

/** Routes of clients are deleted with their accounts (`erasure.pg.test.ts`). */
const OWN = ["client", "device-owner", "user"];
const ofOthers = endpoints.filter((one) => needsIdempotencyKey(one) && !OWN.includes(one.access));

/** These acts would prevent later ones if they were committed. */
const ENDERS = /\/(?:end|archive|suspend|reinstate)$/;

const wordOf = ({ name }: Endpoint) => `zz${name.toLowerCase()}zz`;

let issuer: TestIssuer;
let world: MatrixWorld;
let files: string;
let kept: TestDatabase;
let backup: TestDatabase;
let followed: TestDatabase;
const log: string[] = [];
/** Completed requests, with a word in each text of their bodies. */
const done: { readonly endpoint: Endpoint; readonly request: MatrixRequest }[] = [];

beforeAll(async () => {
  issuer = await startTestIssuer();
  files = newTestFolder("keyed-words");
  const options = {
    issuer: issuer.issuer,
    trustedProxyHops: 1,
    media: { kind: "disk", directory: files } as const,
    onLog: (line: object) => log.push(JSON.stringify(line)),
  };
  const undone = ofOthers.map((endpoint) => undoneEndpoint(endpoint, () => undefined));
  const api = await startApi(options);
  kept = api.database;
  world = await buildMatrixWorld(api, issuer);
  // Rolled-back acts leave their answers for the next; committed acts leave their words in other tables too.
  const trying = await startApi({ ...options, database: kept, endpoints: undone });
  for (const endpoint of ofOthers) await say(trying, endpoint);
  await trying.close();
  for (const endpoint of ofOthers) if (!ENDERS.test(endpoint.path)) await say(api, endpoint);
  await api.close();
  backup = await copyTestDatabase(kept);
  followed = await copyTestDatabase(kept);
});
afterAll(async () => {
  await issuer.close();
});

const WORKSPACE_ONLY =
  /\/(?:plans|forms|exercises)(?:\/|$)|\/workspaces\/\{workspaceId\}\/(?:archive|suspend|reinstate)$|support-grants/;
const isAboutSomebody = ({ path }: Endpoint) => !WORKSPACE_ONLY.test(path);

/** Rows whose delivery was never tried. */
const UNDELIVERED = `select consumer, type from outbox
  where dead_at is null and attempts = 0 and available_at < clock_now() + interval '1 minute' limit 5`;

const CLIENTS = "select client_user_id as id from relationship";

/**
 * Audits say why support acted, in the words of support. An invited person who has not registered has no account:
 * their name is deleted 30 days after the invitation's end, and the answers with it (`answers-erased.pg.test.ts`).
 */
const KEPT = [
  "auth_audit_event.metadata",
  "invitation.invitee_name",
  "support_access_audit.reason",
];

/** The matrix calls these acts in a state in which they are refused, so their answers contain no word. */
const REFUSED = ["reviewDay", "waiveBaseline", "archiveWorkspace"];

describe("words in keyed acts of others, once everybody they are about is erased,", () => {
  test("appeared before wherever they were written, in each kind of act", () => {
    const names = done.map(({ endpoint }) => endpoint.name);
    expect(ofOthers.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual(
      REFUSED,
    );
  });

  test("appear in no history, memo or search attribute of the actors that follow the acts, and in no log line of those", async () => {
    const lines: string[] = [];
    const actorLog = openLog("keyed-words", "trace", { write: (line) => void lines.push(line) });
    const histories = await withDatabase(followed, async ({ em }) => {
      const settlement = settlementDeps(em);
      const actors = await startActors({
        ...(await openNamespace()),
        settlement: { ...settlement, log: actorLog },
        log: actorLog,
      });
      try {
        await eventually(
          async () => (await owned(followed, (owner) => owner.query<object>(UNDELIVERED))).rows,
          ({ length }) => length === 0,
        );
        const ids: string[] = [];
        for await (const { workflowId } of actors.client.workflow.list()) ids.push(workflowId);
        return await Promise.all(ids.map((id) => wholeHistory(actors.client, id)));
      } finally {
        await actors.stop();
      }
    });
    const written = `${histories.join("\n")}\n${lines.join("\n")}`;
    // The search itself works: ids appear unchanged.
    const { relationshipId = "nobody" } = world.actors.owner.values;
    expect(written).toContain(relationshipId);
    const replayed = done.map(({ endpoint }) => wordOf(endpoint));
    expect(replayed.filter((word) => written.includes(word))).toEqual([]);
  });

  test("appear in no table, file or log", async () => {
    await withDatabase(kept, async (database) => {
      expect(await whereIs(database.em, ...words(true))).toContain("idempotency_key.answer");
      await askForAll(kept);
      await settleAll(kept, database);
      expect(await whereIs(database.em, ...words(true))).toEqual(KEPT);
      expect(await whereIs(database.em, ...words(false))).toContain("idempotency_key.answer");
    });
    const written = `${bytesUnder(files)}\n${log.join("\n")}`;
    expect(words(true).filter((word) => written.includes(word))).toEqual([]);
  });

  test("appear in no table of a restored backup, once its marks have been applied", async () => {
    await withDatabase(backup, async (database) => {
      expect(await whereIs(database.em, ...words(true))).toContain("idempotency_key.answer");
      await eraseAgain(database.em, listErased(testMediaFiles(database.em, files)));
      await settleAll(backup, database);
      expect(await whereIs(database.em, ...words(true))).toEqual(KEPT);
    });
  });

  test("are not replayed: 409 with its reason, and nothing is done", async () => {
    const again = await startApi({
      issuer: issuer.issuer,
      trustedProxyHops: 1,
      database: kept,
    });
    try {
      const pinned = done.find(({ endpoint }) => endpoint.name === "pinTask");
      if (pinned === undefined) throw new Error("Nothing was pinned");
      const { method, path, ...sent } = pinned.request;
      const answer = await again.call(method, path, sent);
      expect(answer).toMatchObject({ status: 409, body: { code: "ANSWER_ERASED" } });
      expect(await whereIs(again.deps.database.em, wordOf(pinned.endpoint))).toEqual([]);
    } finally {
      await again.close();
    }
  });
});

/** Sends the request with the endpoint's word in every place that requires one, or in the first that accepts it. */
async function say({ call, deps }: TestApi, endpoint: Endpoint): Promise<void> {
  const schema = bodySchemaOf(endpoint);
  const actor = await world.renewed(world.actors[servedName(endpoint)]);
  const plain = matrixRequest(endpoint, actor);
  const places = schema === undefined ? [] : placesOf(schema, plain.body);
  const worded = places.map((place) => withText(plain.body, place, wordOf(endpoint)));
  const full = places.reduce((body, place) => withText(body, place, wordOf(endpoint)), plain.body);
  for (const body of [full, ...worded, plain.body]) {
    const request = { ...matrixRequest(endpoint, actor), body };
    const { method, path, ...sent } = request;
    const answer = await call(method, path, sent);
    await deps.database.em.fork().nativeDelete(RateLimit, {});
    if (answer.status >= 300) continue;
    done.push({ endpoint, request });
    return;
  }
}

/** Words of acts on a person, and of acts on a workspace alone. */
function words(isAbout: boolean): readonly string[] {
  return done
    .map(({ endpoint }) => endpoint)
    .filter((one) => isAboutSomebody(one) === isAbout)
    .map(wordOf);
}

async function withDatabase<T>(
  { appUrl }: TestDatabase,
  use: (of: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "keyed-words" });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

async function owned<T>(
  { ownerUrl }: TestDatabase,
  use: (owner: Client) => Promise<T>,
): Promise<T> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await use(owner);
  } finally {
    await owner.end();
  }
}

/** Makes the deletion of every coached person due. */
function askForAll(database: TestDatabase) {
  return owned(database, (owner) =>
    owner.query(`update app_user set status = 'PENDING_DELETION', deletion_requested_at = clock_now() - interval '15 days'
      where deleted_at is null and id in (${CLIENTS})`),
  );
}

/** Settles the deletion of every coached person, with marks in the media folder. */
async function settleAll(database: TestDatabase, { em }: Database): Promise<void> {
  const { rows } = await owned(database, (owner) => owner.query<{ id: string }>(CLIENTS));
  const marked = (id: string) => markErased(testMediaFiles(em, files), id);
  const deps = { ...erasureDeps(em, hooks), markErased: marked };
  for (const { id: userId } of rows) while ((await settleAccountDeletion(deps, { userId })).open);
}

/** All bytes of a folder as text. */
function bytesUnder(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`)
    .join("\n");
}
