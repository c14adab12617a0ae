import type { Core } from "../../core.ts";
import { isJsonObject, textAt } from "../../json.ts";
import type { Statement } from "../../ports/sql.ts";
import { bytesIn, textIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { Label } from "../../store/sealed-rows.ts";
import type { ActiveProgram } from "../../wire/sync-types.ts";
import { readScopeAnswer, type ScopeAnswer } from "../scope-answer.ts";
import { NOT_UNDERSTOOD, type Slice, type SliceContext } from "./types.ts";

/** The program that the client follows. The answer about the scope contains it if it changed. */
export const assignmentSlice: Slice = {
  async kept({ core, scope }) {
    const program = await loadProgram(core, scope);
    // A scope that was never read cannot know that no program is followed.
    if (program === null && scope.lastCursor === null) return { name: NAME, rows: null };
    return {
      name: NAME,
      rows: program === null ? [] : [{ id: program.assignmentId, revision: program.updatedAt }],
    };
  },
  carried,
  async read(context, path) {
    if (path === null) return { kind: "FAILED", answer: NOT_UNDERSTOOD };
    const answer = await context.session.call({ method: "GET", path });
    if (answer.kind !== "ANSWER") return { kind: "FAILED", answer };
    const whole = readScopeAnswer(answer.data);
    const statements = whole === null ? null : await carried(context, whole);
    if (statements === null) return { kind: "FAILED", answer: NOT_UNDERSTOOD };
    return { kind: "READ", statements };
  },
};

/** The program that was read last; null if none is followed or its key is gone. */
export async function loadProgram(
  { ports, rows }: Core,
  { scopeId, cacheKey }: ScopeRow,
): Promise<ActiveProgram | null> {
  const [row] = await ports.sql.read({
    sql: `select id, body from snapshot where scope_id = ? and kind = 'program'`,
    params: [scopeId],
  });
  if (row === undefined) return null;
  const opened = await rows.open(cacheKey, programLabel(textIn(row, "id")), bytesIn(row, "body"));
  return opened?.content ?? null;
}

const NAME = "assignment";

const programLabel = (assignmentId: string): Label<ActiveProgram> =>
  `snapshot/program/${assignmentId}`;

async function carried(
  context: SliceContext,
  { body: { assignment } }: ScopeAnswer,
): Promise<readonly Statement[] | null> {
  if (assignment === null) return [forget(context.scope)];
  return isProgram(assignment) ? await storeProgram(context, assignment) : null;
}

/** Answers may grow: only the fields that the library compares are checked. */
function isProgram(data: unknown): data is ActiveProgram {
  return (
    isJsonObject(data) &&
    textAt(data, "assignmentId") !== null &&
    textAt(data, "updatedAt") !== null
  );
}

function forget({ scopeId }: ScopeRow): Statement {
  return { sql: `delete from snapshot where scope_id = ? and kind = 'program'`, params: [scopeId] };
}

async function storeProgram(
  { core: { ports, rows }, scope }: SliceContext,
  program: ActiveProgram,
): Promise<readonly Statement[]> {
  const { scopeId, cacheKey } = scope;
  const { assignmentId: id } = program;
  return [
    forget(scope),
    {
      sql: `insert into snapshot (scope_id, kind, id, read_at, body) values (?, 'program', ?, ?, ?)`,
      params: [
        scopeId,
        id,
        ports.clock.now(),
        await rows.seal(cacheKey, programLabel(id), program),
      ],
    },
  ];
}
