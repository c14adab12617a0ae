import { untilStreaming } from "../../../tools/production/database/standbys.ts";
import { figuresSince, untilSteady } from "../figures.ts";
import { say } from "../say.ts";
import { type DrillGround, type PlayOptions, underLoad } from "../under-load.ts";
import { installFormerPrograms } from "./former-programs.ts";

/**
 * Moves the members of the database to the next minor release under load, the standbys first. Then one of them takes
 * over, and the former primary is built again. Afterwards the schema of Temporal is updated.
 *
 * @returns whether all members run the new release, and phones got other answers only while the primary changed: 503 with
 * Retry-After.
 */
export async function minorUpgrade(options: PlayOptions): Promise<boolean> {
  const upgraded = new Set<string>();
  let former = "";
  const shape = {
    hasTemporalRoles: true,
    settings: async (folder: string) => {
      former = installFormerPrograms(folder);
      return { max_connections: "250" };
    },
    programsOf: (name: string) => (upgraded.has(name) ? null : former),
  };
  return await underLoad({ ...options, shape }, async (ground) => {
    const from = await releasesOf(ground);
    const isQuiet = await upgradeStandbys(ground, upgraded);
    const isChanged = await upgradePrimary(ground, upgraded);
    const isUpdated = await updateTemporal(ground);
    const to = await releasesOf(ground);
    say(`the members ran ${[...from].join(", ")} and now run ${[...to].join(", ")}`);
    const hasOne = to.size === 1 && ![...to].some((release) => from.has(release));
    return isQuiet && isChanged && isUpdated && hasOne;
  });
}

async function releasesOf({ stack }: DrillGround): Promise<ReadonlySet<string>> {
  const rows = await Promise.all(
    stack.cluster.members.map(({ ask }) => ask("select current_setting('server_version') as v")),
  );
  return new Set(rows.flat().map((row) => row["v"] ?? ""));
}

async function upgradeStandbys(
  { stack: { cluster }, load: { account } }: DrillGround,
  upgraded: Set<string>,
): Promise<boolean> {
  await untilSteady(account);
  const at = performance.now();
  const primary = cluster.primary();
  for (const standby of cluster.members.filter(({ name }) => name !== primary.name)) {
    await standby.stop();
    upgraded.add(standby.name);
    await cluster.restart(standby.name);
    await untilStreaming(primary, cluster.members.length - 1);
  }
  return report("both standbys upgraded", at, account).bad === 0;
}

async function upgradePrimary(
  { stack: { cluster }, load: { account } }: DrillGround,
  upgraded: Set<string>,
): Promise<boolean> {
  await untilSteady(account);
  const at = performance.now();
  const { fenced, name } = await cluster.promote();
  upgraded.add(fenced);
  await cluster.rebuild(fenced);
  await untilSteady(account);
  return report(`${name} took over, ${fenced} upgraded`, at, account).failed === 0;
}

async function updateTemporal({ stack, load: { account } }: DrillGround): Promise<boolean> {
  await untilSteady(account);
  const at = performance.now();
  await stack.temporal?.updateSchema();
  await untilSteady(account);
  return report("schema of Temporal updated", at, account).bad === 0;
}

function report(step: string, at: number, account: DrillGround["load"]["account"]) {
  const { comeAgain, failed, seconds, kinds } = figuresSince(account, at);
  say(
    [
      `${step} in ${((performance.now() - at) / 1_000).toFixed(0)} s`,
      `bad answers for ${seconds.toFixed(1)} s: ${comeAgain} times 503 with Retry-After, ${failed.length} failed`,
      ...kinds,
    ].join("; "),
  );
  return { bad: comeAgain + failed.length, failed: failed.length };
}
