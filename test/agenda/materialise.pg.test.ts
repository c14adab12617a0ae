import { afterAll, describe, expect, test } from "@jest/globals";
import { openDatabase } from "../../db/orm.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { buildAgenda } from "../factories/plans.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "materialise test" });
afterAll(() => database.close());

describe("materialisation", () => {
  test("an assigned plan makes the task of the present local day", async () => {
    const owner = await buildAgendaOwner(database.em);
    const agenda = await buildAgenda(database.em, owner);
    expect(agenda.meal.items).toHaveLength(3);
  });
});
