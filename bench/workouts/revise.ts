import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client as TemporalClient, Connection } from "@temporalio/client";
import type { Client } from "pg";
import { z } from "zod";
import { runScan } from "../days/run-scan.ts";
import { ask, registerClient, registerCoach } from "../phones/people.ts";
import { addPeople } from "../phones/population.ts";
import { coachToken } from "../quick-log/history.ts";
import type { BenchStack } from "../stack/stack.ts";
import { program } from "./trainees.ts";

const WITHIN_MS = 600_000;

/** A training client whose rows are copied, and the plan that all of them follow. */
async function buildFollowed(stack: BenchStack, database: Client) {
  const { api } = stack.urls;
  const coach = await registerCoach(stack);
  const token = await registerClient(stack, coach);
  const registration = {
    appSurface: "CLIENT_MOBILE",
    installationId: randomUUID(),
    appVersion: "1.0.0",
    buildNumber: 1,
    platform: "IOS",
    osVersion: "19.1",
  };
  const device = z.object({ deviceId: z.string() });
  const { deviceId } = await ask(
    `${api}/api/v1/client/devices`,
    { token, body: registration },
    device,
  );
  const { rows } = await database.query<{ id: string }>(
    `select r.id from relationship r join device d on d.user_id = r.client_user_id where d.id = $1`,
    [deviceId],
  );
  const relationshipId = rows[0]?.id ?? "";
  const workspace = `${api}/api/v1/workspaces/${coach.workspaceId}`;
  const body = { content: program("Followed"), publish: true };
  const planned = z.object({ planId: z.string() });
  const coached = await coach.token();
  const { planId } = await ask(`${workspace}/plans`, { token: coached, body }, planned);
  const assigned = `${workspace}/relationships/${relationshipId}/plan-assignments`;
  await ask(assigned, { token: coached, body: { planId } }, z.unknown());
  return { workspace, planId, relationshipId, deviceId };
}

/** Number of a plan's clients with a package of its newest revision and none of an older one. */
async function renewed(database: Client, planId: string, revision: number): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from (
       select package.relationship_id from workout_package package
       join plan_assignment assignment on assignment.id = package.assignment_id
       join relationship_calendar calendar on calendar.relationship_id = package.relationship_id
       where assignment.plan_id = $1 and package.superseded_at is null
         and package.local_date >= calendar.local_date
       group by package.relationship_id having min(package.source_revision) = $2) done`,
    [planId, revision],
  );
  return rows[0]?.count ?? 0;
}

async function untilRenewed(
  database: Client,
  {
    planId,
    revision,
    count,
  }: { readonly planId: string; readonly revision: number; readonly count: number },
): Promise<void> {
  const from = performance.now();
  while ((await renewed(database, planId, revision)) < count) {
    if (performance.now() - from > WITHIN_MS)
      throw new Error("The packages were not prepared in time");
    await sleep(200);
  }
}

/**
 * Publishes another revision of a program with many followers; measured from the draft until each of them is offered
 * packages of it.
 */
export async function reviseProgram(
  stack: BenchStack,
  database: Client,
  followers: number,
): Promise<{ readonly packedSeconds: number; readonly revisedSeconds: number }> {
  const connection = await Connection.connect({ address: stack.temporal.address });
  const temporal = new TemporalClient({ connection, namespace: stack.temporal.namespace });
  try {
    await temporal.schedule.getHandle("turn-days").pause("Scans are run by the benchmark");
    const { workspace, planId, ...template } = await buildFollowed(stack, database);
    await untilRenewed(database, { planId, revision: 1, count: 1 });
    await addPeople(database, template, { from: 2, to: followers });
    await database.query(
      `update clock_offset set shift = shift + interval '1 minute'
         + (select max(next_day_at) from relationship_calendar) - clock_now()`,
    );
    const opened = performance.now();
    await runScan({ stack, database, temporal });
    await untilRenewed(database, { planId, revision: 1, count: followers });
    const packedSeconds = (performance.now() - opened) / 1_000;
    const token = await coachToken(stack, database, template.relationshipId);
    const { rows } = await database.query<{ draft: number }>(
      "select draft_revision as draft from plan where id = $1",
      [planId],
    );
    const draft = rows[0]?.draft ?? 0;
    const from = performance.now();
    const drafted = { content: program("Followed anew"), expectedDraftRevision: draft };
    await ask(
      `${workspace}/plans/${planId}/draft`,
      { token, method: "PUT", body: drafted },
      z.unknown(),
    );
    const read = { expectedDraftRevision: draft + 1 };
    await ask(`${workspace}/plans/${planId}/publish`, { token, body: read }, z.unknown());
    await runScan({ stack, database, temporal });
    await untilRenewed(database, { planId, revision: 2, count: followers });
    return { packedSeconds, revisedSeconds: (performance.now() - from) / 1_000 };
  } finally {
    await connection.close();
  }
}
