import { sql } from "kysely";
import { Client } from "pg";
import { z } from "zod";
import type {
  OperationFeature,
  WorkingCopy,
} from "../../../../activities/sync/operation-feature.ts";
import { idSchema } from "../../../../contract/wire.ts";
import type { QueryExecutor } from "../../../../db/platform/pipeline/pipeline.ts";
import { refuse, type Decision } from "../../../../rules/sync/decision.ts";
import { readBy } from "./read-by.ts";

const paymentSchema = z.strictObject({ accountId: idSchema, amount: z.int() });
type Payment = z.output<typeof paymentSchema>;

/** Operation type of {@link ledgerFeature}. */
export const PAY = "test.pay";

/** Creates the two tables of a ledger, with accounts of a relationship. */
export async function createLedger(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`
      create table test_account (id uuid primary key, relationship_id uuid not null, balance int not null,
        revision int not null);
      create table test_payment (id uuid primary key, account_id uuid not null, amount int not null);
      grant select, insert, update on test_account, test_payment to sideline_app`);
  } finally {
    await client.end();
  }
}

interface Account {
  readonly id: string;
  readonly balance: number;
  readonly revision: number;
}

interface PaymentRow {
  readonly id: string;
  readonly accountId: string;
  readonly amount: number;
}

/** A feature of two tables: it reads accounts and their newest payment, updates accounts and adds payments. */
export function ledgerFeature(): OperationFeature<Payment> {
  const type = {
    principals: ["CLIENT"],
    requiresRevision: false,
    versions: new Map([[1, readBy(paymentSchema)]]),
  } as const;
  return {
    operationTypes: new Map([[PAY, type]]),
    load(relationshipId, operations) {
      const ids = [...new Set(operations.map(({ intent }) => intent.accountId))].toSorted();
      return async (executor) => {
        const [accounts, paid] = await Promise.all([
          loadAccounts(executor, relationshipId, ids),
          loadNewest(executor, ids),
        ]);
        return { copy: () => async () => ledgerCopy(accounts, paid) };
      };
    },
  };
}

async function loadAccounts(
  executor: QueryExecutor,
  relationshipId: string,
  ids: readonly string[],
) {
  const { rows } = await sql<Account>`
    select id, balance, revision from test_account
    where relationship_id = ${relationshipId} and id = any(${ids}::uuid[]) order by id`.execute(
    executor,
  );
  return rows;
}

async function loadNewest(executor: QueryExecutor, ids: readonly string[]) {
  const { rows } = await sql<{ accountId: string; amount: number }>`
    select distinct on (account_id) account_id as "accountId", amount from test_payment
    where account_id = any(${ids}::uuid[]) order by account_id, id desc`.execute(executor);
  return new Map(rows.map(({ accountId, amount }) => [accountId, amount]));
}

/** The same amount twice in a row is refused, whether or not the first was in this batch. */
function ledgerCopy(
  loaded: readonly Account[],
  newest: ReadonlyMap<string, number>,
): WorkingCopy<Payment> {
  const before = new Map(loaded.map((account) => [account.id, account]));
  const accounts = new Map(before);
  const last = new Map(newest);
  const payments: PaymentRow[] = [];
  return {
    decide({ receiptId: id, intent: { accountId, amount } }): Decision {
      const account = accounts.get(accountId);
      if (account === undefined) return refuse("TASK_UNKNOWN");
      if (last.get(accountId) === amount) return refuse("NOTHING_TO_COMPLETE");
      const revision = account.revision + 1;
      accounts.set(accountId, { ...account, balance: account.balance + amount, revision });
      last.set(accountId, amount);
      payments.push({ id, accountId, amount });
      const made = { canonicalRecordId: id, canonicalIds: [], refetch: [] };
      return { accepted: true, revision, ...made };
    },
    writes() {
      const changed = [...accounts.values()].filter(
        ({ id, revision }) => before.get(id)?.revision !== revision,
      );
      const rows = changed.map((account) => ({
        ...account,
        base: before.get(account.id)?.revision,
      }));
      return {
        statements: [
          (executor) => updateAccounts(executor, rows),
          (executor) => insertPayments(executor, payments),
        ],
        changes: {},
        events: [],
      };
    },
  };
}

async function updateAccounts(executor: QueryExecutor, rows: readonly object[]): Promise<void> {
  await sql`
    with updated as (
      update test_account account set balance = wanted.balance, revision = wanted.revision
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (
        id uuid, balance int, revision int, base int)
      where account.id = wanted.id and account.revision = wanted.base returning 1)
    select require_rows('test_account', (select count(*) from updated), ${rows.length}::int)
  `.execute(executor);
}

async function insertPayments(executor: QueryExecutor, rows: readonly PaymentRow[]): Promise<void> {
  await sql`
    insert into test_payment (id, account_id, amount)
    select id, "accountId", amount from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, "accountId" uuid, amount int)
  `.execute(executor);
}
