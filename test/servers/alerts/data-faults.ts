import { Client } from "pg";
import { breakWritesOf } from "../../../tools/tour/break-writes.ts";
import { operationFeatures } from "../../../workers/operation-features.ts";
import { createPoisonedRows } from "../../factories/db/poisoned-rows.ts";
import { buildSender } from "../../factories/sync/kills/killed-batch.ts";
import { buildPhone, send } from "../../factories/sync/phone.ts";
import { quarantine } from "../../factories/sync/quarantined.ts";
import { queued } from "../../factories/sync/sync.ts";
import { type AlertFault, repeat } from "./alert-fault.ts";
import type { AlertStack } from "./open-alert-stack.ts";

/** Faults of the database's content, and of our code that meets it. */
export const DATA_FAULTS: readonly AlertFault[] = [
  {
    fault: "a migration of the code is not applied",
    alerts: ["MigrationsMissing"],
    strike: async ({ database }) => {
      const { rows } = await asOwner(
        database.ownerUrl,
        `delete from mikro_orm_migrations where id = (select max(id) from mikro_orm_migrations)
         returning id, name, executed_at`,
      );
      return async () =>
        await asOwner(
          database.ownerUrl,
          `insert into mikro_orm_migrations
           select * from json_populate_recordset(null::mikro_orm_migrations, $1)`,
          [JSON.stringify(rows)],
        );
    },
  },
  {
    fault: "a batch cannot be settled",
    alerts: ["BatchesFail"],
    strike: async (stack) => {
      const { phone, batch } = await buildSender(stack.direct, stack.issuer);
      const poison = await createPoisonedRows(stack.database.ownerUrl);
      await poison.refuse("sync_batch", `device_id = '${phone.deviceId}' and status = 'SETTLED'`);
      await send(stack.api, phone, batch);
      return async () => {
        await poison.remove();
        await poison.close();
      };
    },
  },
  {
    fault: "a forgotten transaction locks the batches against writes",
    alerts: ["LaneStuck"],
    strike: lockAfterSending,
  },
  {
    fault: "an operation crashes our code three times",
    alerts: ["OperationsQuarantined"],
    strike: quarantineValue,
  },
  {
    fault: "a schedule meets a database that refuses its writes for a while",
    alerts: ["ScheduledActsFail"],
    strike: async ({ database }) => {
      await asOwner(database.ownerUrl, REFUSE_SCANS);
      return async () =>
        await asOwner(
          database.ownerUrl,
          "drop trigger refuse_scan on agenda_watch; drop function refuse_scan()",
        );
    },
  },
];

/**
 * Takes the lock of an index that is built without `concurrently`. The worker is frozen between batch and lock, so that
 * it does not settle the batch before.
 */
async function lockAfterSending({ direct, api, issuer, database, parts }: AlertStack) {
  const { phone, batch } = await buildSender(direct, issuer);
  const forgetful = new Client({ connectionString: database.ownerUrl });
  await forgetful.connect();
  parts.worker.signal("SIGSTOP");
  await send(api, phone, batch);
  await forgetful.query("begin");
  await forgetful.query("lock table sync_batch in share mode");
  parts.worker.signal("SIGCONT");
  return () => forgetful.end();
}

const BROKEN_ML = 333;

/** Quarantines a value that cannot be written. Its phone sends it again until the fault is mended. */
async function quarantineValue({ direct, api, issuer, database }: AlertStack) {
  const phone = await buildPhone(direct, issuer);
  const operation = queued("quick-log.record-value", {
    taskId: phone.agenda.water.id,
    metricKind: "WATER",
    value: BROKEN_ML,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: new Date().toISOString(),
  });
  const mend = await breakWritesOf(BROKEN_ML, database.ownerUrl);
  await send(api, phone, [operation]);
  await quarantine(direct.deps.database.em, operation.clientOperationId, operationFeatures);
  const end = repeat(1_000, () => send(api, phone, [operation]));
  return async () => {
    await end();
    await mend();
  };
}

/** 53300, too many connections, is a failure that passes. */
const REFUSE_SCANS = `
  create function refuse_scan() returns trigger language plpgsql as
    $$ begin raise 'not now' using errcode = '53300'; end $$;
  create trigger refuse_scan before update on agenda_watch
    for each row execute function refuse_scan()`;

async function asOwner(ownerUrl: string, statements: string, values: readonly unknown[] = []) {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await owner.query(statements, values.length === 0 ? undefined : [...values]);
  } finally {
    await owner.end();
  }
}
