import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { OperationResult, Receipt, SyncAnswer } from "../../../contract/sync/schema.ts";
import { syncSnapshotSchema } from "../../../contract/sync/snapshot-schema.ts";
import { type ApiAnswer, askApi, requestLine } from "../call-api.ts";
import type { ClientOnPhone } from "./client-chapters.ts";
import { eventually } from "../eventually.ts";
import { TourFailure, expectEqual, expectPresent } from "../expect-equal.ts";
import type { OfflineAction } from "./offline-chapter.ts";
import { type Outbox, submitOutbox, takeResults } from "../phone.ts";
import { sendAndHangUp } from "../send-and-hang-up.ts";
import type { Stage } from "../stage.ts";
import { syncRequest } from "../sync-request.ts";

/** The client's phone and its waiting operations. */
export interface SyncingPhone {
  readonly client: ClientOnPhone;
  readonly actions: readonly OfflineAction[];
  readonly outbox: Outbox;
}

const ADMITTED_WITHIN_MS = 10_000;

/**
 * One batch is sent whole and its answer is lost. The server's verdicts are read from its receipts. The requests of
 * this chapter and the next one are formed by hand: they prove a replay byte for byte, which no app sees.
 */
export async function answerIsLost(stage: Stage, phone: SyncingPhone): Promise<readonly Receipt[]> {
  const { page } = stage;
  page.chapter("Online again: one batch is sent, and its answer is lost");
  const request = syncRequest(phone);
  const { operations } = request.body;
  page.sent(
    requestLine(request),
    `${operations.length} operations in ${describeSize(request.body)}`,
  );
  await sendAndHangUp(stage.api, request);
  page.came("nothing: the socket was destroyed before a byte of the answer was read");
  const receipts = await readReceipts(stage, phone);
  page.note("The server has admitted the batch nevertheless. Its receipts for this phone:");
  page.table(
    ["#", "the client", "verdict", "why", "receipt", "decided at"],
    receipts.map((receipt) => {
      const position = positionOf(phone, receipt.clientOperationId);
      const { status, receiptId, createdAt } = receipt;
      return [
        String(position + 1),
        phone.actions[position]?.label ?? "",
        status,
        whyOf(receipt),
        receiptId ?? "",
        createdAt,
      ];
    }),
  );
  return receipts;
}

/** The phone sends the same batch again, gets the first receipts, and has nothing left to send. */
export async function phoneAsksAgain(
  stage: Stage,
  phone: SyncingPhone,
  receipts: readonly Receipt[],
): Promise<Outbox> {
  const { page } = stage;
  page.chapter("The phone sends it again and gets the same receipts");
  const request = syncRequest(phone);
  page.sent(requestLine(request), "the same operations under the same ids");
  const second = await askApi(stage.api, request);
  const { results, scopeState } = second.data;
  page.came(`${second.status} ${results.length} results in order, scope ${scopeState}`);
  const settled = takeResults(submitOutbox(phone.outbox).outbox, results);
  page.table(
    ["#", "the client", "verdict", "why", "receipt", "on the phone"],
    results.map((result, index) => [
      String(index + 1),
      phone.actions[index]?.label ?? "",
      result.status,
      whyOf(result),
      result.receiptId ?? "none",
      settled[index]?.localStatus ?? "",
    ]),
  );
  expectVerdicts(phone, results);
  expectReceipts(phone, results, receipts);
  page.verified(`${receipts.length} receipts equal those of the lost answer, field by field`);
  const third = await askApi(stage.api, request);
  expectEqual(
    "the kept results, sent a third time",
    textWithReceipts(phone, third),
    textWithReceipts(phone, second),
  );
  page.verified("sent a third time, their text is the same byte for byte");
  return settled;
}

