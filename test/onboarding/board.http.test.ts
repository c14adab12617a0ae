import { describe, expect, test } from "@jest/globals";
import {
  type OnboardingBoardRow,
  onboardingBoardPageSchema,
} from "../../contract/onboarding/board-schema.ts";
import { nudgedTaskSchema } from "../../contract/onboarding/coach-schema.ts";
import { FormDraft } from "../../db/forms/form-draft.ts";
import { FormSubmission } from "../../db/forms/form-submission.ts";
import { newId } from "../../db/platform/new-id.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { isStatement } from "../factories/db/explain.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { type SeenClient, useCoachDesk } from "../factories/onboarding/coach-desk.ts";
import { move } from "../factories/onboarding/onboarding-life.ts";
import { recordStatements } from "../harness/record-statements.ts";

const desk = await useCoachDesk();
const em = () => desk.api.deps.database.em.fork();
const boardPath = ({ workspaceId }: Pick<SeenClient, "workspaceId">, query = "") =>
  `/api/v1/workspaces/${workspaceId}/onboardings${query}`;

describe("GET /workspaces/{workspaceId}/onboardings (docs/rooms/onboarding.md#board)", () => {
  test("shows each client's progress, blocks, reminders and the caller's acts", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    const { instanceId, relationshipId, taskId } = client;
    expect(await board(client)).toMatchObject([
      {
        instanceId,
        relationshipId,
        relationshipStatus: "ACTIVE",
        client: { userId: client.client.userId, timezone: "UTC" },
        coachUserId: client.coach.userId,
        status: "COMPLETED_WITH_PENDING_TASK",
        blocks: { programs: true, nutrition: true },
        tasks: { done: 1, all: 2 },
        questionnaire: {
          taskId,
          status: "SKIPPED_FOR_NOW",
          title: expect.any(String),
          skippedAt: expect.any(String),
          submittedAt: null,
          savedAt: null,
          dueAt: expect.any(String),
          remindersSent: 0,
          lastReminderAt: null,
          nextReminderAt: expect.any(String),
          answered: { done: 0, all: expect.any(Number) },
          actions: expect.arrayContaining(["NUDGE", "CANCEL", "FORCE_COMPLETE"]),
        },
        baseline: { status: "COMPLETED", actions: [] },
      },
    ]);
  });

  test("counts the saved answers without those that were taken back, and shows none of them", async () => {
    const client = await desk.client();
    const answers = { goal: "Lose my secret belly", injuries: null, days: [], note: "" };
    await em().insert(FormDraft, {
      assignmentId: client.formAssignmentId,
      answers,
      lineageId: newId(),
      revisionBeforeRun: 1,
      savedAt: new Date(),
    });
    const [row] = await board(client);
    expect(row?.questionnaire.answered?.done).toBe(1);
    expect(row?.questionnaire.answered?.all).toBeGreaterThan(1);
    expect(row?.questionnaire.savedAt).not.toBeNull();
    const { text } = await ask(client);
    expect(text).not.toContain("secret");
  });

  test("shows when answers were submitted, and counts them without showing one", async () => {
    const client = await desk.client("COMPLETED");
    const [row] = await board(client);
    expect(row?.questionnaire).toMatchObject({
      status: "COMPLETED",
      submittedAt: expect.any(String),
      savedAt: null,
      actions: [],
    });
    expect(row?.questionnaire.answered?.done).toBeGreaterThan(0);
    expect((await ask(client)).text).not.toContain("Nothing special");
  });

  test("names the unresolved review of answers and profile, and no other task of the client", async () => {
    const client = await desk.client("COMPLETED");
    const { relationshipId, formAssignmentId: assignmentId } = client;
    const { workspaceId, userId: coachUserId } = client.coach;
    const owner = { workspaceId, relationshipId, coachUserId, clientUserId: client.client.userId };
    const submission = await em().findOneOrFail(FormSubmission, { assignmentId });
    const task = async (changes: Parameters<typeof putCoachTask>[2]) =>
      (await putCoachTask(em(), owner, changes)).id;
    const reviews = async () => {
      const [row] = await board(client);
      return [row?.questionnaire.reviewTaskId, row?.baseline?.reviewTaskId];
    };
    await task({});
    const closed = {
      status: "RESOLVED",
      closedAt: new Date(),
      resolutionType: "SOURCE_COMPLETED",
    } as const;
    const ofForm = {
      sourceKind: "FORM",
      taskType: "FORM_REVIEW",
      sourceId: submission.id,
    } as const;
    await task({ ...ofForm, ...closed });
    expect(await reviews()).toEqual([null, null]);
    const form = await task(ofForm);
    expect(await reviews()).toEqual([form, null]);
    const profile = await task({
      sourceKind: "PROFILE",
      taskType: "PROFILE_REVIEW",
      status: "SNOOZED",
      snoozedUntil: new Date(Date.now() + 3_600_000),
    });
    expect(await reviews()).toEqual([form, profile]);
  });

  test("counts a nudge as a sent reminder", async () => {
    const client = await desk.client();
    const { data } = await desk.act(client, "nudge");
    const { outcome } = nudgedTaskSchema.parse(data);
    const [row] = await board(client);
    expect(row?.questionnaire.remindersSent).toBe(outcome === "SEND" ? 1 : 0);
    expect(row?.questionnaire.lastReminderAt !== null).toBe(outcome === "SEND");
  });

  test("offers nothing while the relationship is paused, and announces no reminder", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    await move(desk.api.deps.database.em, client, "PAUSE");
    const [row] = await board(client);
    expect(row).toMatchObject({ status: "PAUSED", relationshipStatus: "PAUSED" });
    expect(row?.questionnaire).toMatchObject({ nextReminderAt: null, actions: [] });
  });

  test("offers a coach who is not the owner everything but the forced completion", async () => {
    const client = await desk.client();
    const token = await desk.secondCoach(client);
    const [row] = pageOf(await ask(client, "", token)).items;
    expect(row?.questionnaire.actions).toEqual([
      "NUDGE",
      "CANCEL",
      "REASSIGN_QUESTIONNAIRE",
      "REQUEST_COMPLETION",
    ]);
  });

  test("lists by status, page by page, and a cursor belongs to its statuses", async () => {
    const first = await desk.client("COMPLETED");
    const second = await desk.client("READY", first.coach);
    const third = await desk.client("SKIPPED_FOR_NOW", first.coach);
    const idsFor = async (query: string) =>
      (await board(first, query)).map(({ instanceId }) => instanceId);
    const all = [third, second, first].map(({ instanceId }) => instanceId);
    expect((await idsFor("")).toSorted()).toEqual(all.toSorted());
    expect(await idsFor("?status=IN_PROGRESS")).toEqual([second.instanceId]);
    const two = await idsFor("?status=COMPLETED,COMPLETED_WITH_PENDING_TASK");
    expect(two.toSorted()).toEqual([first.instanceId, third.instanceId].toSorted());
    const paged: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = pageOf(await ask(first, `?limit=1${more}`));
      expect(page.items).toHaveLength(1);
      paged.push(...page.items.map(({ instanceId }) => instanceId));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(await idsFor(""));
    const { nextCursor } = pageOf(await ask(first, "?limit=1"));
    const other = await ask(first, `?limit=1&status=COMPLETED&cursor=${nextCursor}`);
    expect(refusalOf(other)).toBe("400 CURSOR_INVALID");
  });

  test("takes as many statements for three clients as for one", async () => {
    const first = await desk.client();
    const counted = async () =>
      (await recordStatements(() => ask(first))).sent.filter(isStatement).length;
    await counted();
    const alone = await counted();
    await desk.client("SKIPPED_FOR_NOW", first.coach);
    await desk.client("COMPLETED", first.coach);
    expect(await counted()).toBe(alone);
  });

  test("is for the coaches of the workspace alone, and refuses an unknown query", async () => {
    const client = await desk.client();
    const stranger = await desk.client();
    const get = (path: string, token?: string) =>
      desk.api.call("GET", path, token === undefined ? {} : { token });
    const path = boardPath(client);
    expect(refusalOf(await get(path))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await get(path, client.clientToken))).toBe("403 APP_ROLE_MISMATCH");
    expect(refusalOf(await get(path, stranger.coachToken))).toBe("404 NOT_FOUND");
    for (const query of ["?status=READY", "?limit=0", "?limit=101", "?q=x", "?cursor=1.e30.x"])
      expect((await ask(client, query)).status).toBe(400);
  });
});

function ask(of: SeenClient, query = "", token = of.coachToken) {
  return desk.api.call("GET", boardPath(of, query), { token });
}

async function board(of: SeenClient, query = ""): Promise<readonly OnboardingBoardRow[]> {
  return pageOf(await ask(of, query)).items;
}

function pageOf({ data }: Awaited<ReturnType<typeof ask>>) {
  return onboardingBoardPageSchema.parse(data);
}
