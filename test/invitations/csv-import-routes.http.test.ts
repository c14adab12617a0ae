import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { settleImport } from "../../activities/invitations/csv/settle-import.ts";
import { csvOutcomeSchema } from "../../contract/invitations/csv-schema.ts";
import {
  CSV_ACTOR_SECONDS,
  CSV_SLICE,
  NEW_COACH_INVITATIONS_PER_DAY,
} from "../../contract/invitations/vocabulary.ts";
import { invitationPageSchema } from "../../contract/invitations/schema.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { startApi } from "../harness/api.ts";
import {
  invitationsOf,
  useInvitingCoaches,
} from "../factories/invitations/use-inviting-coaches.ts";

const { api, issuer, stranger, newCoach } = await useInvitingCoaches();
const anEmail = () => `${randomUUID()}@example.com`;

describe("POST /workspaces/{workspaceId}/invitations/csv", () => {
  test("returns an outcome for each line, schedules those beyond the day's limit, and is replayed", async () => {
    const owner = await newCoach();
    const path = `${invitationsOf(owner)}/csv`;
    const people = Array.from({ length: 11 }, anEmail);
    const [first = "", ...others] = people;
    const csv = ["email;phone;name", `${first};;Ana`, `${first};;Ana`, ";+49 151 2345678;", "x;;"]
      .concat(others)
      .join("\n");
    const sending = { token: owner.token, key: randomUUID(), body: { csv } };
    // Two simultaneous requests are one run.
    const [sent, repeated] = await Promise.all([
      api.call("POST", path, sending),
      api.call("POST", path, sending),
    ]);
    expect([sent.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.data).toEqual(sent.data);
    const { lines, importId, waiting } = csvOutcomeSchema.parse(sent.data);
    expect(waiting).toBe(0);
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 14 }, (_, at) => at + 2));
    const outcomes = ["INVITED", "STANDING", "INVALID", "INVALID"];
    const within = Array.from({ length: 9 }, () => "INVITED");
    expect(lines.map(({ outcome }) => outcome)).toEqual([...outcomes, ...within, "SCHEDULED"]);
    expect(lines.slice(2, 4).map(({ fault }) => fault)).toEqual(["not_provable", "contact"]);
    expect(lines[1]?.invitationId).toBe(lines[0]?.invitationId);
    expect(lines.map(({ sendAt }) => sendAt !== null)).toEqual(
      lines.map(({ outcome }) => outcome === "SCHEDULED"),
    );
    for (const email of people) expect(sent.text).not.toContain(email);
    expect(sent.text).not.toContain("Ana");
    // Only invitations store the people of a file, neither the stored answer nor an outcome.
    const stored = await api.deps.database.em.fork().execute<object[]>(`
      select answer as kept from idempotency_key where route like '%/invitations/csv'
      union all select l::text from invitation_import_line l union all select m::text from invitation_import m`);
    for (const email of people) expect(JSON.stringify(stored)).not.toContain(email.slice(-20));
    const replayed = await api.call("POST", path, sending);
    expect([replayed.status, replayed.data]).toEqual([201, sent.data]);
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    const other = { ...sending, body: { csv: `${csv}\n${anEmail()};;` } };
    expect(refusalOf(await api.call("POST", path, other))).toBe("422 IDEMPOTENCY_KEY_REUSED");
    const again = await api.call("GET", `${path}/${importId}`, { token: owner.token });
    expect([again.status, again.data]).toEqual([200, sent.data]);
    const list = await api.call("GET", invitationsOf(owner), { token: owner.token });
    const { items } = invitationPageSchema.parse(list.data);
    expect(items).toHaveLength(11);
    const [scheduled] = items;
    expect(scheduled).toMatchObject({ status: "SCHEDULED", sendAt: lines.at(-1)?.sendAt });
    expect(items.at(-1)).toMatchObject({ name: "Ana", lastMail: { status: "PENDING" } });
    const refusals = [
      await api.call("POST", path, { ...sending, token: "none" }),
      await api.call("POST", path, { ...sending, token: stranger.token }),
      await api.call("POST", path, { ...sending, key: randomUUID(), body: { csv: "name\nAna" } }),
      await api.call("GET", `${path}/${importId}`, { token: "none" }),
      await api.call("GET", `${path}/${importId}`, { token: stranger.token }),
      await api.call("GET", `${path}/${randomUUID()}`, { token: owner.token }),
      await api.call("GET", `${path}/none`, { token: owner.token }),
    ];
    expect(refusals.map(refusalOf)).toEqual([
      "401 UNAUTHENTICATED",
      "404 NOT_FOUND",
      "400 VALIDATION_FAILED",
      "401 UNAUTHENTICATED",
      "404 NOT_FOUND",
      "404 NOT_FOUND",
      "400 VALIDATION_FAILED",
    ]);
  });

  test("answers 202 with the outcomes so far at its timeout; GET shows them, the actor completes the rest, and the replay is 201 with all", async () => {
    const { database, deps } = api;
    const hurried = await startApi({ issuer: issuer.issuer, database, fileAnswerMs: 250 });
    // One of two slots is taken, so that the second slice of the file waits longer than its request.
    const leave = await hurried.deps.fileQueue.wait("files");
    try {
      const { token, ...owner } = await newCoach();
      const path = `${invitationsOf({ token, ...owner })}/csv`;
      const people = Array.from({ length: 2 * CSV_SLICE + 5 }, anEmail);
      const sending = { token, key: randomUUID(), body: { csv: ["email", ...people].join("\n") } };
      const sent = await hurried.call("POST", path, sending);
      expect(sent.status).toBe(202);
      const { importId, lines, waiting } = csvOutcomeSchema.parse(sent.data);
      expect(lines.map(({ line }) => line)).toEqual(
        people.slice(0, CSV_SLICE).map((_, at) => at + 2),
      );
      expect(waiting).toBe(people.length - CSV_SLICE);
      const read = () => hurried.call("GET", `${path}/${importId}`, { token });
      expect((await read()).data).toEqual(sent.data);

      await moveClock(database.ownerUrl, CSV_ACTOR_SECONDS + 1);
      const settle = () =>
        settleImport(deps.database.em.fork(), { importId, invitationKey: deps.keys.invitation });
      while ((await settle()).open);
      const done = csvOutcomeSchema.parse((await read()).data);
      expect(done.waiting).toBe(0);
      expect(done.lines.slice(0, CSV_SLICE)).toEqual(lines);
      expect(done.lines.map(({ outcome }) => outcome)).toEqual(
        people.map((_, at) => (at < NEW_COACH_INVITATIONS_PER_DAY ? "INVITED" : "SCHEDULED")),
      );
      const replayed = await hurried.call("POST", path, sending);
      expect([replayed.status, replayed.data]).toEqual([201, done]);
    } finally {
      leave();
      await hurried.close();
    }
  });
});
