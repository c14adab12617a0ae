import Sequencer from "@jest/test-sequencer";
import { longestFirst } from "./order-files.ts";

/** Jest's order of files, with expected times where none are recorded. */
export default function LongestFirst(...options) {
  const sequencer = new Sequencer(...options);
  const byRecords = sequencer.sort.bind(sequencer);
  return Object.assign(sequencer, {
    sort: async (tests) => longestFirst(await byRecords(tests)),
  });
}
