import type { OperationResult } from "../../contract/sync/schema.ts";
import { callApi } from "./call-api.ts";
import { expectPresent } from "./expect-equal.ts";
import type { Stage } from "./stage.ts";
import { type SendingPhone, syncRequest } from "./sync-request.ts";

/** Sends the one waiting operation of a phone and returns its result. */
export async function sendOne(stage: Stage, phone: SendingPhone): Promise<OperationResult> {
  const { data } = await callApi(
    stage,
    syncRequest(phone),
    ({ results: [result], scopeState }) =>
      `${result?.status}${result?.message === undefined ? "" : `: ${result.message}`} (scope ${scopeState})`,
  );
  return expectPresent("the result", data.results[0]);
}
