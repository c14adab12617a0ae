import { Agent, request } from "node:http";
import type { Client } from "pg";
import { NEWEST_METRIC_TASK } from "../days/day-template.ts";
import { type Phone, withTasks } from "../phones/phones.ts";
import { signInSome } from "../phones/sign-in-some.ts";
import type { BenchStack } from "../stack/stack.ts";

/** Signs in copied people, each of whom reads today once to fill the cache. */
export async function readersOf(
  stack: BenchStack,
  database: Client,
  count: number,
): Promise<readonly Reader[]> {
  const people = await signInSome(stack, database, count);
  const phones: readonly Phone[] = await withTasks(database, people, NEWEST_METRIC_TASK);
  const readers: Reader[] = phones.map((phone) => ({ ...phone, tag: "" }));
  for (const reader of readers) reader.tag = (await readToday(stack, reader)).tag;
  return readers;
}

/** A phone that reads today, with the answer in its cache. */
export interface Reader extends Phone {
  tag: string;
}

/** The answer: whether it was complete, and its size in bytes. */
interface TodayRead {
  readonly status: number;
  readonly bytes: number;
  readonly tag: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Reads today as a phone does; with an ETag it names its cached answer. */
async function readToday(
  { urls }: Pick<BenchStack, "urls">,
  { accessToken }: Pick<Reader, "accessToken">,
  tag = "",
): Promise<TodayRead> {
  const { promise, resolve, reject } = Promise.withResolvers<TodayRead>();
  const headers = {
    Authorization: `Bearer ${accessToken}`,
    ...(tag !== "" && { "If-None-Match": tag }),
  };
  const sent = request(`${urls.api}/api/v1/client/today`, { agent, headers }, (response) => {
    let bytes = 0;
    response.on("data", (part: Buffer) => (bytes += part.length));
    response.on("error", reject);
    response.on("end", () => {
      const { statusCode: status = 0 } = response;
      resolve({ status, bytes, tag: response.headers.etag ?? "" });
    });
  });
  sent.on("error", reject);
  sent.end();
  return await promise;
}

/** Reads of phones in turns, with the number of reads that the API refused as overloaded. */
export interface ReadInTurns {
  readonly send: () => Promise<void>;
  readonly turnedAway: () => number;
}

/** Reads of one reader after the other, which must have the expected status. */
export function readingInTurns(
  stack: BenchStack,
  readers: readonly Reader[],
  how: { readonly isUnchanged: boolean },
): ReadInTurns {
  let turn = 0;
  let turnedAway = 0;
  const send = async () => {
    turn += 1;
    const reader = readers[turn % readers.length];
    if (reader === undefined) throw new Error("Nobody reads");
    const { status, tag } = await readToday(stack, reader, how.isUnchanged ? reader.tag : "");
    if (status === 503) {
      turnedAway += 1;
      return;
    }
    // After changes by others, one full read is expected.
    if (status !== (how.isUnchanged ? 304 : 200) && !(how.isUnchanged && status === 200))
      throw new Error(`Today was answered with ${status}`);
    reader.tag = tag;
  };
  return { send, turnedAway: () => turnedAway };
}
