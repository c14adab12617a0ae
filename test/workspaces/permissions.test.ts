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

describe("the permissions of a workspace", () => {
  test.each(MEMBERSHIP_ROLES)(
    "allow a %s everything in an active workspace, and nothing in a suspended one",
    (role) => {
      expect(memberPermissions(role, "ACTIVE")).toEqual(MEMBER_PERMISSIONS[role]);
      expect(memberPermissions(role, "SUSPENDED")).toEqual([]);
    },
  );

  test("allow only reading in an archived workspace", () => {
    expect(memberPermissions("OWNER", "ARCHIVED")).toEqual([
      "relationships.read",
      "forms.submissions.read",
      "client.profile.read",
      "client.risk_flags.read",
      "messages.read",
    ]);
  });

  test("allow a client to read forms in a closed workspace, while the relationship exists", () => {
    for (const status of RELATIONSHIP_STATUSES) {
      expect(clientPermissions(status, "ACTIVE")).toEqual(CLIENT_PERMISSIONS[status]);
      for (const closed of WORKSPACE_STATUSES.filter((one) => one !== "ACTIVE")) {
        expect(clientPermissions(status, closed)).toEqual(status === "ENDED" ? [] : ["forms.read"]);
      }
    }
  });
});
