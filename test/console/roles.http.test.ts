import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { grantSupport } from "../../activities/accounts/support/grant-support.ts";
import { endpoints } from "../../api/endpoints.ts";
import { SUPPORT_PERMISSIONS } from "../../contract/accounts/support-vocabulary.ts";
import { TOKEN_ROLES, type TokenRole } from "../../contract/accounts/vocabulary.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { COACH } from "../../tools/demo/demo-names.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { undoneEndpoint } from "../factories/api/undone-endpoint.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { coachAddresses } from "./coach-addresses.ts";
import { collectRefused } from "./collect-refused.ts";
import { CONSOLE_ROLES, type ConsoleRole } from "./console-roles.ts";
import { seedStageDemo } from "./demo-on-stage.ts";
import { pressOffered } from "./press-offered.ts";
import { giveReason } from "./give-reason.ts";
import { settlePage } from "./settle-page.ts";
import { type ConsoleStage, openPage, passDoor, startConsoleStage } from "./stage.ts";
import { passDoorAsStaff } from "./staff-door.ts";
import { supportAddresses } from "./support-addresses.ts";
import { supportLinks } from "./support-links.ts";

describeInChromium("pages by role", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;
  let workspaceId: string;

  beforeAll(async () => {
    // Each act is rolled back, so everything can be pressed, and the next page still offers the same.
    const undone = endpoints.map((endpoint) => undoneEndpoint(endpoint, () => undefined));
    stage = await startConsoleStage(executablePath, { endpoints: undone });
    ({ workspaceId } = await seedStageDemo(stage));
  });
  afterAll(async () => await stage.close());

  describe("A coach", () => {
    test.each(CONSOLE_ROLES)(
      "with the role $role in a workspace that is $status opens every page and presses what it offers, and the API refuses nothing as not allowed",
      async (role) => {
        const addresses = await coachAddresses(stage.api.deps.database.em, workspaceId);
        await giveRole(role);
        const { page, close } = await openPage(stage, "/settings/keys");
        await passDoor(page, COACH.email);
        const refused = collectRefused(page);
        const settle = settlePage(page);
        let count = 0;
        for (const path of addresses) {
          const pressed = await pressOffered(page, {
            address: `${stage.api.url}${path}`,
            // Nothing of an archived workspace can be made: a dialog that makes something must not open.
            fills: role.status === "ARCHIVED",
            settle,
          });
          count += pressed.length;
        }
        expect(refused).toEqual([]);
        expect(count).toBeGreaterThan(addresses.length);
        await close();
      },
      900_000,
    );
  });

  describe("Staff", () => {
    test.each(TOKEN_ROLES)(
      "with the role %s open every page of support and press what it offers, and the API refuses nothing as not allowed",
      async (role) => {
        const email = `${randomUUID()}@example.com`;
        await grantAll(email, role);
        const items = await supportAddresses(stage.api.deps.database.em);
        const { page, close } = await openPage(stage, "/");
        await passDoorAsStaff(page, email, role);
        const lists = await supportLinks(page);
        expect(lists.length).toBeGreaterThan(1);
        const refused = collectRefused(page);
        const settle = settlePage(page);
        for (const path of new Set([...lists, ...items]))
          await pressOffered(page, {
            address: `${stage.api.url}${path}`,
            elsewhere: "/support",
            settle: async () => {
              await settle();
              await giveReason(page, settle);
            },
          });
        expect(refused).toEqual([]);
        await close();
      },
      900_000,
    );
  });

  async function giveRole({ role, status }: ConsoleRole): Promise<void> {
    const em = stage.api.deps.database.em.fork();
    await em.nativeUpdate(WorkspaceMembership, { workspaceId }, { role });
    await em.nativeUpdate(CoachWorkspace, { id: workspaceId }, { status });
    // Only a workspace without a running relationship is archived.
    const relationships = await em.find(Relationship, { workspaceId });
    for (const { id } of relationships)
      await setRelationshipStatus(em, id, status === "ARCHIVED" ? "ENDED" : "ACTIVE");
  }

  /** An administrator has every permission by the role alone. */
  async function grantAll(email: string, role: TokenRole): Promise<void> {
    if (role === "admin") return;
    const { issuer } = stage;
    const { subject } = await signIn({ issuer, clientId: "sideline-web", email });
    const granting = { issuer, subject, reason: "roles", actor: "roles" };
    await transact(stage.api.deps.database.em, async (tx) => {
      for (const permission of SUPPORT_PERMISSIONS)
        await grantSupport(tx, { ...granting, permission });
    });
  }
}
