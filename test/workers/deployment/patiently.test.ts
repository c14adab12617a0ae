import { expect, test } from "@jest/globals";
import { ServiceError } from "@temporalio/client";
import { patiently } from "../../../workers/deployment/patiently.ts";

const PAUSES = { firstMs: 1, longestMs: 2 };
const answered = (code: number) =>
  Object.assign(new Error(`code ${code}`), { code, details: "refused", metadata: {} });
const wrapped = (code: number) => new ServiceError("Failed to signal", { cause: answered(code) });

/** Calls with these errors first, and counts the calls. */
async function callWith(errors: readonly Error[]) {
  let calls = 0;
  const act = async () => {
    const error = errors[calls];
    calls += 1;
    if (error !== undefined) throw error;
    return "done";
  };
  const outcome = await patiently(act, PAUSES).catch(String);
  return { outcome, calls };
}

test("A call that Temporal refuses because it is busy or away is repeated until it succeeds", async () => {
  const refusals = [answered(8), wrapped(8), answered(14), wrapped(4)];
  expect(await callWith(refusals)).toEqual({ outcome: "done", calls: 5 });
});

test("A call that is refused ten times in a row fails with the last reason", async () => {
  const refusals = Array.from({ length: 12 }, (_, place) => answered(place < 9 ? 8 : 14));
  expect(await callWith(refusals)).toEqual({ outcome: "Error: code 14", calls: 10 });
});

test.each([answered(3), answered(9), new TypeError("ours")])(
  "A call that fails for another reason fails at once: %s",
  async (error) => {
    expect(await callWith([error])).toEqual({ outcome: String(error), calls: 1 });
  },
);
