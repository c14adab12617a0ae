import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { withoutMoves } from "../../bench/simulate/moved-clock.ts";

test("A clock that is moved shows the real time between two instants, without the moves in between", () => {
  const steps = fc.array(
    fc.record({
      real: fc.integer({ min: 1, max: 5_000 }),
      by: fc.integer({ min: 1, max: 900_000 }),
    }),
    { minLength: 2, maxLength: 20 },
  );
  fc.assert(
    fc.property(steps, (passed) => {
      let now = 0;
      const moves = passed.map(({ real, by }) => {
        now += real + by;
        return { at: now, by };
      });
      const real = passed.reduce((sum, step) => sum + step.real, 0);
      expect(withoutMoves(moves, 0, now)).toBe(real);
    }),
  );
});
