import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import { openDatabase } from "../../db/orm.ts";
import { createNoteTable, KEEP_NOTE, noteFeature } from "../factories/note-feature.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
beforeAll(() => createNoteTable(files.ownerUrl));
afterAll(() => database.close());

test.each(["load", "write"] as const)(
  "an undo finds what it undoes in the same batch, however the batch is halved (%s)",
  async (fault) => {
    const deps = admissionDeps(em, [quickLogFeature, noteFeature().feature]);
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    const complete = queued("quick-log.complete-task", { taskId: habit.id });
    const undoesClientOperationId = complete.clientOperationId;
    const { results } = await submit(deps, scope, [
      queued(KEEP_NOTE, { text: "bad", fault }),
      complete,
      queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "REFETCH_REQUIRED",
      "ACCEPTED",
      "ACCEPTED",
    ]);
  },
);
