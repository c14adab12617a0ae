import { expect, test } from "@jest/globals";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import type { MemoryDisk } from "../../../device/testing/memory-sql.ts";
import type { Device } from "../../../device/types.ts";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
} from "../../factories/device/device-world.ts";
import { assignForm, COMPLETE, FORM_ID } from "../../factories/device/fake-forms.ts";

const formAssignmentId = FORM_ID;

async function built() {
  const world = makeDeviceWorld();
  const disk = interrupted(world.disk);
  world.disk = disk;
  const form = assignForm(world);
  const device = await world.open();
  await device.signIn(world.tokens());
  const forms = await formsOf(device);
  await forms.refresh();
  return { world, disk, form, device, forms };
}

/** A disk on which a test acts between the read of a form and the next read. */
function interrupted(disk: MemoryDisk): InterruptedDisk {
  const own: InterruptedDisk = {
    ...disk,
    afterNextFormRead: null,
    open() {
      const sql = disk.open();
      return {
        ...sql,
        async read(statement) {
          const rows = await sql.read(statement);
          const act = own.afterNextFormRead;
          if (act === null || !statement.sql.includes("from snapshot")) return rows;
          own.afterNextFormRead = null;
          await act();
          return rows;
        },
      };
    },
  };
  return own;
}

type InterruptedDisk = MemoryDisk & { afterNextFormRead: (() => Promise<unknown>) | null };

async function formsOf(device: Device) {
  return await (await firstScope(device)).part("forms");
}

/** Fills the form in, saves it twice and submits it; each step may find its work done by a former process. */
async function fillIn(device: Device): Promise<void> {
  const forms = await formsOf(device);
  const known = await forms.form({ formAssignmentId });
  if (known === null) await forms.refresh();
  const { main_goal = null } = COMPLETE;
  await forms.write({ formAssignmentId, answers: { main_goal } });
  await forms.save({ formAssignmentId, callId: "first" });
  await forms.write({ formAssignmentId, answers: COMPLETE });
  await forms.save({ formAssignmentId, callId: "second" });
  await device.sync();
  await forms.submit({ formAssignmentId, callId: "submission" });
}

test("A client who is killed at any write of a form loses no answer and submits it once", async () => {
  for (const when of ["BEFORE", "AFTER"] as const)
    for (let nth = 1; nth <= 16; nth += 1) {
      const { world, form, device } = await built();
      world.disk.kill(when, nth);
      await fillIn(device).catch(() => null);
      const next = await world.open();
      await fillIn(next);
      await next.sync();
      const forms = await formsOf(next);
      await forms.refresh();

      expect(form.submissions).toEqual([COMPLETE]);
      expect(await forms.form({ formAssignmentId })).toMatchObject({
        state: "SUBMITTED",
        answers: COMPLETE,
        submission: null,
      });
      expect(await world.rows("select * from draft")).toEqual([]);
      const { scopeId } = await firstScope(next);
      expect(await checkLaw(world.disk.open(), scopeId)).toBeNull();
    }
});

test("Answers written while the answer to the submission arrives are refused and leave no draft", async () => {
  const { world, disk, device, forms } = await built();
  await forms.write({ formAssignmentId, answers: COMPLETE });
  await forms.save({ formAssignmentId });
  await device.sync();
  world.isOnline = false;
  await forms.submit({ formAssignmentId });
  world.isOnline = true;
  disk.afterNextFormRead = async () => await device.sync();

  const written = await forms.write({ formAssignmentId, answers: { main_goal: "Too late" } });

  expect(written).toEqual({ kind: "CLOSED" });
  expect(await forms.form({ formAssignmentId })).toMatchObject({ answers: COMPLETE });
  expect(await world.rows("select * from draft")).toEqual([]);
});

