import { expect, test } from "@jest/globals";
import {
  WORKSPACE_ACTS,
  WORKSPACE_TRANSITIONS,
} from "../../contract/identity/lifecycle-vocabulary.ts";
import { WORKSPACE_STATUSES, type WorkspaceStatus } from "../../contract/identity/vocabulary.ts";
import { judgeWorkspaceAct } from "../../rules/identity/judge-workspace-act.ts";

const pairs = WORKSPACE_STATUSES.flatMap((from) =>
  WORKSPACE_STATUSES.map((to) => [from, to] as const),
);

test.each(pairs)("a workspace goes from %s to %s only as the table says", (from, to) => {
  const allowed: readonly WorkspaceStatus[] = WORKSPACE_TRANSITIONS[from];
  const reached = WORKSPACE_ACTS.map((act) =>
    judgeWorkspaceAct({ status: from, hasOpenRelationships: false }, act),
  );
  expect(reached.includes(to)).toBe(allowed.includes(to));
});

test("an open relationship keeps a workspace from being archived, and from nothing else", () => {
  const judge = (status: WorkspaceStatus, act: (typeof WORKSPACE_ACTS)[number]) =>
    judgeWorkspaceAct({ status, hasOpenRelationships: true }, act);
  expect(judge("ACTIVE", "ARCHIVE")).toBeNull();
  expect(judge("ACTIVE", "SUSPEND")).toBe("SUSPENDED");
  expect(judge("SUSPENDED", "REINSTATE")).toBe("ACTIVE");
});
