import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { HttpAnswer, HttpRequest } from "../../../device/ports/http.ts";
import { loadDay } from "../../../device/read/load-day.ts";
import { refreshScope } from "../../../device/read/refresh-scope.ts";
import { loadProgram } from "../../../device/read/slices/assignment-slice.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
import { buildDeviceStage, type DeviceStage } from "../../factories/device/device-stage.ts";
import { success } from "../../factories/device/fake-api.ts";
import { dayWith, taskOf } from "../../factories/device/read-day.ts";

test("An older answer never replaces a newer one, in whatever order the answers of three reads arrive", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 5 }), { maxLength: 12 }), async (order) => {
      const server = slowServer();
      const stage = await buildDeviceStage({ answer: server.answer });
      await stage.session.register();
      const scopeId = await stage.addScope();
      const readers = { left: 3 };
      const read = async () => {
        // A read that was overtaken again and again gives up.
        await refreshScope(stage.core, stage.session, scopeId).catch(() => null);
        readers.left -= 1;
      };
      const reads = [read(), read(), read()];

      const shown: Shown[] = [];
      for (let step = 0; readers.left > 0 && step < MOST_STEPS; step += 1) {
        await turns();
        server.deliver(order[step % Math.max(1, order.length)] ?? 0);
        shown.push(await shownIn(stage, scopeId));
      }
      await Promise.all(reads);
      shown.push(await shownIn(stage, scopeId));

      for (const part of ["day", "task", "program"] as const) {
        const versions = shown.map((one) => one[part]);
        expect(versions).toEqual(versions.toSorted((one, other) => one - other));
        expect(versions.at(-1)).toBeGreaterThan(0);
      }
    }),
    { numRuns: 20 },
  );
});

/** More than three reads with all their repetitions take. */
const MOST_STEPS = 2_000;

interface Shown {
  readonly day: number;
  readonly task: number;
  readonly program: number;
}

/** A server whose state grows with each request; a test decides which answer arrives next. */
function slowServer() {
  const pending: (() => void)[] = [];
  let version = 0;
  return {
    deliver(place: number) {
      pending.splice(place % Math.max(1, pending.length), 1)[0]?.();
    },
    async answer({ method, path }: HttpRequest): Promise<HttpAnswer> {
      if (method === "POST")
        return success({ deviceId: "device", deviceSecret: null, purgeOrders: [] });
      version += 1;
      const answer = success(path.includes("/sync?") ? scopeAt(version) : dayAt(version));
      await new Promise<void>((resolve) => {
        pending.push(resolve);
      });
      return answer;
    },
  };
}

const scopeAt = (version: number) => ({
  serverCursor: `cursor-${version}`,
  scopeState: "ACTIVE",
  assignment: { assignmentId: "program", updatedAt: instantAt(version) },
});

const dayAt = (version: number) =>
  dayWith([taskOf(version, "PENDING")], { adherenceSummary: { adherencePercent: version } });

const instantAt = (version: number) => new Date(version * 1_000).toISOString();

async function shownIn({ core, rows }: DeviceStage, scopeId: string): Promise<Shown> {
  const scope = await loadScope(core.ports.sql, scopeId);
  if (scope === null) throw new Error("The scope is gone");
  const [task] = await rows("select revision from snapshot where kind = 'task'");
  const day = await loadDay(core, scope);
  const program = await loadProgram(core, scope);
  return {
    day: day?.content.adherenceSummary.adherencePercent ?? 0,
    task: Number(task?.["revision"] ?? 0),
    program: program === null ? 0 : Date.parse(program.updatedAt) / 1_000,
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
