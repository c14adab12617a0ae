// Compares all exercises with all pictures, like the schedule `thumbnail-matching`, and prints as JSON how many were
// compared and in how many seconds. The benchmark runs it twice: unchanged exercises are not compared again
// (bench/exercises/matching.ts).
import {
  type MatchedSlice,
  matchThumbnails,
} from "../activities/exercises/thumbnails/match-thumbnails.ts";
import { openDatabase } from "../db/open-database.ts";

const [, , url = ""] = process.argv;
const database = openDatabase({ url, poolSize: 1, applicationName: "match-exercises" });
const from = performance.now();
let count = 0;
let after: string | null = null;
do {
  const slice: MatchedSlice = await matchThumbnails({ em: database.em }, null, { after });
  count += slice.matchedCount;
  ({ after } = slice);
} while (after !== null);
const seconds = (performance.now() - from) / 1_000;
await database.close();
process.stdout.write(JSON.stringify({ count, seconds }));
