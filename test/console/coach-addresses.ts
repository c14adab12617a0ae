import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { CONSOLE_PATHS } from "../../contract/console-paths.ts";
import { tables } from "../../db/tables.ts";
import { CLIENT_TABS } from "../../web/client/client-tabs.ts";
import { SETTINGS_PARTS } from "../../web/settings/settings-parts.ts";

/**
 * Every address of a coach's pages and tabs, from the console's own list of paths, with ids of a workspace. A new path
 * is among them by itself.
 *
 * @throws Error for a path with a parameter that has no values here.
 */
export async function coachAddresses(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<readonly string[]> {
  const idsOf = async (table: "coachTask" | "formDefinition" | "plan" | "relationship") =>
    await tables(em)
      .selectFrom(table)
      .select("id")
      .where("workspaceId", "=", workspaceId)
      .limit(1)
      .execute();
  const exercises = await tables(em).selectFrom("exercise").select("id").limit(1).execute();
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  const values: Readonly<Record<string, readonly string[]>> = {
    $taskId: ids(await idsOf("coachTask")),
    $relationshipId: ids(await idsOf("relationship")),
    $tab: CLIENT_TABS,
    $planId: ids(await idsOf("plan")),
    $formId: ids(await idsOf("formDefinition")),
    $exerciseId: ids(exercises),
    $part: SETTINGS_PARTS,
  };
  return PATHS.flatMap((path) => addressesOf(path, values));
}

/** These lead on to another address. */
const LEADS_ON: ReadonlySet<string> = new Set([
  CONSOLE_PATHS.home,
  CONSOLE_PATHS.client,
  CONSOLE_PATHS.settings,
  CONSOLE_PATHS.callback,
]);

/** Support has its own people. */
const PATHS = Object.values(CONSOLE_PATHS).filter(
  (path) => !LEADS_ON.has(path) && !path.startsWith(CONSOLE_PATHS.support),
);

/** A path with each value of its parameters; none if the workspace has no such thing. */
function addressesOf(
  path: string,
  values: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const name = /\$\w+/.exec(path)?.[0];
  if (name === undefined) return [path];
  const known = values[name];
  if (known === undefined) throw new Error(`${path} has a parameter without values: ${name}`);
  return known.flatMap((value) => addressesOf(path.replace(name, value), values));
}
