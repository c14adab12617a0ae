import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { offlinePhone } from "../factories/workouts/offline-phone.ts";
import { buildPhone } from "../factories/sync/phone.ts";
import { programContent } from "../factories/plans/plan-acts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const STEPS = [
  "pause",
  "resume",
  "supersede",
  "publish",
  "complete",
  "next day",
  "prepare",
] as const;

// Release gate: a device that follows deltas has what the manifest names (docs/rooms/workouts.md#packages).
test("a device that follows deltas has exactly what the manifest names, whatever happens to the plan", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 10 }), play),
    { numRuns: 4 },
  );
}, 60_000);

type Step = (typeof STEPS)[number];
type App = ReturnType<typeof offlinePhone>;

/** Acts of a coach, a client and time on a trained program. */
async function stepsOf(app: App) {
  const program = await app.train();
  let { planId, assignmentId } = program;
  let days = 0;
  let contents = 0;
  const newContent = () => programContent(2, `Program ${(contents += 1)}`);
  const steps: Readonly<Record<Step, () => Promise<unknown>>> = {
    pause: () => app.acts.pause(app.owner, assignmentId),
    resume: () => app.acts.resume(app.owner, assignmentId),
    async supersede() {
      planId = await app.acts.make(app.owner, newContent());
      const { successor } = await app.acts.supersede(app.owner, assignmentId, planId);
      assignmentId = successor.id;
    },
    async publish() {
      await app.acts.publish(app.owner, planId, newContent());
      await app.acts.spread();
    },
    async complete() {
      const pending = { sourceId: assignmentId, status: "PENDING" } as const;
      const { em } = api.deps.database;
      await em.fork().nativeUpdate(AgendaTask, pending, { status: "COMPLETED" });
    },
    "next day": () => moveClock(api.database.ownerUrl, (days += 1) * 86_400),
    prepare: () => app.prepare(),
  };
  return { steps, now: () => Date.now() + days * 86_400_000 };
}

async function play(commands: readonly Step[]): Promise<void> {
  await moveClock(api.database.ownerUrl, 0);
  const app = offlinePhone(api, await buildPhone(api, issuer));
  const { steps, now } = await stepsOf(app);
  const first = await app.manifest();
  const cached = new Map((first.packages ?? []).map((each) => [each.packageId, each]));
  let cursor = first.nextCursor;
  for (const [place, command] of commands.entries()) {
    // A coach's act that is not possible, such as a second pause, is refused and has no effect.
    await steps[command]().catch(() => undefined);
    if (place % 2 === 0) continue;
    await app.prepare();
    cursor = await follow(app, cached, cursor);
  }
  await app.prepare();
  await follow(app, cached, cursor);
  const { packages = [] } = await app.manifest();
  const startable = [...cached.values()].filter(
    ({ cachePolicy }) => Date.parse(cachePolicy.expiresAt) > now(),
  );
  expect(byId(startable)).toEqual(byId(packages));
}

const byId = <Named extends { readonly packageId: string }>(all: readonly Named[]) =>
  all.toSorted((one, other) => (one.packageId < other.packageId ? -1 : 1));

/** Follows a delta like a device: deletions first. */
async function follow(
  app: App,
  cached: Map<string, Awaited<ReturnType<typeof app.delta>>["changedPackages"][number]>,
  cursor: string,
): Promise<string> {
  const delta = await app.delta(cursor);
  for (const id of delta.deletedPackageIds) cached.delete(id);
  for (const changed of delta.changedPackages) cached.set(changed.packageId, changed);
  return delta.nextCursor;
}