test("A draft in conflict is not written, saved or submitted, whatever order another phone's draft arrives in", async () => {
  for (const isSaved of [true, false])
    for (const isRead of [true, false]) {
      const { world, form, device, forms } = await built();
      await forms.write({ formAssignmentId, answers: { main_goal: "Mine" } });
      world.isOnline = false;
      if (isSaved) await forms.save({ formAssignmentId });
      form.saveElsewhere({ main_goal: "Theirs" });
      world.isOnline = true;
      if (isRead) await forms.refresh();
      if (!isSaved) await forms.save({ formAssignmentId });
      await device.sync();
      await forms.refresh();

      const shown = await forms.form({ formAssignmentId });
      const refused = [
        (await forms.write({ formAssignmentId, answers: {} })).kind,
        await forms.save({ formAssignmentId }),
        (await forms.submit({ formAssignmentId })).kind,
      ];

      expect(shown?.conflict).toMatchObject({
        mine: { main_goal: "Mine" },
        theirs: { main_goal: "Theirs" },
      });
      expect(refused).toEqual(["CONFLICT", "CONFLICT", "CONFLICT"]);
      expect(form.answers()).toEqual({ main_goal: "Theirs" });
    }
});

test("A choice that was made on an older draft of the other phone is asked again", async () => {
  const { form, device, forms } = await built();
  await forms.write({ formAssignmentId, answers: { main_goal: "Mine" } });
  form.saveElsewhere({ main_goal: "Theirs" });
  await forms.refresh();
  const { conflict } = (await forms.form({ formAssignmentId })) ?? {};
  form.saveElsewhere({ main_goal: "Newer" });

  const choice = { formAssignmentId, keep: "MINE", theirRevision: conflict?.theirRevision ?? -1 };
  const chosen = await forms.choose({ ...choice, keep: "MINE" });
  await device.sync();
  await forms.refresh();

  expect(chosen).toBe("CHOSEN");
  expect(form.answers()).toEqual({ main_goal: "Newer" });
  expect((await forms.form({ formAssignmentId }))?.conflict).toMatchObject({
    mine: { main_goal: "Mine" },
    theirs: { main_goal: "Newer" },
  });
});

test("A page that wakes late replaces no newer answers of another page, and its own repeated write counts once", async () => {
  const { forms, device } = await built();
  const seenVersion = (await forms.form({ formAssignmentId }))?.version ?? "";
  const first = { formAssignmentId, answers: { main_goal: "First" }, seenVersion };
  const written = await forms.write(first);
  const version = written.kind === "WRITTEN" ? written.version : "";
  const repeated = await forms.write(first);
  const newer = { main_goal: "Newer" };
  await forms.write({ formAssignmentId, answers: newer, seenVersion: version });

  const late = await forms.write(first);
  await forms.save({ formAssignmentId });
  await device.sync();
  await forms.refresh();
  const later = await forms.write({ formAssignmentId, answers: {}, seenVersion: version });

  expect(repeated).toEqual(written);
  expect(late).toMatchObject({ kind: "STALE", form: { answers: newer, state: "LOCAL_DRAFT" } });
  expect(later).toMatchObject({ kind: "STALE", form: { answers: newer, state: "OPEN" } });
  expect(await forms.form({ formAssignmentId })).toMatchObject({ answers: newer });
});

test("A submission does not replace another phone's draft that the client has not seen", async () => {
  for (const isWritten of [true, false]) {
    const { form, forms } = await built();
    if (!isWritten) {
      form.saveElsewhere(COMPLETE);
      await forms.refresh();
    } else await forms.write({ formAssignmentId, answers: COMPLETE });
    form.saveElsewhere({ ...COMPLETE, main_goal: "Theirs" });

    const submitted = await forms.submit({ formAssignmentId });

    expect(submitted).toEqual({ kind: "CONFLICT" });
    expect(form.submissions).toEqual([]);
    const shown = await forms.form({ formAssignmentId });
    expect(shown?.state).toBe(isWritten ? "CONFLICT" : "OPEN");
    expect((shown?.conflict?.theirs ?? shown?.answers)?.["main_goal"]).toBe("Theirs");
  }
});

test("A submission that was made offline replaces no draft that another phone saved until it is sent", async () => {
  for (const isWritten of [true, false]) {
    const { world, form, device, forms } = await built();
    if (!isWritten) {
      form.saveElsewhere(COMPLETE);
      await forms.refresh();
    } else await forms.write({ formAssignmentId, answers: COMPLETE });
    world.isOnline = false;
    const submitted = await forms.submit({ formAssignmentId });
    form.saveElsewhere({ ...COMPLETE, main_goal: "Theirs" });
    world.isOnline = true;
    await device.sync();

    expect(submitted).toMatchObject({ kind: "OPEN", waitsFor: "OFFLINE" });
    expect(form.submissions).toEqual([]);
    expect(await forms.form({ formAssignmentId })).toMatchObject({
      state: isWritten ? "CONFLICT" : "OPEN",
      submission: { kind: "REFUSED", code: "UNSEEN_DRAFT" },
      ...(isWritten
        ? { conflict: { theirs: { main_goal: "Theirs" } } }
        : { answers: { main_goal: "Theirs" } }),
    });
  }
});

