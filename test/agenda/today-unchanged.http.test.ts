import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { todaySchema } from "../../contract/agenda/today-schema.ts";
import { dayBefore } from "../../rules/local-day.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildPhone, otherToken, type Phone, refusalOf } from "../factories/sync/phone.ts";
import { actsOfDay } from "../factories/agenda/today-acts.ts";
import { reviewBody } from "../factories/agenda/review-as-seen.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/client/today";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  phone = await buildPhone(api, issuer);
});
afterAll(async () => {
  await moveClock(api.database.ownerUrl, 0);
});

const tagOf = ({ headers }: { readonly headers: Headers }) => z.string().parse(headers.get("ETag"));

const untilOf = (tag: string) => Number(/^W\/"(\d+)\.[\w-]{22}"$/.exec(tag)?.[1]);

describe("A device with a valid ETag of today", () => {
  test("gets a 304 without a body and with private caching", async () => {
    const first = await read();
    const tag = tagOf(first);
    const { offlineCache } = todaySchema.parse(first.data);
    expect(untilOf(tag)).toBeLessThanOrEqual(Date.parse(offlineCache.refetchAfter));
    expect(untilOf(tag)).toBeGreaterThan(Date.now());
    const again = await read("", tag);
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: "" });
    expect(tagOf(again)).toBe(tag);
    for (const answer of [first, again])
      expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    expect((await read("", `"unknown", ${tag}`)).status).toBe(304);
    expect((await read("", tag.replace("W/", ""))).status).toBe(304);
  });

  test("gets it without a task being read, in one pipeline with the guard", async () => {
    const tag = tagOf(await read());
    const { sent } = await recordStatements(() => read("", tag));
    const texts = sent.map(({ text }) => text.replaceAll(/\s+/g, " "));
    expect(texts).toHaveLength(2);
    expect(
      texts.filter((text) => /agenda_task|agenda_card|focus_pin|agenda_day/.test(text)),
    ).toEqual([]);
  });

  test("gets a full response after the instant in the tag", async () => {
    const tag = tagOf(await read());
    await moveTo(untilOf(tag) - 20_000);
    expect((await read("", tag)).status).toBe(304);
    await moveTo(untilOf(tag) + 1_000);
    const late = await read("", tag);
    expect(late.status).toBe(200);
    expect(tagOf(late)).not.toBe(tag);
  });

  test("gets a full response for another day, zone, checksum or cursor, and for a foreign tag", async () => {
    const first = await read();
    const tag = tagOf(first);
    const { localDate, agendaChecksum, nextCursor } = todaySchema.parse(first.data);
    const queries = [
      `?date=${localDate}`,
      `?date=${dayBefore(localDate)}`,
      "?timezone=Asia/Kathmandu",
      `?agendaChecksum=${encodeURIComponent(agendaChecksum)}`,
      `?since=${nextCursor}`,
    ];
    for (const query of queries) {
      const other = await read(query, tag);
      expect({ query, status: other.status }).toEqual({ query, status: 200 });
      expect((await read(query, tagOf(other))).status).toBe(304);
    }
    const [until, hash = ""] = tag.slice(3, -1).split(".");
    const strange = [
      "*",
      '""',
      "x",
      `W/"${Number(until) + 1}.${hash}"`,
      `W/"${until}."`,
      `W/"${"9".repeat(300)}.${hash}"`,
      `W/".${hash}"`,
    ];
    for (const etag of strange) expect((await read("", etag)).status).toBe(200);
  });

  test("is authorized first: a missing token, a coach and an unknown parameter are refused", async () => {
    const tag = tagOf(await read());
    const headers = { "If-None-Match": tag };
    expect(refusalOf(await api.call("GET", PATH, { headers }))).toMatchObject({ status: 401 });
    const coach = { token: phone.pair.coachToken, headers };
    expect(refusalOf(await api.call("GET", PATH, coach))).toMatchObject({ status: 403 });
    const web = { token: await otherToken(issuer, phone.pair.client, "WEB"), headers };
    expect(refusalOf(await api.call("GET", PATH, web))).toMatchObject({ status: 403 });
    expect(refusalOf(await read("?x=1", tag))).toMatchObject({ status: 400 });
    const stranger = await buildPhone(api, issuer);
    expect((await read("", tag, stranger)).status).toBe(200);
    await actsOfDay(api, phone).end();
    expect(refusalOf(await read("", tag))).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });
});

