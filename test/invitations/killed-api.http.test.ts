import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "@jest/globals";
import { csvOutcomeSchema } from "../../contract/invitations/csv-schema.ts";
import { CSV_SLICE } from "../../contract/invitations/vocabulary.ts";
import { type ApiProcess, startApiProcess } from "../factories/api/api-process.ts";
import { eventually } from "../factories/eventually.ts";
import { registeredClient, registeredCoach, somebody } from "../factories/accounts/people.ts";
import { callApi, type TestApi } from "../harness/api.ts";
import { campaignSize } from "../harness/campaign.ts";
import { newTestFolder } from "../harness/context.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const ROUNDS = campaignSize("KILL_MOMENTS", 3);
const SLICES = 5;

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let child: ApiProcess | undefined;

afterEach(async () => {
  await child?.stop();
});

test(`An import whose API is killed ${ROUNDS} times between slices continues under its key at the first line without an outcome, and invites nobody twice`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const coach = await registeredCoach(api, somebody(issuer));
    // A coach with a client may invite more people a day.
    await registeredClient(api, coach, somebody(issuer));
    const { token, workspaceId } = coach;
    const people = Array.from({ length: SLICES * CSV_SLICE }, () => `${randomUUID()}@example.com`);
    const body = { csv: ["email", ...people].join("\n") };
    const path = `/api/v1/workspaces/${workspaceId}/invitations/csv`;
    const sending = { token, key: randomUUID(), body };

    const killed = await startProcess();
    const sent = killed("POST", path, sending).then(
      ({ status }) => status,
      () => "no answer",
    );
    const slices = 1 + (round % (SLICES - 1));
    await eventually(
      () => readOutcomes(workspaceId),
      (lines) => lines.length >= slices * CSV_SLICE,
    );
    await child?.kill();
    expect(await sent).toBe("no answer");
    const before = await readOutcomes(workspaceId);
    expect(before.length).toBeLessThan(people.length);
    expect(before.map(({ line }) => line)).toEqual(before.map((_, at) => at + 2));

    const again = await startProcess();
    const answer = await again("POST", path, sending);
    expect(answer.status).toBe(201);
    const { lines, waiting } = csvOutcomeSchema.parse(answer.data);
    expect([lines.length, waiting]).toEqual([people.length, 0]);
    const after = await readOutcomes(workspaceId);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map(({ outcome }) => outcome)).not.toContain("STANDING");
    expect(new Set(after.map(({ id }) => id)).size).toBe(people.length);
    const [mailed] = await api.deps.database.em.fork().execute<{ count: number }[]>(
      `select count(*)::int as count from outbox where type = 'ClientInvited' and consumer = 'mail'
        and subject_id = any(select invitation_id from invitation_import_line l
          join invitation_import m on m.id = l.import_id where m.workspace_id = ?)`,
      [workspaceId],
    );
    expect(mailed?.count).toBe(after.filter(({ outcome }) => outcome === "INVITED").length);
    await child?.stop();
  }
}, 180_000);

/** Starts a process of the API and returns a function that calls it. */
async function startProcess(): Promise<TestApi["call"]> {
  const folder = { SIDELINE_DATA_DIR: newTestFolder("killed-import") };
  child = await startApiProcess(api.database, issuer, folder);
  const { port } = child;
  return (method, path, request) => callApi(`http://127.0.0.1:${port}${path}`, method, request);
}

/** The lines with an outcome in a workspace's file, in the order of the file. */
async function readOutcomes(workspaceId: string) {
  return await api.deps.database.em.fork().execute<{ line: number; outcome: string; id: string }[]>(
    `select l.line, l.outcome, l.invitation_id as id from invitation_import_line l
       join invitation_import m on m.id = l.import_id
      where m.workspace_id = ? and l.outcome is not null order by l.line`,
    [workspaceId],
  );
}
