import {
  foundPersonSchema,
  supportPersonSchema,
} from "../../../../contract/sync/support/person-schema.ts";
import { supportDeviceSchema } from "../../../../contract/sync/support/support-schema.ts";
import { administratorEnters } from "../../administrator.ts";
import { callApi } from "../../call-api.ts";
import { expectEqual, expectPresent } from "../../expect-equal.ts";
import type { Stage } from "../../stage.ts";
import type { ClientOnPhone } from "../client-chapters.ts";

const REASON = "Ticket 31: nothing of the phone arrives";

/**
 * A person writes to support. Support gets from their address to the last diagnostics report of the phone, each
 * access with its reason.
 */
export async function supportFindsPhone(stage: Stage, client: ClientOnPhone): Promise<void> {
  const { page } = stage;
  page.chapter("Support gets from a mail address to a phone's last diagnostics report");
  const { token } = await administratorEnters(stage);
  const request = { token, reason: REASON };
  const found = await callApi(
    stage,
    {
      ...request,
      method: "POST",
      path: "/api/v1/support/people/find",
      body: { email: client.email },
      answer: foundPersonSchema,
    },
    ({ userId }) => `the account ${userId}`,
  );
  const userId = expectPresent("the account", found.data.userId);
  expectEqual("the account", userId, client.userId);
  const { data: person } = await callApi(
    stage,
    {
      ...request,
      method: "GET",
      path: `/api/v1/support/users/${userId}`,
      answer: supportPersonSchema,
    },
    ({ relationships, devices, mails }) =>
      `${relationships.length} relationship, ${devices.length} devices, ${mails.length} mails`,
  );
  page.table(
    ["device", "app", "status", "last contact"],
    person.devices.map((one) => [
      one.deviceId,
      `${one.appSurface} ${one.appVersion}`,
      one.status,
      String(one.lastSuccessfulSyncAt),
    ]),
  );
  const phone = person.devices.find(({ deviceId }) => deviceId === client.deviceId);
  const { deviceId } = expectPresent("the client's phone", phone);
  const { data: refusal } = await callApi(
    stage,
    {
      ...request,
      method: "GET",
      path: `/api/v1/support/devices/${deviceId}`,
      answer: supportDeviceSchema,
    },
    ({ newestBatch, outbox }) =>
      `last batch ${newestBatch?.status} with ${newestBatch?.operations} operations, ${outbox?.depth ?? "an unreported number"} waiting`,
  );
  page.table(
    ["refused as", "code", "times", "last"],
    refusal.refused.map((one) => [one.status, String(one.code), String(one.count), one.latestAt]),
  );
  expectPresent("the newest batch", refusal.newestBatch);
  expectPresent("the last contact", refusal.lastSuccessfulSyncAt);
  page.verified(
    "from an address to the phone's last report: codes and counts, each access with its reason",
  );
}
