import type { Client } from "pg";
import { quantile } from "../load.ts";
import { addOperations } from "../phones/add-receipts.ts";
import type { Phone } from "../phones/phones.ts";
import type { BenchStack } from "../stack/stack.ts";
import type { HistoryPage, OwnStatement } from "./own-statements.ts";

const DAY_MS = 86_400_000;
const SPAN_DAYS = 30;
const WARMING = 20;

/** Fills the history of a phone that has sent something, and returns the query of one month of it. */
export async function fillHistory(
  database: Client,
  { deviceId, relationshipId }: Phone,
  operations: number,
): Promise<HistoryPage> {
  await addOperations(database, [deviceId], operations);
  const { rows } = await database.query<{ newest: string }>(
    `select max(local_date)::text as newest from quick_log_operation where relationship_id = $1`,
    [relationshipId],
  );
  const to = rows[0]?.newest ?? "";
  const from = new Date(Date.parse(to) - SPAN_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { relationshipId, from, to };
}

/** Signs in a relationship's coach again. */
export async function coachToken(
  stack: BenchStack,
  database: Client,
  relationshipId: string,
): Promise<string> {
  const { rows } = await database.query<{ email: string }>(
    `select u.primary_email as email from relationship r
       join workspace_membership m on m.workspace_id = r.workspace_id
       join app_user u on u.id = m.user_id where r.id = $1 limit 1`,
    [relationshipId],
  );
  return await stack.token(rows[0]?.email ?? "", "coach-mobile");
}

/** Reads a page repeatedly over HTTP and by its statement alone, in turns: p95 of each, in ms. */
export async function readPages(
  stack: BenchStack,
  database: Client,
  read: {
    readonly page: HistoryPage;
    readonly token: string;
    readonly statement: OwnStatement;
    readonly reads: number;
  },
): Promise<{ readonly ours: number; readonly alone: number }> {
  const { page, token, statement, reads } = read;
  const { relationshipId, from, to } = page;
  const path = `/api/v1/coach/relationships/${relationshipId}/quick-log`;
  const url = `${stack.urls.api}${path}?from=${from}&to=${to}&limit=50`;
  const overHttp = async () => {
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.text();
  };
  const { text, values } = statement;
  const bySql = async () => {
    await database.query({ name: "history", text, values: [...values] });
  };
  const durations = { ours: new Array<number>(), alone: new Array<number>() };
  for (let nth = 0; nth < WARMING + reads; nth += 1)
    for (const [side, send] of [
      [durations.ours, overHttp],
      [durations.alone, bySql],
    ] as const) {
      const begun = performance.now();
      await send();
      if (nth >= WARMING) side.push(performance.now() - begun);
    }
  const p95 = (times: readonly number[]) =>
    quantile(
      times.toSorted((one, other) => one - other),
      0.95,
    );
  return { ours: p95(durations.ours), alone: p95(durations.alone) };
}