test("The server's rule says offline which questions are shown, what is missing and what is left out", async () => {
  const { world, forms } = await built();
  world.isOnline = false;
  const answers = { ...COMPLETE, injuries: "The left knee", stress: 40 };

  const check = await forms.check({ formAssignmentId, answers });
  await forms.write({ formAssignmentId, answers: { ...answers, stress: 4, diet: "other" } });
  const submitted = await forms.submit({ formAssignmentId });

  expect(check?.shown).not.toContain("injuries");
  expect(check).toMatchObject({
    omitted: ["injuries"],
    faults: [{ questionId: "stress", code: "too_big" }],
  });
  expect(submitted).toMatchObject({ kind: "INCOMPLETE", faults: [{ questionId: "other_diet" }] });
});

test("A submission leaves hidden answers out, and a draft that no input can mend is not queued", async () => {
  const { form, forms } = await built();
  await forms.write({ formAssignmentId, answers: { diet: "moon-dust" } });
  const invalid = await forms.save({ formAssignmentId });
  await forms.write({ formAssignmentId, answers: { ...COMPLETE, injuries: "The left knee" } });

  const submitted = await forms.submit({ formAssignmentId });

  expect(invalid).toBe("INVALID");
  expect(submitted).toMatchObject({ kind: "DONE" });
  expect(form.submissions).toEqual([COMPLETE]);
});

/** A phone with a saved draft, a changed draft, and a submission without an answer. */
async function busy() {
  const { world, device, forms } = await built();
  world.isOnline = false;
  await forms.write({ formAssignmentId, answers: { main_goal: "secret words" } });
  await forms.save({ formAssignmentId });
  await forms.write({ formAssignmentId, answers: { ...COMPLETE, main_goal: "secret words" } });
  const submitting = forms.submit({ formAssignmentId });
  expect(await submitting).toMatchObject({ kind: "OPEN" });
  expect(await textOf(world)).not.toContain("secret words");
  world.isOnline = true;
  return { world, device };
}

async function textOf(world: DeviceWorld): Promise<string> {
  const tables = ["draft", "online_act", "snapshot", "sync_operation", "cache_metadata"];
  const rows = await Promise.all(
    tables.map(async (table) => await world.rows(`select * from ${table}`)),
  );
  return rows.flat().flatMap(Object.values).map(readable).join(" ");
}

function readable(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}

test("A sign-out names the draft and the submission without an answer, and deletes both with consent", async () => {
  const { world, device } = await busy();
  world.isOnline = false;
  const refused = await device.signOut();
  world.isOnline = true;
  world.orders = [world.order()];
  world.intercept = ({ path }) =>
    path.includes("/sync") || path.includes("/form-")
      ? { kind: "SILENCE", reason: "UNREACHABLE" }
      : null;

  const signedOut = await device.signOut(2);

  expect(refused).toEqual({ kind: "UNSENT", unsent: 2 });
  expect(signedOut).toEqual({ kind: "SIGNED_OUT" });
  for (const table of ["draft", "online_act", "snapshot", "sync_operation", "cache_scope"])
    expect(await world.rows(`select * from ${table}`)).toEqual([]);
});

test("A sign-out names a form that was only written, and not one whose draft is saved", async () => {
  const { world, device, forms } = await built();
  await forms.write({ formAssignmentId, answers: { main_goal: "Mine" } });
  const written = await device.signOut();
  await forms.save({ formAssignmentId });
  await device.sync();
  world.orders = [world.order()];

  const saved = await device.signOut();

  expect(written).toEqual({ kind: "UNSENT", unsent: 1 });
  expect(saved).toEqual({ kind: "SIGNED_OUT" });
  expect(await world.rows("select * from draft")).toEqual([]);
});
