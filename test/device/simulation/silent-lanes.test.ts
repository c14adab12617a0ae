import { expect, test } from "@jest/globals";
import type { HttpRequest } from "../../../device/ports/http.ts";
import type { Scope } from "../../../device/types.ts";
import { loadParts } from "./load-parts.ts";
import { start } from "./take-step.ts";
import { makeWorld, settle, wait, type World } from "./world.ts";

await loadParts();

test.each([
  { silent: 3, seconds: 0 },
  { silent: 4, seconds: 2 },
  { silent: 5, seconds: 4 },
  { silent: 7, seconds: 8 },
])(
  "$silent lanes that fall silent at their first try delay another one by $seconds seconds",
  async ({ silent, seconds }) => {
    const { world, silentScopes, other, open } = await coachWithClients(silent);
    for (const scope of silentScopes) await pin(world, scope);
    await settle();
    const sentAt = world.clock.monotonic();
    const verdict = { arrivedAt: Number.NaN };
    const operation = await pin(world, other);
    void operation.verdict().then(() => (verdict.arrivedAt = world.clock.monotonic()));
    await settle();
    await wait(world, 10_000);

    expect(verdict.arrivedAt - sentAt).toBe(seconds * 1_000);
    expect(open.most).toBeLessThanOrEqual(8);
  },
);

test("Lanes that fall silent at their first try send everything once they are answered", async () => {
  const { world, silentScopes } = await coachWithClients(9);
  for (const scope of silentScopes) await pin(world, scope);
  await wait(world, 60_000);
  world.network.isSilent = () => false;
  await wait(world, 3_600_000);

  const rows = await world.phone.rows("select status from sync_operation");
  expect(rows.map(({ status }) => status)).toEqual(silentScopes.map(() => "ACCEPTED"));
  expect(world.phone.breaches).toEqual([]);
});

/** A coach with clients whose batches are never answered, and one more. No lane has sent anything yet. */
async function coachWithClients(silent: number) {
  const world = makeWorld(1, "COACH_MOBILE");
  const { server, network, clock } = world;
  while (server.relationshipsOf("A").length <= silent) server.begin("A");
  await start(world);
  void world.device?.signIn(server.signIn("A"));
  await settle();
  void world.device?.sync();
  await wait(world, 1_000);
  const scopes = (await world.device?.scopes()) ?? [];
  const [other, ...rest] = scopes;
  if (other === undefined) throw new Error("The coach has no client");
  const silentScopes = rest.slice(0, silent);
  const isOfSilent = ({ method, path }: HttpRequest) =>
    method === "POST" && silentScopes.some(({ scopeId }) => path.includes(scopeId));
  const open = { now: 0, most: 0 };
  network.isSilent = (request) => {
    if (!isOfSilent(request)) return false;
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    clock.after(request.silenceMs, () => (open.now -= 1));
    return true;
  };
  return { world, silentScopes, other, open };
}

/** Pins a row about the client in the inbox. */
async function pin({ server }: World, scope: Scope) {
  const [taskId] = server.stored.relationships.get(scope.scopeId)?.rows.keys() ?? [];
  return await scope.enqueue({ operationType: "inbox.pin", payload: { taskId } });
}
