import { expect, test } from "@jest/globals";
import { loadOnce } from "../../../device/parts/load-once.ts";

test("A part is loaded once, and again after its script could not be loaded", async () => {
  let tries = 0;
  const part = loadOnce(
    {
      async numbers() {
        tries += 1;
        if (tries === 1) throw new Error("The script could not be loaded.");
        return await Promise.resolve({ number: tries });
      },
    },
    () => null,
  );

  await expect(part("numbers")).rejects.toThrow("could not be loaded");
  const [one, other] = await Promise.all([part("numbers"), part("numbers")]);

  expect(one).toEqual({ number: 2 });
  expect(other).toBe(one);
  expect(tries).toBe(2);
});
