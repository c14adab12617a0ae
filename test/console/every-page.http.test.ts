import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { CONSOLE_PATHS } from "../../contract/console-paths.ts";
import { tables } from "../../db/tables.ts";
import { COACH } from "../../tools/demo/demo-names.ts";
import { CLIENT_TABS } from "../../web/client/client-tabs.ts";
import { SETTINGS_PARTS } from "../../web/settings/settings-parts.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { seedStageDemo } from "./demo-on-stage.ts";
import { type ConsoleStage, openPage, passDoor, startConsoleStage } from "./stage.ts";

describeInChromium("every page of the console", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;
  let addresses: readonly string[];

  beforeAll(async () => {
    stage = await startConsoleStage(executablePath);
    addresses = await addressesOf(stage, await seedStageDemo(stage));
  });
  afterAll(async () => await stage.close());

  test.each(["en", "de"])(
    "each page of a coach passes axe, fits its window and breaks no policy, in each theme and width (%s)",
    async (language) => {
      const { page, complaints, close } = await openPage(stage, "/inbox");
      await page.evaluateOnNewDocument(
        `Object.defineProperty(navigator, "languages", { get: () => ["${language}"] })`,
      );
      await passDoor(page, COACH.email);
      const found: string[] = [];
      for (const address of addresses) {
        await page.goto(`${stage.api.url}${address}`);
        await page.waitForSelector("main h1");
        await page.waitForFunction("document.querySelector('.loading, .skel') === null");
        const name = `${language}${address.replaceAll("/", "-")}`;
        found.push(...(await checkAppearance(page, name)));
        await page.setViewport({ width: 1280, height: 800 });
      }
      expect([...found, ...complaints]).toEqual([]);
      await close();
    },
    1_800_000,
  );

  test("each address of the console is that of a page which is opened here", () => {
    const opened = new Set(addresses.map((address) => address.split("/")[1] ?? ""));
    const known = Object.values(CONSOLE_PATHS).map((path) => path.split("/")[1] ?? "");
    // Support has its own people; home and the callback lead on.
    const others = new Set(["", "console", "support"]);
    expect([...opened].toSorted()).toEqual(
      [...new Set(known)].filter((room) => !others.has(room)).toSorted(),
    );
  });
}

/** One address of each page, with the ids of the demo. */
async function addressesOf(
  { api }: ConsoleStage,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly string[]> {
  const { em } = api.deps.database;
  const idsOf = async (table: "relationship" | "plan" | "formDefinition" | "coachTask") =>
    await tables(em)
      .selectFrom(table)
      .select("id")
      .where("workspaceId", "=", workspaceId)
      .limit(1)
      .execute();
  const [client] = await idsOf("relationship");
  const [plan] = await idsOf("plan");
  const [form] = await idsOf("formDefinition");
  const [task] = await idsOf("coachTask");
  const exercise = await tables(em).selectFrom("exercise").select("id").limit(1).execute();
  return [
    "/inbox",
    ...(task ? [`/inbox/${task.id}`] : []),
    "/clients",
    ...CLIENT_TABS.map((tab) => `/clients/${client?.id}/${tab}`),
    "/onboarding",
    "/plans",
    ...(plan ? [`/plans/${plan.id}`] : []),
    "/forms",
    ...(form ? [`/forms/${form.id}`] : []),
    "/exercises",
    ...exercise.map(({ id }) => `/exercises/${id}`),
    ...SETTINGS_PARTS.map((part) => `/settings/${part}`),
  ];
}
