import { expect } from "@jest/globals";
import { Client } from "pg";
import { openDatabase } from "../../db/open-database.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { type Alteration, openAlteringWay } from "./db/altering-way.ts";
import type { DayGround } from "./agenda/day-races.ts";

/** A guard that is removed: from the statements in transit, from the schema, or both. */
export interface Mutant {
  readonly race: string;
  readonly alterations: readonly Alteration[];
  readonly drops?: readonly string[];
}

/** Rounds within which a race must notice a missing guard; the rarest appears in one of fifteen. */
const ROUNDS_TO_NOTICE = 400;

type PlayedRace = (ground: DayGround, round: number) => Promise<unknown>;

/**
 * Expects a race to fail while its guard is missing, and never within the same number of rounds while it is present.
 */
export async function expectNoticed(
  races: Readonly<Record<string, PlayedRace>>,
  mutant: Mutant,
): Promise<void> {
  const { failed, altered, rounds } = await playWithout(races, mutant, ROUNDS_TO_NOTICE);
  expect({ failed, isAltered: altered > 0 }).toEqual({ failed: true, isAltered: true });
  const usual = await playWithout(races, { ...mutant, alterations: [], drops: [] }, rounds);
  expect(usual).toMatchObject({ failed: false, altered: 0 });
}

/** Plays a race without a guard, on a separate database, until it fails. */
export async function playWithout(
  races: Readonly<Record<string, PlayedRace>>,
  { race, alterations, drops = [] }: Mutant,
  limit: number,
) {
  const played = races[race];
  if (played === undefined) throw new Error(`There is no race called ${race}`);
  const { appUrl, ownerUrl } = await useOwnDatabase();
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  for (const statement of drops) await owner.query(statement);
  await owner.end();
  const way = await openAlteringWay(appUrl, alterations);
  const racing = openDatabase({ url: way.url, poolSize: 12, applicationName: "guards" });
  const quiet = openDatabase({ url: appUrl, poolSize: 4, applicationName: "guards" });
  let fault: unknown = null;
  let rounds = 0;
  for (; rounds < limit && fault === null; rounds += 1) {
    fault = await played({ em: racing.em, quiet: quiet.em }, rounds).then(
      () => null,
      (error: unknown) => error,
    );
  }
  await racing.close();
  await quiet.close();
  await way.close();
  return { failed: fault !== null, rounds, altered: way.altered() };
}
