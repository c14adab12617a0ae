import { moveClock } from "./db/move-clock.ts";

/** Sets the product's clock of a test database to an instant, from which it continues. */
export async function setClock(ownerUrl: string, at: Date | string): Promise<void> {
  await moveClock(ownerUrl, (new Date(at).getTime() - Date.now()) / 1_000);
}
