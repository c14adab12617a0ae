import type { PartContext } from "../parts/part-context.ts";
import { SqlFault } from "../ports/sql.ts";
import type { Centre } from "./types.ts";

/** The sync centre of a scope. */
export function makeCentre({ core, scopeId, row }: PartContext): Centre {
  return {
    async discard({ clientOperationId }) {
      await row();
      try {
        await core.ports.sql.write(discardStatements(scopeId, clientOperationId));
      } catch (fault) {
        if (fault instanceof SqlFault && fault.kind === "UNEXPECTED") return "ABSENT";
        throw fault;
      }
      core.changes.emit(scopeId);
      return "DISCARDED";
    },
  };
}

/** The counts move first, because they depend on the status that the operation had. */
function discardStatements(scopeId: string, clientOperationId: string) {
  const refused = `(select status from sync_operation where client_operation_id = ?1 and scope_id = ?2)`;
  const params = [clientOperationId, scopeId];
  return [
    {
      sql: `update cache_scope set discarded = discarded + 1,
          rejected = rejected - (${refused} = 'REJECTED'),
          conflicted = conflicted - (${refused} = 'CONFLICTED')
        where scope_id = ?2 and ${refused} in ('REJECTED', 'CONFLICTED')`,
      params,
      changes: 1,
    },
    {
      sql: `update sync_operation set status = 'DISCARDED' where client_operation_id = ?1 and scope_id = ?2`,
      params,
      changes: 1,
    },
  ];
}
