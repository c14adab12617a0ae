import { expect, test } from "@jest/globals";
import type { HttpOutcome } from "../../device/ports/http.ts";
import { makeCoachWorld, relationshipId, taskOf } from "../factories/device/coach-world.ts";
import { problem } from "../factories/device/fake-api.ts";

const FAULT = problem({ code: "INTERNAL" });

/** Failures that the server answers with; null for the usual answer. */
interface Failures {
  ofFirstScope: HttpOutcome | null;
  ofDetail: HttpOutcome | null;
}

/** A coach with one accepted act about each of two clients, whose server is then restored. */
async function restoredServer() {
  const world = makeCoachWorld();
  world.tasks = [taskOf("first"), taskOf("second", 2)];
  const device = await world.signedIn();
  await device.sync();
  const inbox = await device.part("inbox");
  await inbox.act({ act: "START", taskId: "first", callId: "one" });
  await inbox.act({ act: "START", taskId: "second", callId: "two" });
  await device.sync();
  const server: Failures = { ofFirstScope: null, ofDetail: null };
  world.intercept = ({ method, path }) => {
    if (path.includes("/changes?")) return problem({ code: "CURSOR_EXPIRED" });
    if (path.endsWith("/coach-tasks/first")) return server.ofDetail;
    if (method !== "GET" || !path.includes("/sync?")) return null;
    if (path.includes(relationshipId(1)) && server.ofFirstScope !== null)
      return server.ofFirstScope;
    return path.includes("since=") ? problem({ code: "CURSOR_EXPIRED" }) : null;
  };
  const before = world.api.batches.length;
  const sentAgain = () =>
    world.api.batches
      .slice(before)
      .flatMap(({ operations }) => operations.map(({ clientOperationId }) => clientOperationId));
  const isAsked = async () =>
    (await world.rows("select 1 from cache_metadata where key = 'coach_rescan'")).length > 0;
  return { world, device, inbox, server, sentAgain, isAsked };
}

test.each([
  ["a fault of the server", FAULT],
  ["a refusal", problem({ code: "FORBIDDEN" })],
  ["a pause", problem({ code: "RATE_LIMITED" })],
])(
  "After a restore, %s at one client does not keep back the acts about the next, and that client is read again",
  async (_, failure) => {
    const { device, server, sentAgain, isAsked } = await restoredServer();
    server.ofFirstScope = failure;
    await device.sync();
    await device.sync();
    const meanwhile = [sentAgain(), await isAsked()];
    server.ofFirstScope = null;
    await device.sync();
    await device.sync();

    expect(meanwhile[1]).toBe(true);
    expect(meanwhile[0]).toContain("two");
    expect(sentAgain()).toContain("one");
  },
);

test("After a restore, a row that cannot be read alone keeps its stored state, and the list and the rescan are stored", async () => {
  const { world, device, inbox, server, sentAgain } = await restoredServer();
  const { intercept } = world;
  world.intercept = () => null;
  await inbox.act({ act: "RESOLVE", taskId: "first", resolutionType: "NUDGE_SENT", callId: "end" });
  await device.sync();
  world.intercept = intercept;
  server.ofDetail = FAULT;
  world.tasks = [taskOf("third"), taskOf("second", 2)];
  const outcome = await inbox.refresh();
  await device.sync();
  await device.sync();

  expect(outcome).toBe("READ");
  const rows = (await inbox.list())?.rows.map(({ taskId, isListed }) => [taskId, isListed]);
  expect(rows).toEqual(
    expect.arrayContaining([
      ["third", true],
      ["second", true],
      ["first", false],
    ]),
  );
  expect(sentAgain()).toContain("two");
});
