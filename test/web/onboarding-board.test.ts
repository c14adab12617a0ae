import { describe, expect, test } from "@jest/globals";
import { Problem } from "../../web/api/problem.ts";
import { nudgedTask, overriddenTask, refusalText } from "../../web/onboarding/board-acts.ts";
import { boardColumns, boardFacts } from "../../web/onboarding/board-columns.ts";
import type { Invitation, Onboarding } from "../../web/onboarding/board-query.ts";
import { boardSearch } from "../../web/onboarding/board-search.ts";
import { inviteBody, ownAddress } from "../../web/onboarding/invite-body.ts";
import { neighbourCard } from "../../web/onboarding/move-card.ts";
import { reviewText, waitingReview } from "../../web/onboarding/waiting-review.ts";
import { consoleTexts } from "./plans/console-texts.ts";

const [en, de] = [consoleTexts("en"), consoleTexts("de")];
const NOW = new Date("2026-11-26T08:00:00Z");

function onboarding(
  instanceId: string,
  status = "READY",
  more: Partial<Onboarding> = {},
): Onboarding {
  const task = {
    taskId: `questionnaire of ${instanceId}`,
    status,
    revision: 1,
    dueAt: null,
    openedAt: null,
    completedAt: null,
    remindersSent: 0,
    lastReminderAt: null,
    nextReminderAt: null,
    reviewTaskId: null,
    actions: [],
  };
  const done = status === "COMPLETED" ? 2 : 0;
  return {
    instanceId,
    relationshipId: "relationship",
    relationshipStatus: "ONBOARDING",
    client: { userId: "user", displayName: instanceId, timezone: "UTC" },
    coachUserId: "coach",
    status: "IN_PROGRESS",
    startedAt: "2026-11-20T08:00:00Z",
    finishedAt: null,
    blocks: { programs: false, nutrition: false },
    tasks: { done, all: 2 },
    questionnaire: {
      ...task,
      title: "Start",
      skippedAt: null,
      submittedAt: null,
      savedAt: null,
      answered: null,
    },
    baseline: { ...task, taskId: `baseline of ${instanceId}` },
    ...more,
  };
}

function invitation(invitationId: string, more: Partial<Invitation> = {}): Invitation {
  return {
    invitationId,
    workspaceId: "workspace",
    invitedByUserId: "coach",
    contact: { kind: "EMAIL", masked: "a***@example.com", value: "a@example.com" },
    status: "ACTIVE",
    generation: 1,
    sendAt: null,
    expiresAt: "2026-12-01T08:00:00Z",
    createdAt: "2026-11-20T08:00:00Z",
    consumedAt: null,
    revokedAt: null,
    formVersionId: null,
    language: null,
    name: null,
    lastMail: null,
    ...more,
  };
}

const board = (invitations: readonly Invitation[], onboardings: readonly Onboarding[]) =>
  boardColumns({ invitations, onboardings, now: NOW });

const idsOf = (columns: ReturnType<typeof board>) =>
  columns.map(({ cards }) => cards.map(({ id }) => id).join());

describe("the columns of the onboarding board", () => {
  test("each client stands in the column of their questionnaire, also while they pause", () => {
    const columns = board(
      [],
      [
        onboarding("a"),
        onboarding("b", "OPENED", { status: "PAUSED" }),
        onboarding("c", "SKIPPED_FOR_NOW"),
        onboarding("d", "COMPLETED"),
        onboarding("e", "CANCELLED"),
      ],
    );
    expect(idsOf(columns)).toEqual(["", "a", "b", "c", "d,e"]);
  });

  test("a complete client leaves after thirty days, but not while their baseline is open", () => {
    const finishedAt = "2026-10-20T08:00:00Z";
    const columns = board(
      [],
      [
        onboarding("gone", "COMPLETED", { finishedAt }),
        onboarding("open", "COMPLETED", { finishedAt, tasks: { done: 1, all: 2 } }),
      ],
    );
    expect(idsOf(columns).at(-1)).toBe("open");
  });

  test("an undelivered invitation comes first, then the next to close, and an erased one is left out", () => {
    const lastMail = {
      status: "FAILED",
      attempts: 1,
      failureCode: "SMTP_550",
      askedAt: "2026-11-20T08:00:00Z",
      triedAt: null,
    };
    const columns = board(
      [
        invitation("late", { expiresAt: "2026-12-05T08:00:00Z" }),
        invitation("soon"),
        invitation("lost", { lastMail, expiresAt: "2026-12-09T08:00:00Z" }),
        invitation("erased", { contact: { kind: "EMAIL", masked: "", value: "" } }),
      ],
      [],
    );
    expect(idsOf(columns)[0]).toBe("lost,soon,late");
  });

  test("the head counts the columns and takes the median of the days to the answers", () => {
    const inDays = (id: string, completedAt: string) => {
      const row = onboarding(id, "COMPLETED");
      return { ...row, questionnaire: { ...row.questionnaire, completedAt } };
    };
    const columns = board(
      [invitation("i")],
      [
        onboarding("a"),
        inDays("b", "2026-11-20T09:00:00Z"),
        inDays("c", "2026-11-23T08:00:00Z"),
        inDays("d", "2026-11-25T08:00:00Z"),
      ],
    );
    expect(boardFacts(columns)).toEqual({ underWay: 1, invited: 1, complete: 3, medianDays: 3 });
    expect(boardFacts(board([], []))).toMatchObject({ medianDays: null });
  });
});

