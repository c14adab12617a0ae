import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { beginImport } from "../../activities/invitations/csv/begin-import.ts";
import { runImport } from "../../activities/invitations/csv/run-import.ts";
import { settleImport } from "../../activities/invitations/csv/settle-import.ts";
import { inviteClient } from "../../activities/invitations/invite-client.ts";
import { presentImport } from "../../api/invitations/present-import.ts";
import { csvOutcomeSchema } from "../../contract/invitations/csv-schema.ts";
import {
  CSV_ACTOR_SECONDS,
  CSV_SLICE,
  INVITATION_DAYS,
  NEW_COACH_INVITATIONS_PER_DAY,
} from "../../contract/invitations/vocabulary.ts";
import { countFailedLines, findImport } from "../../db/invitations/imports/queries.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import { AT_ONCE, linesTo } from "../factories/invitations/csv-file.ts";
import { buildCoach, type BuiltCoach, INVITATION_KEY } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const poison = await createPoisonedRows(ownerUrl);
afterAll(() => poison.close());
const faults: unknown[] = [];
const log = { error: (fields: unknown) => void faults.push(fields) };
let coach: BuiltCoach;
beforeEach(async () => {
  faults.length = 0;
  await poison.remove();
  await moveClock(ownerUrl, 0);
  coach = await buildCoach(em);
});

const run = (importId: string) => runImport(em, orderOf(importId), AT_ONCE);

const isSent = "status in ('ACTIVE', 'SCHEDULED')";
const isTo = (contact: Contact | undefined) => `target_email = '${contact?.value ?? "none"}'`;

describe("a line of a file that fails alone", () => {
  test("is FAILED, loses its contact, uses no quota and does not delay the others; repaired, its person is invited", async () => {
    const contacts = people(NEW_COACH_INVITATIONS_PER_DAY + 1);
    const [, , bad] = contacts;
    const failedBefore = await countFailedLines(em.fork());
    const importId = await begin(contacts);
    await poison.refuse("invitation", `${isTo(bad)} and ${isSent}`);
    await run(importId);
    const { lines, waiting } = await outcomesOf(importId);
    expect(waiting).toBe(0);
    expect(lines.map(({ outcome }) => outcome)).toEqual(
      contacts.map((contact) => (contact === bad ? "FAILED" : "INVITED")),
    );
    const { en, de } = lines[2]?.message ?? { en: null, de: null };
    expect([en, de]).toEqual([
      expect.stringContaining("fault on our side"),
      expect.stringContaining("Fehlers bei uns"),
    ]);
    expect(lines.filter(({ message }) => message !== null)).toHaveLength(1);
    expect(await madeOf(bad)).toEqual([]);
    expect(await countFailedLines(em.fork())).toBe(failedBefore + 1);
    expect(faults).toMatchObject([{ importId, line: 4, failureClass: "SQLSTATE_23514" }]);
    await poison.remove();
    await moveClock(ownerUrl, 86_400 + 60);
    expect(await countFailedLines(em.fork())).toBe(0);
    const again = await begin(contacts.slice(2, 3));
    await run(again);
    expect(await lineOutcomesOf(again)).toEqual(["INVITED"]);
  });

  test("delays no later slice, and its actor ends", async () => {
    const contacts = people(CSV_SLICE + 5);
    const importId = await begin(contacts);
    await poison.refuse("invitation", `${isTo(contacts[0])} and ${isSent}`);
    await moveClock(ownerUrl, CSV_ACTOR_SECONDS + 1);
    const settle = () => settleImport(em.fork(), orderOf(importId));
    expect(await settle()).toMatchObject({ did: [`JUDGED ${CSV_SLICE}`], open: true });
    expect(await settle()).toMatchObject({ did: ["JUDGED 5"], over: true });
    expect((await lineOutcomesOf(importId)).filter((outcome) => outcome === "FAILED")).toHaveLength(
      1,
    );
    expect(faults).toHaveLength(1);
  });

  test("is FAILED at once if that happens before it waits, and the others of its file are invited", async () => {
    const contacts = people(3);
    await poison.refuse("invitation", isTo(contacts[1]));
    const importId = await begin(contacts);
    expect(await lineOutcomesOf(importId)).toEqual(["FAILED"]);
    await run(importId);
    expect(await lineOutcomesOf(importId)).toEqual(["INVITED", "FAILED", "INVITED"]);
    expect(faults).toMatchObject([{ importId, line: 3, failureClass: "SQLSTATE_23514" }]);
    const alone = await begin(contacts.slice(1, 2));
    expect(await outcomesOf(alone)).toMatchObject({
      waiting: 0,
      lines: [{ outcome: "FAILED" }],
    });
  });

  test("waits if not even the failure can be recorded, and its actor fails until it is repaired", async () => {
    const importId = await begin(people(3));
    await poison.plant("invitation_import_line");
    await run(importId);
    expect(await lineOutcomesOf(importId)).toEqual(["INVITED", "INVITED"]);
    await moveClock(ownerUrl, CSV_ACTOR_SECONDS + 1);
    const settle = () => settleImport(em.fork(), orderOf(importId));
    await expect(settle()).rejects.toMatchObject({ name: "PASSED_OVER" });
    await poison.remove();
    expect(await settle()).toMatchObject({ did: ["JUDGED 1"], over: true });
    expect(await lineOutcomesOf(importId)).toEqual(["INVITED", "INVITED", "INVITED"]);
  });
});

