import { type ClientOnPhone, clientTakesSecondPhone } from "./client-chapters.ts";
import { TITLES } from "./coach-chapters.ts";
import { recordAccepted } from "../device/record.ts";
import type { Stage } from "../stage.ts";

/** A second phone of the client has signal and completes the habit, so the first one's revision is stale. */
export async function secondPhoneActs(stage: Stage, client: ClientOnPhone): Promise<ClientOnPhone> {
  const { page } = stage;
  page.chapter("Meanwhile the client's second phone has signal");
  const secondPhone = await clientTakesSecondPhone(stage, client);
  const { acceptedRevision } = await recordAccepted(secondPhone.phone, {
    title: TITLES.habit,
    operationType: "quick-log.complete-task",
  });
  page.note(`"${TITLES.habit}" is COMPLETED, revision ${acceptedRevision}`);
  return secondPhone;
}
