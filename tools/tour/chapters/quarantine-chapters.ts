import { randomUUID } from "node:crypto";
import { todaySchema } from "../../../contract/agenda/today-schema.ts";
import type { OperationResult } from "../../../contract/sync/schema.ts";
import {
  quarantinePageSchema,
  redrivenSchema,
  rejectedOperationPageSchema,
} from "../../../contract/sync/support/support-schema.ts";
import { breakWritesOf } from "../break-writes.ts";
import { callApi } from "../call-api.ts";
import { METRIC, TITLES } from "./coach-chapters.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import { taskOf } from "./offline-chapter.ts";
import { type Outbox, queueAction, submitOutbox, takeResults } from "../phone.ts";
import type { SecondHouse } from "../house/second-house.ts";
import { sendOne } from "../send-one.ts";
import { type Person, enter } from "../stage.ts";
import { syncRequest } from "../sync-request.ts";
import { skipRetries } from "../skip-retries.ts";

/** A quarantined operation, the staff member who may re-drive it, and the repair of the bug. */
export interface Quarantined {
  readonly receiptId: string;
  readonly support: Person;
  readonly mend: () => Promise<void>;
}

/** The value whose write fails, and another one in the same batch. */
const BROKEN_ML = 333;
const SOUND_ML = 250;
const MINUTE_MS = 60_000;
const REASON = "Ticket 12: an entry of water is missing";

/** A bug in the product: one value crashes. Only its operation is deferred, retried twice, and quarantined. */
export async function valueCannotBeWritten(second: SecondHouse): Promise<Quarantined> {
  const { stage, house, client } = second;
  const { page } = stage;
  page.chapter("A bug: one operation crashes, and is quarantined");
  const mend = await breakWritesOf(BROKEN_ML, house.ownerUrl);
  page.note(`A trigger on that database makes each write of ${BROKEN_ML} ml fail, as a bug would.`);
  const waiting = await sendBoth(second);
  page.verified(
    `the ${SOUND_ML} ml are stored; only the ${BROKEN_ML} ml in the same batch are deferred`,
  );
  const support = await enter(stage, {
    name: "Sam Support",
    role: "support",
    clientId: "sideline-web",
    tokenRoles: ["admin"],
  });
  await skipRetries(second, { support, reason: REASON });
  const result = await sendOne(stage, { client, outbox: waiting });
  expectEqual(
    "the verdict after three crashes",
    [result.status, result.rejectionCode],
    ["REJECTED", "OPERATION_QUARANTINED"],
  );
  const receiptId = expectPresent("the receipt of the quarantine", result.receiptId);
  page.verified("the phone has a final answer with a receipt; the operation is kept for support");
  return { receiptId, support, mend };
}

/** Support finds it, the bug is fixed, and the operation is re-driven as a new one of the same client. */
export async function supportRedrives(
  second: SecondHouse,
  { receiptId, support, mend }: Quarantined,
): Promise<void> {
  const { stage } = second;
  stage.page.chapter("Support drives the quarantined operation again");
  await findInQuarantine(second, { receiptId, support });
  await mend();
  stage.page.note("The bug is fixed: the trigger is removed.");
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/support/quarantine/${receiptId}/redrive`,
      token: support.token,
      keyed: true,
      body: { reason: REASON },
      answer: redrivenSchema,
    },
    ({ result }) => `${result.status} as the new operation ${result.clientOperationId}`,
  );
  expectEqual("the verdict on the new operation", data.result.status, "ACCEPTED");
  await expectLinked(second, { receiptId, support, redrivenAs: data.result.clientOperationId });
  await expectBothValues(second);
  stage.page.verified("nothing was lost: the day counts both values once");
}

/**
 * Sends both values in one batch, formed by hand so that they share it. Returns what then waits on the phone, which
 * decides itself when to ask again: the clock of this installation runs ahead of a real phone's.
 */
async function sendBoth({ stage, client, today }: SecondHouse): Promise<Outbox> {
  const { taskId, revision } = taskOf(today, TITLES.water);
  const { metricKind, unit } = METRIC;
  let outbox: Outbox = [];
  for (const value of [SOUND_ML, BROKEN_ML]) {
    // Different instants, because two values of one instant would count as the same glass.
    const recordedAt = new Date(Date.now() - MINUTE_MS + outbox.length * 1_000).toISOString();
    outbox = await queueAction(outbox, {
      clientOperationId: randomUUID(),
      operationType: "quick-log.record-value",
      expectedRevision: revision,
      clientRecordedAt: recordedAt,
      payload: { taskId, metricKind, unit, value, sourceType: "MANUAL", recordedAt },
    });
  }
  const { data } = await callApi(stage, syncRequest({ client, outbox }), ({ results }) =>
    results.map(verdictOf).join(", then "),
  );
  expectEqual("the verdicts", data.results.map(verdictOf), [
    "ACCEPTED",
    "REFETCH_REQUIRED TEMPORARILY_UNPROCESSED",
  ]);
  return takeResults(submitOutbox(outbox).outbox, data.results);
}

function verdictOf({ status, rejectionCode }: OperationResult): string {
  return rejectionCode === undefined ? status : `${status} ${rejectionCode}`;
}

async function findInQuarantine(
  { stage, client }: SecondHouse,
  { receiptId, support }: Pick<Quarantined, "receiptId" | "support">,
): Promise<void> {
  const { data } = await callApi(
    stage,
    {
      method: "GET",
      path: "/api/v1/support/quarantine",
      token: support.token,
      reason: REASON,
      answer: quarantinePageSchema,
    },
    ({ items }) => `${items.length} in quarantine; ids and codes only, no content`,
  );
  stage.page.table(
    ["operation", "device", "fault", "crashed", "the time of the quarantine"],
    data.items.map((item) => [
      item.operationType,
      item.deviceId,
      item.faultClass,
      `${item.attempts} times`,
      item.quarantinedAt,
    ]),
  );
  const found = data.items.map((item) => [item.receiptId, item.deviceId, item.attempts]);
  expectEqual("the quarantine", found, [[receiptId, client.deviceId, 3]]);
}

async function expectLinked(
  { stage, client }: SecondHouse,
  {
    receiptId,
    support,
    redrivenAs,
  }: Pick<Quarantined, "receiptId" | "support"> & { readonly redrivenAs: string },
): Promise<void> {
  const { data } = await callApi(
    stage,
    {
      method: "GET",
      path: `/api/v1/support/devices/${client.deviceId}/rejected-operations`,
      token: support.token,
      reason: REASON,
      answer: rejectedOperationPageSchema,
    },
    ({ items: [item] }) => `${item?.code}, re-driven as ${item?.fault?.redrivenAs}`,
  );
  const links = data.items.map((item) => [item.receiptId, item.fault?.redrivenAs]);
  expectEqual("the new operation", links, [[receiptId, redrivenAs]]);
}

async function expectBothValues({ stage, client, today }: SecondHouse): Promise<void> {
  const path = `/api/v1/client/today?date=${today.localDate}`;
  const { data } = await callApi(
    stage,
    { method: "GET", path, token: client.token, answer: todaySchema },
    (day) => `${taskOf(day, TITLES.water).completionSummary.value?.current} ${METRIC.unit}`,
  );
  const { value } = taskOf(data, TITLES.water).completionSummary;
  expectEqual(TITLES.water, [value?.current, value?.entryCount], [SOUND_ML + BROKEN_ML, 2]);
}
