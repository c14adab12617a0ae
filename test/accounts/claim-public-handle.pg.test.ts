import { expect, test } from "@jest/globals";
import { changeCoachProfile } from "../../activities/accounts/change-coach-profile.ts";
import { Refusal } from "../../contract/refusal.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { codeOf } from "../factories/code-of.ts";
import { meet } from "../factories/db/meet.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm();

const change = (userId: string, publicHandle: string | null, bio?: string) =>
  transact(em, (tx) =>
    changeCoachProfile(tx, {
      userId,
      changes: { publicHandle, ...(bio !== undefined && { bio }) },
    }),
  );

const profileOf = (userId: string) => em.fork().findOneOrFail(CoachProfile, { userId });

test("Two coaches who take one handle at once: one gets it, the other is refused", async () => {
  const [first, second] = [await buildCoach(em), await buildCoach(em)];
  const publicHandle = `race-${Date.now()}`;
  const [, refused] = await meet(
    em,
    (tx) => changeCoachProfile(tx, { userId: first.userId, changes: { publicHandle } }),
    async () => await change(second.userId, publicHandle, "Lost").catch((error: unknown) => error),
  );
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({
    code: "STATE_CONFLICT",
    details: { errors: [{ pointer: "/publicHandle", code: "HANDLE_TAKEN" }] },
  });
  expect(await em.fork().find(CoachProfile, { publicHandle })).toMatchObject([
    { userId: first.userId },
  ]);
  expect(await profileOf(second.userId)).toMatchObject({ publicHandle: null, bio: null });
});

test("A coach who waits for a handle gets it if the other coach's change is rolled back", async () => {
  const [first, second] = [await buildCoach(em), await buildCoach(em)];
  const publicHandle = `back-${Date.now()}`;
  let waited: Promise<string | null> | undefined;
  await transact(em, async (tx) => {
    await changeCoachProfile(tx, { userId: first.userId, changes: { publicHandle } });
    waited = codeOf(change(second.userId, publicHandle));
    throw new Error("Rolled back");
  }).catch(() => null);
  expect(await waited).toBeNull();
  expect(await profileOf(second.userId)).toMatchObject({ publicHandle });
  expect(await profileOf(first.userId)).toMatchObject({ publicHandle: null });
});

test("A coach who gives a handle up leaves it to others at once", async () => {
  const [first, second] = [await buildCoach(em), await buildCoach(em)];
  const publicHandle = `left-${Date.now()}`;
  await change(first.userId, publicHandle);
  expect(await codeOf(change(second.userId, publicHandle))).toBe("STATE_CONFLICT");
  await change(first.userId, null);
  expect(await codeOf(change(second.userId, publicHandle))).toBeNull();
});
