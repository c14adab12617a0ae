import { describe, expect, test } from "@jest/globals";
import { staffRoleOf } from "../../../web/session/staff-role.ts";

const token = (claims: unknown) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

describe("the role of staff in an access token", () => {
  test("it is read from the claim `roles` or from Keycloak's `realm_access`, an administrator first", () => {
    expect(staffRoleOf(token({ roles: ["support"] }))).toBe("support");
    expect(staffRoleOf(token({ realm_access: { roles: ["offline_access", "support"] } }))).toBe(
      "support",
    );
    expect(staffRoleOf(token({ name: "Jürgen 🏋", roles: ["support", "admin"] }))).toBe("admin");
  });

  test("a coach's token, claims of another form and a text that is no token name no role", () => {
    for (const claims of [{}, { roles: "admin" }, { roles: [{ admin: true }] }, ["admin"], null])
      expect(staffRoleOf(token(claims))).toBeNull();
    for (const text of ["", "opaque", "a.b.c"]) expect(staffRoleOf(text)).toBeNull();
  });
});