async function readReceipts(stage: Stage, phone: SyncingPhone): Promise<readonly Receipt[]> {
  const { client, actions } = phone;
  const path = `/api/v1/coach-client-relationships/${client.relationshipId}/sync?deviceId=${client.deviceId}`;
  const answer = syncSnapshotSchema;
  const finalCount = actions.filter(leavesReceipt).length;
  stage.page.sent(`GET ${path}`);
  const ofBatch = (receipts: readonly Receipt[]) =>
    receipts.filter(({ clientOperationId }) => positionOf(phone, clientOperationId) >= 0);
  const { status, data } = await eventually(`the ${finalCount} receipts of the batch`, {
    ask: () => askApi(stage.api, { method: "GET", path, token: client.token, answer }),
    isWanted: (known) => ofBatch(known.data.receipts).length === finalCount,
    limitMs: ADMITTED_WITHIN_MS,
  });
  stage.page.came(`${status} ${data.receipts.length} receipts, scope ${data.scopeState}`);
  return ofBatch(data.receipts).toSorted(
    (a, b) => positionOf(phone, a.clientOperationId) - positionOf(phone, b.clientOperationId),
  );
}

/** A reused id shows the receipt of the original operation; only final verdicts have a receipt. */
function leavesReceipt({ verdict, code }: OfflineAction): boolean {
  return verdict !== "REFETCH_REQUIRED" && code !== "OPERATION_ID_REUSED";
}

/** Position of an id's first use in the batch. */
function positionOf({ actions }: SyncingPhone, clientOperationId: string): number {
  return actions.findIndex(({ action }) => action.clientOperationId === clientOperationId);
}

function expectVerdicts({ actions }: SyncingPhone, results: readonly OperationResult[]): void {
  const expected = actions.map(({ verdict, code }) => [
    verdict === "ACCEPTED" ? "ALREADY_ACCEPTED" : verdict,
    code ?? null,
  ]);
  const actual = results.map((result) => [result.status, codeOf(result)]);
  expectEqual("the verdicts", actual, expected);
}

function expectReceipts(
  { actions }: SyncingPhone,
  results: readonly OperationResult[],
  receipts: readonly Receipt[],
): void {
  for (const [index, result] of results.entries()) {
    const receipt = receipts.find(({ receiptId }) => receiptId === result.receiptId);
    const action = expectPresent("the action of each result", actions[index]);
    if (leavesReceipt(action)) expectSame(index, result, receipt);
    else if (action.code === "OPERATION_ID_REUSED")
      expectEqual(
        "the receipt that a reused id shows",
        receipt?.clientOperationId,
        result.clientOperationId,
      );
    else expectEqual(`the receipt of ${index + 1}`, result.receiptId, null);
  }
}

/** A replay equals the receipt, with ALREADY_ACCEPTED instead of ACCEPTED. */
function expectSame(index: number, result: OperationResult, receipt: Receipt | undefined): void {
  const first = expectPresent(`the receipt of ${index + 1}`, receipt);
  const status = result.status === "ALREADY_ACCEPTED" ? "ACCEPTED" : result.status;
  const again = { ...first, ...result, status };
  if (isDeepStrictEqual(again, first)) return;
  throw new TourFailure(`the replay of ${index + 1}`, {
    expected: JSON.stringify(first),
    actual: JSON.stringify(result),
  });
}

const Results = z.object({ results: z.array(z.unknown()) });

/** Text, as received, of the results that have their own receipts. */
function textWithReceipts({ actions }: SyncingPhone, { wire }: ApiAnswer<SyncAnswer>): string {
  const withReceipts = Results.parse(wire).results.filter((_, index) => {
    const action = actions[index];
    return action !== undefined && leavesReceipt(action);
  });
  return JSON.stringify(withReceipts);
}

const codeOf = ({ rejectionCode, conflictCode }: OperationResult) =>
  conflictCode ?? rejectionCode ?? null;

function whyOf(result: OperationResult): string {
  return codeOf(result) ?? `revision ${result.acceptedRevision}`;
}

function describeSize(body: object): string {
  return `${(JSON.stringify(body).length / 1024).toFixed(1)} KB`;
}
