import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { settleImport } from "../../activities/invitations/csv/settle-import.ts";
import { csvOutcomeSchema } from "../../contract/invitations/csv-schema.ts";
import { CSV_ACTOR_SECONDS, CSV_SLICE } from "../../contract/invitations/vocabulary.ts";
import type { RegisteredCoach } from "../factories/accounts/people.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  invitationsOf,
  useInvitingCoaches,
} from "../factories/invitations/use-inviting-coaches.ts";
import { startApi } from "../harness/api.ts";

const FILES = 11;
const PEOPLE = 2 * CSV_SLICE + 5;

const { api, issuer, coach, newCoach } = await useInvitingCoaches();

test("Eleven files at once have an outcome for each line, and beside them nobody is refused", async () => {
  const { database, deps } = api;
  const busy = await startApi({ issuer: issuer.issuer, database, fileAnswerMs: 1_000 });
  try {
    const senders: RegisteredCoach[] = [];
    for (let file = 0; file < FILES; file += 1) senders.push(await newCoach());
    const underWay = new Set(senders);
    const sent = senders.map(async (sender) => {
      const people = Array.from({ length: PEOPLE }, () => `${randomUUID()}@example.com`);
      const body = { csv: ["email", ...people].join("\n") };
      const path = `${invitationsOf(sender)}/csv`;
      const answer = await busy.call("POST", path, { ...sender, key: randomUUID(), body });
      underWay.delete(sender);
      return { status: answer.status, outcome: csvOutcomeSchema.parse(answer.data) };
    });
    // Requests are sent for as long as a file waits for its answer.
    const statuses: number[] = [];
    while (underWay.size > 0) {
      const [listed, invited] = await Promise.all([
        busy.call("GET", invitationsOf(coach), coach),
        busy.call("POST", invitationsOf(coach), { ...coach, key: randomUUID(), body: {} }),
      ]);
      statuses.push(listed.status, invited.status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 400]));

    const answers = await Promise.all(sent);
    expect(answers.filter(({ status }) => status !== 201 && status !== 202)).toEqual([]);
    const ids = answers.map(({ outcome }) => outcome.importId);
    await moveClock(database.ownerUrl, CSV_ACTOR_SECONDS + 1);
    for (const importId of ids) {
      const order = { importId, invitationKey: deps.keys.invitation };
      while ((await settleImport(deps.database.em.fork(), order)).open);
    }
    for (const [at, sender] of senders.entries()) {
      const path = `${invitationsOf(sender)}/csv/${ids[at]}`;
      const read = csvOutcomeSchema.parse((await busy.call("GET", path, sender)).data);
      const settled = read.lines.filter(({ outcome }) =>
        ["INVITED", "SCHEDULED"].includes(outcome),
      );
      expect([read.waiting, settled.length]).toEqual([0, PEOPLE]);
    }
  } finally {
    await busy.close();
  }
}, 60_000);