test("a database failure in a slice of a file is no poison: the slice is retried as a whole", async () => {
  const importId = await begin(people(3));
  await poison.plant("invitation", { sqlState: "53200" });
  await expect(run(importId)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect([await lineOutcomesOf(importId), faults]).toEqual([[], []]);
  await poison.remove();
  await run(importId);
  expect(await lineOutcomesOf(importId)).toEqual(["INVITED", "INVITED", "INVITED"]);
});

test("invitations that cannot be marked as expired do not block other invitations, by hand or by file, and are marked once they are repaired", async () => {
  const { workspaceId, userId: invitedByUserId } = coach;
  const invite = async (contact: Contact) => {
    const by = { workspaceId, invitedByUserId, invitationKey: INVITATION_KEY, requestId: "hand" };
    return await transact(em, (tx) => inviteClient(tx, { ...by, contact, log }));
  };
  const invited: string[] = [];
  for (const contact of people(3)) invited.push((await invite(contact)).id);
  const expired = () => em.fork().count(Invitation, { id: { $in: invited }, status: "EXPIRED" });
  await moveClock(ownerUrl, (INVITATION_DAYS + 1) * 86_400);
  await poison.refuse("invitation", `id = '${invited[0]}' and status = 'EXPIRED'`);
  const [first = "none"] = invited;
  for (const contact of people(1)) await invite(contact);
  expect(await expired()).toBe(2);
  expect(faults).toMatchObject([{ invitationId: first, failureClass: "SQLSTATE_23514" }]);
  const importId = await begin(people(2));
  await run(importId);
  expect(await lineOutcomesOf(importId)).toEqual(["INVITED", "INVITED"]);
  await poison.remove();
  for (const contact of people(1)) await invite(contact);
  expect(await expired()).toBe(3);
});

function people(count: number) {
  return Array.from({ length: count }, (): Contact => ({
    kind: "EMAIL",
    value: `${randomUUID()}@x.example`,
  }));
}

async function begin(contacts: readonly Contact[]) {
  const { workspaceId, userId: invitedByUserId } = coach;
  const file = { workspaceId, invitedByUserId, requestId: "file", lines: linesTo(contacts), log };
  return (await transact(em, (tx) => beginImport(tx, file))).importId;
}

function orderOf(importId: string) {
  return {
    importId,
    invitationKey: INVITATION_KEY,
    requestId: "file",
    log,
  };
}

async function outcomesOf(importId: string) {
  const found = await findImport(em.fork(), { workspaceId: coach.workspaceId, importId });
  if (found === null) throw new Error("There is no such import");
  return csvOutcomeSchema.parse(presentImport(found));
}

async function lineOutcomesOf(importId: string) {
  return (await outcomesOf(importId)).lines.map(({ outcome }) => outcome);
}

function madeOf(contact: Contact | undefined) {
  return em.fork().find(Invitation, { targetEmail: contact?.value ?? "none" });
}