describe("moving on the onboarding board", () => {
  const columns = board(
    [invitation("i1"), invitation("i2", { expiresAt: "2026-12-02T08:00:00Z" })],
    [onboarding("c", "SKIPPED_FOR_NOW")],
  );
  const from = (id: string | null, step: Parameters<typeof neighbourCard>[2]) =>
    neighbourCard(columns, id, step)?.id;

  test("the arrows skip empty columns, keep the height where they can, and stop at the edges", () => {
    expect(from("i2", { right: 1 })).toBe("c");
    expect(from("c", { right: 1 })).toBe("c");
    expect(from("c", { right: -1 })).toBe("i1");
    expect(from("i1", { down: 1 })).toBe("i2");
    expect(from("i2", { down: 1 })).toBe("i2");
  });

  test("without a current card a step goes to the first one, and an empty board has none", () => {
    expect(from(null, { down: 1 })).toBe("i1");
    expect(from("somebody who left", { right: 1 })).toBe("i1");
    expect(neighbourCard(board([], []), null, { down: 1 })).toBeNull();
  });
});

describe("acts of the onboarding board", () => {
  test("a nudge is about the questionnaire while it offers one, else about the baseline", () => {
    const row = onboarding("a");
    const offering = (questionnaire: string[], baseline: string[]): Onboarding => ({
      ...row,
      questionnaire: { ...row.questionnaire, actions: questionnaire },
      baseline: row.baseline && { ...row.baseline, actions: baseline },
    });
    expect(nudgedTask(offering(["NUDGE"], ["NUDGE"]))).toBe("questionnaire of a");
    expect(nudgedTask(offering([], ["NUDGE"]))).toBe("baseline of a");
    expect(nudgedTask(row)).toBeNull();
    expect(overriddenTask(offering(["NUDGE", "CANCEL"], []))?.types).toEqual(["CANCEL"]);
    expect(overriddenTask(offering([], ["NUDGE", "REQUEST_COMPLETION"]))).toEqual({
      taskId: "baseline of a",
      types: ["REQUEST_COMPLETION"],
    });
    expect(overriddenTask(row)).toBeNull();
  });

  test("a review of the answers comes before one of the profile, and keeps a client on the board", () => {
    const finishedAt = "2026-10-20T08:00:00Z";
    const row = onboarding("a", "COMPLETED", { finishedAt });
    const waiting = (answers: string | null, profile: string | null): Onboarding => ({
      ...row,
      questionnaire: {
        ...row.questionnaire,
        answered: { done: 42, all: 42 },
        reviewTaskId: answers,
      },
      baseline: row.baseline && { ...row.baseline, reviewTaskId: profile },
    });
    expect(waitingReview(waiting("answers", "profile"))).toBe("answers");
    expect(waitingReview(waiting(null, "profile"))).toBe("profile");
    expect(waitingReview({ ...row, baseline: null })).toBeNull();
    const columns = board([], [row, { ...waiting(null, "profile"), instanceId: "waits" }]);
    expect(idsOf(columns).at(-1)).toBe("waits");
    const said = (onboarded: Onboarding) => [en, de].map((texts) => reviewText(texts, onboarded));
    expect(said(row)).toEqual([null, null]);
    expect(said(waiting("answers", "profile"))).toEqual([
      "42 answers to review.",
      "42 Antworten sind zu prüfen.",
    ]);
    expect(said(waiting(null, "profile"))).toEqual([
      "Profile to review.",
      "Das Profil ist zu prüfen.",
    ]);
  });

  test("an address is invited by e-mail and anything else as a phone number", () => {
    const typed = { contact: " lena@example.com ", name: " ", language: "" };
    expect(inviteBody(typed)).toEqual({ email: "lena@example.com" });
    expect(inviteBody({ contact: "+49 170 1234567", name: " Lena ", language: "de" })).toEqual({
      phone: "+49 170 1234567",
      name: "Lena",
      language: "de",
    });
    expect(inviteBody({ ...typed, contact: "  " })).toBeNull();
  });

  test("the reader's own address is told from any other, whatever its case", () => {
    const reader = { email: "kim@example.com", isOwner: true };
    expect(ownAddress(" Kim@Example.com ", reader)).toBe("OWNER");
    expect(ownAddress("kim@example.com", { ...reader, isOwner: false })).toBe("MEMBER");
    expect(ownAddress("lena@example.com", reader)).toBeNull();
    expect(ownAddress("", { ...reader, email: null })).toBeNull();
  });

  test("a refused invitation says its reason, and a plain conflict that something has changed", () => {
    const refused = (...codes: string[]) =>
      new Problem({
        status: 409,
        code: "STATE_CONFLICT",
        requestId: null,
        retryAfter: null,
        errors: codes.map((code) => ({ pointer: "", code, message: "" })),
      });
    expect(refusalText(en, refused("ALREADY_MEMBER"))).toBe(
      "This person coaches here. Only the owner can also be a client.",
    );
    expect(refusalText(de, refused("TOO_MANY_OPEN_INVITATIONS"))).toMatch(/^Zu viele/u);
    expect(refusalText(en, refused())).toMatch(/changed meanwhile/u);
  });

  test("the address keeps the id of a card and nothing else", () => {
    const card = "0197b3a0-0000-7000-8000-000000000001";
    expect(boardSearch({ card, name: "Lena" })).toEqual({ card });
    expect(boardSearch({ card: "lena@example.com" })).toEqual({});
  });
});
