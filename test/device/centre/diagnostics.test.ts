import { expect, test } from "@jest/globals";
import {
  CATEGORIES,
  LOCAL_STATUSES,
  PLATFORMS,
  VERDICT_CODES,
} from "../../../contract/sync/vocabulary.ts";
import { WAIT_REASONS } from "../../../device/outbox/types.ts";
import { SCOPE_STATUSES } from "../../../device/store/load-scope.ts";
import { SCHEMA } from "../../../device/store/schema.ts";
import { OPERATION_VERSIONS } from "../../../device/wire/operation-types.ts";
import { firstScope, makeDeviceWorld, tap } from "../../factories/device/device-world.ts";

/** Occurs in every text that a person, an app or a server can put into the device. */
const POISON = "anna-geheim";

/** Texts that a document may hold: words of the library, versions, instants and ids. */
const WORDS: ReadonlySet<string> = new Set([
  ...LOCAL_STATUSES,
  ...CATEGORIES,
  ...PLATFORMS,
  ...WAIT_REASONS,
  ...SCOPE_STATUSES,
  ...Object.keys(VERDICT_CODES),
  ...Object.keys(OPERATION_VERSIONS),
  "DISCARDED",
  "OTHER",
  "CLIENT_MOBILE",
  "SIGNED_IN",
  "ONLINE",
]);
const FORMS = [
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  /^\d[\w.+-]*$/,
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
];

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A phone with every kind of entry, where each text contains the poison. */
async function poisoned() {
  const world = makeDeviceWorld();
  world.today = {
    localDate: "2026-01-05",
    timezone: `Europe/${POISON}`,
    adherenceSummary: { adherencePercent: null, note: POISON },
    agendaChecksum: POISON,
    tasks: [
      {
        taskId: `task-${POISON}`,
        localDate: "2026-01-05",
        status: "PENDING",
        revision: 1,
        items: [],
        snapshot: { title: POISON },
        completionSummary: { value: null },
        source: { context: POISON, id: POISON },
      },
    ],
  };
  const device = await world.open();
  await device.signIn({ ...world.tokens(), refreshToken: `Bearer ${POISON}` });
  const scope = await firstScope(device);
  await scope.refresh();
  const entry = (name: string, operationType = "today.skip") => ({
    clientOperationId: `${name}-${POISON}`,
    operationType,
    payload: { taskId: `task-${POISON}`, note: POISON, url: `https://${POISON}.example/?t=1` },
  });
  world.api.judge = ({ clientOperationId }) => {
    const result = {
      receiptId: "018f0000-0000-7000-8000-0000000000e1",
      message: POISON,
      refetch: [{ entityType: POISON, entityId: POISON, path: `/${POISON}`, reason: POISON }],
    };
    if (clientOperationId.startsWith("refused"))
      return {
        ...result,
        status: "REJECTED",
        rejectionCode: "TASK_CLOSED",
        category: "LIFECYCLE_CLOSED",
      };
    if (clientOperationId.startsWith("unknown"))
      return {
        ...result,
        receiptId: `receipt-${POISON}`,
        status: "CONFLICT",
        conflictCode: POISON,
        category: POISON,
      };
    return "ACCEPTED";
  };
  await scope.enqueue(entry("accepted"));
  await scope.enqueue(entry("refused"));
  await scope.enqueue(entry("unknown", `made-up.${POISON}`));
  await device.sync();
  world.isOnline = false;
  await scope.enqueue({ ...entry("waiting"), dependsOn: [`accepted-${POISON}`] });
  const centre = await scope.part("centre");
  await centre.discard({ clientOperationId: `refused-${POISON}` });
  await device.sync();
  return { world, device, scope };
}

test("A diagnostics document holds no text of a person, an app or a server, whatever they wrote", async () => {
  const { world, device, scope } = await poisoned();

  const document = await (await device.part("diagnostics")).collect();

  const text = JSON.stringify(document);
  expect(text.toLowerCase()).not.toContain("anna");
  for (const id of [scope.scopeId, "user-A", "workspace", world.tokens().accessToken])
    expect(text).not.toContain(id);
  const foreign = textsIn(document).filter(
    (one) => !WORDS.has(one) && !FORMS.some((form) => form.test(one)),
  );
  expect(foreign).toEqual([]);
});

test("A diagnostics document has versions, waits, ages, the counts of the law, and each operation with its code", async () => {
  const { world, device } = await poisoned();
  world.clock.jump(60_000);

  const document = await (await device.part("diagnostics")).collect();

  expect(document).toMatchObject({
    format: 1,
    app: { appVersion: "1.0.0", buildNumber: 1, platform: "IOS", osVersion: "19.1" },
    device: { session: "SIGNED_IN", connection: "OFFLINE", openPurgeOrders: 0 },
    storage: {
      schemaVersion: SCHEMA.version,
      fault: null,
      isCopied: false,
      unreadable: 0,
      rows: { sync_operation: 4, snapshot: 2 },
    },
    scopes: [
      {
        place: 1,
        status: "ACTIVE",
        hasCursor: true,
        wait: { reason: "OFFLINE", retries: 1 },
        law: { enqueued: 4, accepted: 1, rejected: 0, conflicted: 1, discarded: 1, waiting: 1 },
        isLawful: true,
        oldestWaitingMs: 60_000,
        omitted: 0,
        operations: [
          { sequence: 1, type: "today.skip", status: "ACCEPTED", code: null, wasSent: true },
          {
            sequence: 2,
            status: "DISCARDED",
            code: "TASK_CLOSED",
            receiptId: "018f0000-0000-7000-8000-0000000000e1",
          },
          { sequence: 3, type: "OTHER", status: "CONFLICTED", code: "OTHER", receiptId: null },
          { sequence: 4, status: "QUEUED", dependencies: 1, ageMs: 60_000 },
        ],
      },
    ],
  });
  expect(document.storage.bytes).toBeGreaterThan(10_000);
});

test.each(["FULL", "CORRUPT"] as const)(
  "A diagnostics document of a device whose storage is %s says so",
  async (fault) => {
    const world = makeDeviceWorld();
    const device = await world.open();
    await device.signIn(world.tokens());
    await (await firstScope(device)).enqueue(tap("one"));
    const diagnostics = await device.part("diagnostics");
    world.disk.fail(fault);

    const document = await diagnostics.collect();

    expect(document.storage.fault).toBe(fault);
    expect(document.scopes).toHaveLength(fault === "FULL" ? 1 : 0);
  },
);
