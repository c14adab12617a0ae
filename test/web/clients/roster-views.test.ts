import { describe, expect, test } from "@jest/globals";
import { rosterSearch } from "../../../web/clients/roster-search.ts";
import type { RosterClient } from "../../../web/clients/roster-client.ts";
import { QUIET, rosterLines } from "../../../web/clients/roster-lines.ts";
import { type Choice, clientsInView, quietFrom } from "../../../web/clients/roster-views.ts";

const NOW = new Date("2026-11-26T08:00:00Z");
const KIM = "0190a0de-0000-7000-8000-000000000001";

const client = (name: string, changes: Partial<RosterClient> = {}): RosterClient => ({
  relationshipId: name,
  status: "ACTIVE",
  client: { userId: name, displayName: name },
  timezone: "Europe/Berlin",
  coach: { userId: KIM, displayName: "Kim" },
  attention: null,
  snoozedUntil: null,
  days: [],
  percent7: 80,
  percent28: 80,
  bucket: "ON_TRACK",
  onboarding: null,
  lastSyncAt: NOW.toISOString(),
  outbox: null,
  ...changes,
});

const ATTENTION = {
  taskId: KIM,
  taskType: "FORM_REVIEW",
  severity: "NORMAL",
  code: "FORM_SUBMITTED",
  dueAt: null,
  facts: null,
  sentence: null,
  openTasks: 1,
};

const namesIn = (clients: readonly RosterClient[], choice: Partial<Choice>) =>
  clientsInView(clients, {
    view: "all",
    typed: "",
    reader: { userId: KIM, now: NOW },
    ...choice,
  }).map(({ client: { displayName } }) => displayName);

describe("the views of the roster", () => {
  test("the first view has those who need nobody below the others, each part in the server's order", () => {
    const clients = [
      client("quiet"),
      client("second", { attention: ATTENTION }),
      client("asleep", { snoozedUntil: NOW.toISOString() }),
      client("third", { attention: ATTENTION }),
    ];
    expect(namesIn(clients, { view: "attention" })).toEqual(["second", "third", "quiet", "asleep"]);
    expect(namesIn(clients, { view: "all" })).toEqual(["quiet", "second", "asleep", "third"]);
    expect(quietFrom(clients, "attention")).toBe(2);
    expect(quietFrom(clients, "all")).toBeNull();
  });

  test("a line stands before those who need nobody, also if they are all, and never at the end", () => {
    const [one, other] = [client("one"), client("other")];
    expect(rosterLines([one, other], 1)).toEqual([one, QUIET, other]);
    expect(rosterLines([one, other], 0)).toEqual([QUIET, one, other]);
    expect(rosterLines([one, other], 2)).toEqual([one, other]);
    expect(rosterLines([one, other], null)).toEqual([one, other]);
  });

  test("the view of ended clients has those alone", () => {
    const clients = [client("running"), client("over", { status: "ENDED" })];
    expect(namesIn(clients, { view: "ended" })).toEqual(["over"]);
  });

  test("falling has those whose 7 days lie 15 points below their 28 days", () => {
    const clients = [
      client("steady", { percent7: 66, percent28: 80 }),
      client("falling", { percent7: 65, percent28: 80 }),
      client("new", { percent7: null, percent28: null }),
    ];
    expect(namesIn(clients, { view: "falling" })).toEqual(["falling"]);
  });

  test("silent has active clients without contact for three days or ever, and no paused ones", () => {
    const clients = [
      client("heard", { lastSyncAt: "2026-11-23T08:00:01Z" }),
      client("silent", { lastSyncAt: "2026-11-23T08:00:00Z" }),
      client("never", { lastSyncAt: null }),
      client("paused", { lastSyncAt: null, status: "PAUSED" }),
    ];
    expect(namesIn(clients, { view: "silent" })).toEqual(["silent", "never"]);
  });

  test("unsynced has those with entries that wait or were refused", () => {
    const reportedAt = NOW.toISOString();
    const clients = [
      client("unknown"),
      client("empty", {
        outbox: { depth: 0, rejected: 0, reportedAt },
      }),
      client("refused", {
        outbox: { depth: 0, rejected: 1, reportedAt },
      }),
    ];
    expect(namesIn(clients, { view: "unsynced" })).toEqual(["refused"]);
  });

  test("a search finds each typed word in the name without case or accents, and keeps the order", () => {
    const clients = [client("Zoë Vogel"), client("Ana Vogel"), client("Zoe Keller")];
    expect(namesIn(clients, { typed: " ZOE " })).toEqual(["Zoë Vogel", "Zoe Keller"]);
    expect(namesIn(clients, { typed: "vog zo" })).toEqual(["Zoë Vogel"]);
  });

  test("the address keeps known codes and ids, and drops typed text and unknown values", () => {
    const search = { view: "falling", sort: "NAME", status: "GONE", coach: "Kim", q: "Zoe" };
    expect(rosterSearch(search)).toEqual({ view: "falling", sort: "NAME" });
    expect(rosterSearch({ coach: KIM, bucket: "OFF_TRACK" })).toEqual({
      coach: KIM,
      bucket: "OFF_TRACK",
    });
  });
});
