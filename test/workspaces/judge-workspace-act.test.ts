import { expect, test } from "@jest/globals";
import { WORKSPACE_ACTS, WORKSPACE_TRANSITIONS } from "../../contract/workspaces/vocabulary.ts";
import { WORKSPACE_STATUSES, type WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import { judgeWorkspaceAct } from "../../rules/workspaces/judge-workspace-act.ts";

const pairs = WORKSPACE_STATUSES.flatMap((from) =>
  WORKSPACE_STATUSES.map((to) => [from, to] as const),
);

test.each(pairs)("a workspace goes from %s to %s only as the table allows", (from, to) => {
  const allowed: readonly WorkspaceStatus[] = WORKSPACE_TRANSITIONS[from];
  const reached = WORKSPACE_ACTS.map((act) =>
    judgeWorkspaceAct({ status: from, hasOpenRelationships: false, hasOwner: true }, act),
  );
  expect(reached.includes(to)).toBe(allowed.includes(to));
});

test("an open relationship keeps a workspace from being archived, and from nothing else", () => {
  const judge = (status: WorkspaceStatus, act: (typeof WORKSPACE_ACTS)[number]) =>
    judgeWorkspaceAct({ status, hasOpenRelationships: true, hasOwner: true }, act);
  expect(judge("ACTIVE", "ARCHIVE")).toBeNull();
  expect(judge("ACTIVE", "CLOSE")).toBeNull();
  expect(judge("SUSPENDED", "CLOSE")).toBeNull();
  expect(judge("ACTIVE", "SUSPEND")).toBe("SUSPENDED");
  expect(judge("SUSPENDED", "REINSTATE")).toBe("ACTIVE");
});

test("a suspended workspace is archived when its last coach leaves, not by its owner", () => {
  const suspended = { status: "SUSPENDED", hasOpenRelationships: false, hasOwner: true } as const;
  expect(judgeWorkspaceAct(suspended, "ARCHIVE")).toBeNull();
  expect(judgeWorkspaceAct({ ...suspended, hasOwner: false }, "CLOSE")).toBe("ARCHIVED");
});

test("an archived workspace without an owner cannot be restored", () => {
  const archived = { status: "ARCHIVED", hasOpenRelationships: false } as const;
  expect(judgeWorkspaceAct({ ...archived, hasOwner: true }, "REINSTATE")).toBe("ACTIVE");
  expect(judgeWorkspaceAct({ ...archived, hasOwner: false }, "REINSTATE")).toBeNull();
});