type Acts = ReturnType<typeof actsOfDay>;

describe("An ETag of today becomes invalid after", () => {
  const before: Partial<Record<keyof Acts, readonly (keyof Acts)[]>> = {
    unpin: ["pin"],
    withdrawCard: ["placeCard"],
    resume: ["pause"],
    resumePlan: ["pausePlan"],
  };
  const names = [
    "complete",
    "skip",
    "tick",
    "drink",
    "pin",
    "unpin",
    "placeCard",
    "withdrawCard",
    "assign",
    "endAssignment",
    "pausePlan",
    "resumePlan",
    "supersedePlan",
    "publish",
    "pause",
    "resume",
    "restore",
  ] as const satisfies readonly (keyof Acts)[];

  test.each(names)("%s", async (name) => {
    const acts = actsOfDay(api, phone);
    for (const earlier of before[name] ?? []) await acts[earlier]();
    const first = await read();
    await acts[name]();
    const second = await read("", tagOf(first));
    expect(second.status).toBe(200);
    const shown = ({ data }: { readonly data: unknown }) => ({
      ...todaySchema.parse(data),
      nextCursor: null,
    });
    expect(shown(second)).not.toEqual(shown(first));
  });

  test("resuming a plan, even if the started task does not change", async () => {
    const acts = actsOfDay(api, phone);
    await acts.drink();
    await acts.pauseWater();
    const first = await read();
    await acts.resumeWater();
    const second = await read("", tagOf(first));
    expect(second.status).toBe(200);
    expect(todaySchema.parse(second.data).staleSourceWarnings).not.toEqual(
      todaySchema.parse(first.data).staleSourceWarnings,
    );
  });

  test("a day opens and the previous one closes", async () => {
    const acts = actsOfDay(api, phone);
    const first = await read();
    await moveTo(untilOf(tagOf(first)) + 60_000);
    const late = await read("", tagOf(first));
    await acts.scan();
    const opened = await read("", tagOf(late));
    const { localDate, carryOver } = todaySchema.parse(opened.data);
    expect(localDate).not.toBe(phone.agenda.localDate);
    expect(carryOver?.localDate).toBe(phone.agenda.localDate);
    await moveTo(Date.parse(carryOver?.closesAt ?? "") + 1_000);
    const grace = await read();
    await acts.scan();
    expect((await read("", tagOf(grace))).status).toBe(200);
  });

  test("a review, which moves the counter although the client sees no change", async () => {
    const tag = tagOf(await read());
    const { relationshipId } = phone;
    const { localDate } = phone.agenda;
    const path = `/api/v1/coach/relationships/${relationshipId}/days/${localDate}/review`;
    const reviewed = await api.call("POST", path, {
      token: phone.pair.coachToken,
      key: crypto.randomUUID(),
      body: await reviewBody(api.deps.database.em.fork(), { relationshipId, localDate }),
    });
    expect(reviewed.status).toBe(200);
    expect((await read("", tag)).status).toBe(200);
  });
});

function read(query = "", etag?: string, of = phone) {
  return api.call("GET", `${PATH}${query}`, {
    token: of.token,
    ...(etag !== undefined && { headers: { "If-None-Match": etag } }),
  });
}

/** Moves the clock to the given number of milliseconds before or after an instant. */
function moveTo(ms: number) {
  return moveClock(api.database.ownerUrl, Math.round((ms - Date.now()) / 1000));
}
