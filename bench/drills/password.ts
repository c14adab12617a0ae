import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { loginStatements } from "../../tools/production/database/login-statements.ts";
import { DATABASE } from "./drill-environment.ts";
import type { DrillStack } from "./drill-types.ts";
import { untilSteady } from "./figures.ts";
import { say } from "./say.ts";
import { type PlayOptions, underLoad } from "./under-load.ts";

/**
 * Moves all processes to another login of the database under load, one after the other, and closes the former one.
 *
 * @returns whether no request failed and nobody uses the former login.
 */
export async function password(options: PlayOptions): Promise<boolean> {
  return await underLoad(options, async ({ stack, load: { account } }) => {
    await untilSteady(account);
    const before = account.others.length;
    await moveAll(stack);
    await stack.cluster.primary().ask("alter role sideline_app nologin");
    // Longer than a pool keeps an idle connection.
    await sleep(USED_FOR_MS);
    const left = await countSessions(stack);
    const failed = account.others.slice(before);
    say(
      [
        `password rotated: ${failed.length} of ${account.answered.batches + account.answered.reads} requests failed`,
        `${left} sessions of the former login are left`,
        ...new Set(failed.map(({ what }) => what)),
      ].join("; "),
    );
    return failed.length === 0 && left === 0;
  });
}

const NEXT_LOGIN = "sideline_app_next";
const USED_FOR_MS = 15_000;

async function moveAll({ cluster, parts, proxy, databasePort }: DrillStack): Promise<void> {
  const secret = randomBytes(16).toString("hex");
  for (const statement of loginStatements(NEXT_LOGIN, secret))
    await cluster.primary().ask(statement);
  const url = `postgresql://${NEXT_LOGIN}:${secret}@127.0.0.1:${databasePort}/${DATABASE}`;
  for (const [place, part] of parts.entries()) {
    await part.roll({ DATABASE_URL: url });
    if (part.name.startsWith("api")) await proxy.untilUp(`apis/api_${place + 1}`);
  }
}

async function countSessions({ cluster }: DrillStack): Promise<number> {
  const [row] = await cluster
    .primary()
    .ask("select count(*)::text as n from pg_stat_activity where usename = 'sideline_app'");
  return Number(row?.["n"]);
}
