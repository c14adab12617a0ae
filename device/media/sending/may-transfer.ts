import type { Ports } from "../../ports/ports.ts";
import type { Statement } from "../../ports/sql.ts";
import { oneOfIn } from "../../store/columns.ts";
import type { AllowedNetworks } from "../types.ts";

/** Whether the person allows bytes of files over the present network. */
export async function mayTransfer(
  { sql, connection }: Pick<Ports, "sql" | "connection">,
  scopeId: string,
): Promise<boolean> {
  if ((await allowedNetworks({ sql }, scopeId)) === "ANY") return true;
  return connection === undefined || !(await connection.isMetered());
}

/** The choice of the person; any network unless they chose otherwise. */
export async function allowedNetworks(
  { sql }: Pick<Ports, "sql">,
  scopeId: string,
): Promise<AllowedNetworks> {
  const [row] = await sql.read({
    sql: "select media_networks from cache_scope where scope_id = ?",
    params: [scopeId],
  });
  return row === undefined ? "ANY" : oneOfIn(row, "media_networks", NETWORKS);
}

const NETWORKS = ["ANY", "UNMETERED"] as const;

/** Stores the choice. A purge deletes it with the scope. */
export function allowStatement(scopeId: string, networks: AllowedNetworks): Statement {
  return {
    sql: "update cache_scope set media_networks = ? where scope_id = ?",
    params: [networks, scopeId],
  };
}
