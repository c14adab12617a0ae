import { expect, test } from "@jest/globals";
import { findClockShift } from "../../db/platform/find-clock-shift.ts";
import { COACH, SECOND_CLIENTS, SECOND_WORKSPACE, WORKSPACE } from "../../tools/demo/demo-names.ts";
import { firstRequests } from "../../tools/demo/first-requests.ts";
import { seedDemo } from "../../tools/demo/seed-demo.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const database = await useOwnDatabase();
const { api, issuer } = await useApi({ database });
const { em } = api.deps.database;

const APPS = new Map([
  ["web", "sideline-web"],
  ["client-mobile", "sideline-client-mobile"],
]);

/** Signs in as `npm run token` does in a line of the demo. */
function tokenOf(line: string): Promise<string> {
  const [, email, label = ""] = /token -- (\S+) --client (\S+)\)$/.exec(line) ?? [];
  const client = APPS.get(label);
  const app = { client_id: client, azp: client };
  return issuer.sign({ claims: { sub: email, sid: `${email} ${label}`, email, ...app } });
}

test("The small demo ends at the real time, and its first requests answer its coach and its client with data", async () => {
  const place = { em, ownerUrl: database.ownerUrl, invitationKey: new Uint8Array(32).fill(7) };
  const people = {
    issuer: issuer.issuer,
    subjectOf: ({ email }: { readonly email: string }) => email,
  };

  const seeded = await seedDemo(place, people, { size: "small", now: new Date() });

  expect(await findClockShift(em)).toBe(0);
  const answers: unknown[] = [];
  let token = "";
  for (const line of firstRequests("", seeded)) {
    const [, path] = /^curl -s "(\S+)"/.exec(line) ?? [];
    if (path === undefined) token = await tokenOf(line);
    else answers.push((await api.call("GET", path, { token })).data);
  }
  expect(answers).toMatchObject([
    { items: expect.arrayContaining([expect.objectContaining({ taskType: "WORKOUT_REVIEW" })]) },
    { items: [{ status: "ACTIVE" }] },
    { user: { displayName: "Alex Winter" } },
    { tasks: expect.arrayContaining([expect.objectContaining({ status: "PENDING" })]) },
  ]);

  // The coach works in two workspaces; their own opens first, and each has its own clients.
  const coachToken = await tokenOf(`(npm run token -- ${COACH.email} --client web)`);
  const read = async (path: string) => (await api.call("GET", path, { token: coachToken })).data;
  expect(await read("/api/v1/auth/me")).toMatchObject({
    workspace: { workspaceId: seeded.workspaceId, name: WORKSPACE, role: "OWNER" },
    workspaces: [
      { workspaceId: seeded.workspaceId },
      { workspaceId: seeded.secondWorkspaceId, name: SECOND_WORKSPACE, role: "COACH" },
    ],
  });
  const there = `/api/v1/workspaces/${seeded.secondWorkspaceId}/relationships`;
  expect(await read(there)).toMatchObject({
    items: [{ status: "ACTIVE", clientDisplayName: SECOND_CLIENTS[0].name }],
  });
});
