import type * as z from "zod";
import { providerUsageSchema } from "../../../../contract/exercises/usage-schema.ts";
import { askApi } from "../../call-api.ts";
import { expectPresent } from "../../expect-equal.ts";
import { runSchedule } from "../../run-schedule.ts";
import type { Person, Stage } from "../../stage.ts";

const READ_WITHIN_MS = 30_000;

export type MediaUsage = z.output<typeof providerUsageSchema>["items"][number];

/** Whether videos come from the stack's own provider, whose account a story may change. */
export const hasOwnProvider = ({ stack }: Stage): boolean =>
  stack.pids["exercise-provider"] !== undefined;

/** Use and limits of the account. */
export async function readUsage({ api }: Stage, { token }: Person): Promise<MediaUsage> {
  const path = "/api/v1/admin/exercise-library/provider-usage";
  const { data } = await askApi(api, { method: "GET", path, token, answer: providerUsageSchema });
  return expectPresent("the use of the provider", data.items[0]);
}

/** Changes how many different exercises the account may show in thirty days, and lets the product read that. */
export async function limitAccount(
  stage: Stage,
  operator: Person,
  uniqueLimit: number,
): Promise<MediaUsage> {
  const { page, stack } = stage;
  await fetch(`http://127.0.0.1:${stack.ports["exercises"]}/control/switches`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uniqueLimit }),
  });
  page.note(`At the provider, the account now allows ${uniqueLimit} exercises in 30 days.`);
  return await runSchedule(stage, "usage-reconcile", {
    what: "the account's new limit",
    ask: () => readUsage(stage, operator),
    isWanted: ({ snapshot }) => snapshot?.uniquesLimit === uniqueLimit,
    limitMs: READ_WITHIN_MS,
  });
}
