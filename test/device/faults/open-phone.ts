import type { Scope, TodayTask } from "../../../device/index.ts";
import type { Device } from "../../../device/types.ts";
import { start } from "../simulation/take-step.ts";
import { makeWorld, wait, type World } from "../simulation/world.ts";

/** A phone on which person A has signed in and read the day, with the model of the server. */
export async function openPhone(seed: number): Promise<OpenPhone> {
  const world = makeWorld(seed, "CLIENT_MOBILE");
  await start(world);
  await running(world).signIn(world.server.signIn("A"));
  await running(world).sync();
  return {
    world,
    device: () => running(world),
    scope: async () => await firstScope(running(world)),
    async restart() {
      world.phone.kill();
      await start(world);
    },
    async syncFor(ms) {
      void running(world)
        .sync()
        .catch(() => null);
      await wait(world, ms);
    },
    task: async (kind) => await taskOf(running(world), kind),
    async record(clientOperationId, value) {
      const { taskId } = await taskOf(running(world), "WATER");
      // Two values of one instant are the same value to the server.
      world.clock.advance(1_000);
      const recordedAt = new Date(world.clock.now()).toISOString();
      const metric = { metricKind: "WATER", value, unit: "ml", sourceType: "MANUAL", recordedAt };
      const scope = await firstScope(running(world));
      const operationType = "quick-log.record-value";
      await scope.enqueue({ clientOperationId, operationType, payload: { taskId, ...metric } });
    },
    async statuses() {
      const operations = await (await firstScope(running(world))).operations();
      return operations.map(({ status }) => status);
    },
  };
}

/** A phone in use. */
export interface OpenPhone {
  readonly world: World;
  device(): Device;
  scope(): Promise<Scope>;
  /** Kills the app and starts it again. */
  restart(): Promise<void>;
  /** Asks the app to sync, and lets time pass. */
  syncFor(ms: number): Promise<void>;
  task(kind: MeasuredBy): Promise<TodayTask>;
  /** Records water, which adds up. */
  record(clientOperationId: string, value: number): Promise<void>;
  statuses(): Promise<readonly string[]>;
}

/** The metric of a task; NONE selects the first task without a metric. */
type MeasuredBy = "WATER" | "STEPS" | "NONE";

function running({ device }: World): Device {
  if (device === null) throw new Error("The app does not run");
  return device;
}

async function firstScope(device: Device): Promise<Scope> {
  const [scope] = await device.scopes();
  if (scope === undefined) throw new Error("The device shows no scope");
  return scope;
}

async function taskOf(device: Device, kind: MeasuredBy): Promise<TodayTask> {
  const day = await (await firstScope(device)).today();
  const task = day?.tasks.find(({ accepted }) => metricOf(accepted.snapshot.metric) === kind);
  if (task === undefined) throw new Error(`The day has no task of ${kind}`);
  return task;
}

function metricOf(metric: object | null): unknown {
  return metric === null ? "NONE" : "metricKind" in metric && metric.metricKind;
}
