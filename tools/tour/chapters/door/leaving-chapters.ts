import * as z from "zod";
import { accountExportSchema } from "../../../../contract/privacy/export-schema.ts";
import { EXPORT_SECTIONS } from "../../../../contract/privacy/export-vocabulary.ts";
import { foundPersonSchema } from "../../../../contract/sync/support/person-schema.ts";
import { administratorEnters } from "../../administrator.ts";
import { askApi, callApi, callRefused, wireForm } from "../../call-api.ts";
import { eventually } from "../../eventually.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import type { SecondHouse } from "../../house/second-house.ts";
import { searchHouse } from "../../house/search-house.ts";

const EXPORTS = "/api/v1/auth/account-exports";
const WRITTEN_WITHIN_MS = 30_000;
const ERASED_WITHIN_MS = 30_000;

const documentSchema = z.record(z.string(), z.unknown());
const factsSchema = z.array(z.looseObject({ id: z.string() }));

/** A client exports everything stored about them. @returns the path by which it was read. */
export async function clientExportsAll({ stage, house, far }: SecondHouse): Promise<string> {
  const { page } = stage;
  page.chapter("A client exports everything stored about them");
  const { token } = far;
  const { data: requested } = await callApi(
    stage,
    { method: "POST", path: EXPORTS, token, keyed: true, answer: accountExportSchema },
    ({ status, progress }) =>
      `${status}, ${progress.sectionsDone} of ${progress.sectionsTotal} lists`,
  );
  const path = `${EXPORTS}/${requested.exportId}`;
  const { data } = await eventually("an export that is written", {
    ask: () => askApi(stage.api, { method: "GET", path, token, answer: accountExportSchema }),
    isWanted: (answer) => answer.data.status === "READY",
    limitMs: WRITTEN_WITHIN_MS,
  });
  page.came(`${data.status}, ${data.progress.facts} facts, to be read until ${data.expiresAt}`);
  const file = new URL(expectPresent("its link", data.link)).pathname;
  page.sent(`GET ${file}`);
  const answer = await fetch(`${stage.api}${file}`, { headers: wireForm({ token }).headers });
  const document = documentSchema.parse(await answer.json());
  const lists = EXPORT_SECTIONS.map((name) => ({ name, facts: factsSchema.parse(document[name]) }));
  page.table(
    ["list", "facts"],
    lists.flatMap(({ name, facts }) => (facts.length > 0 ? [[name, String(facts.length)]] : [])),
  );
  expectEqual("the owner of the export", lists[0]?.facts[0]?.["primaryEmail"], far.email);
  const count = lists.reduce((sum, { facts }) => sum + facts.length, 0);
  expectEqual("the facts in it", count, data.progress.facts);
  const { found } = await searchHouse(house.ownerUrl, far.email);
  page.note(`The address is in ${found.join(", ")}.`);
  expectEqual("the result of a search", found.includes("app_user.primary_email"), true);
  page.verified("an actor wrote it slice by slice; only its owner can use the link, for a day");
  return file;
}

/**
 * The account is gone: the sign-in has no account, support finds nobody, and no column of any table contains the
 * address.
 */
export async function searchFindsNothing(
  { stage, house, far }: SecondHouse,
  file: string,
): Promise<void> {
  const { page } = stage;
  page.chapter("The account is deleted, and a search finds nothing");
  await callRefused(
    stage,
    { method: "GET", path: file, token: far.token },
    { status: 403, code: "REGISTRATION_REQUIRED" },
  );
  page.note("Every column of every table is searched for the client's address.");
  const { columnCount } = await eventually("a database without the address", {
    ask: () => searchHouse(house.ownerUrl, far.email),
    isWanted: ({ found }) => found.length === 0,
    limitMs: ERASED_WITHIN_MS,
  });
  page.came(`in none of ${columnCount} columns`);
  const { token } = await administratorEnters(stage);
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/support/people/find",
      token,
      reason: "Ticket 32: is anything left of me?",
      body: { email: far.email },
      answer: foundPersonSchema,
    },
    ({ userId }) => (userId === null ? "nobody" : `the account ${userId}`),
  );
  expectEqual("the account that support finds", data.userId, null);
  page.verified("exported and deleted; neither support nor a search of all tables finds it");
}
