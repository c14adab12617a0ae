import { describe, expect, test } from "@jest/globals";
import {
  CLIENT_PERMISSIONS,
  RELATIONSHIP_STATUSES,
} from "../../contract/relationships/vocabulary.ts";
import {
  MEMBER_PERMISSIONS,
  MEMBERSHIP_ROLES,
  WORKSPACE_STATUSES,
} from "../../contract/workspaces/vocabulary.ts";
import { clientPermissions } from "../../rules/relationships/client-permissions.ts";
import { memberPermissions } from "../../rules/workspaces/member-permissions.ts";

describe("finding 16: permissions that lie", () => {
  test.each(MEMBERSHIP_ROLES)(
    "a %s may all in an active workspace, and nothing in a suspended one",
    (role) => {
      expect(memberPermissions(role, "ACTIVE")).toEqual(MEMBER_PERMISSIONS[role]);
      expect(memberPermissions(role, "SUSPENDED")).toEqual([]);
    },
  );

  test("an archived workspace is read, and nothing more", () => {
    expect(memberPermissions("OWNER", "ARCHIVED")).toEqual([
      "relationships.read",
      "forms.submissions.read",
      "client.profile.read",
      "client.risk_flags.read",
      "messages.read",
    ]);
  });

  test("a client reads forms in a workspace that is closed, while the relationship is there", () => {
    for (const status of RELATIONSHIP_STATUSES) {
      expect(clientPermissions(status, "ACTIVE")).toEqual(CLIENT_PERMISSIONS[status]);
      for (const closed of WORKSPACE_STATUSES.filter((one) => one !== "ACTIVE")) {
        expect(clientPermissions(status, closed)).toEqual(status === "ENDED" ? [] : ["forms.read"]);
      }
    }
  });
});
