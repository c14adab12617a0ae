import type { Client } from "pg";
import type { BenchStack } from "../stack/stack.ts";
import { inParallel } from "./phones.ts";
import { nameSubjects, somePeople } from "./population.ts";
import { signInPhone } from "./sign-in.ts";

/** Copied people picked by chance sign in, each as who the provider takes them for. */
export async function signInSome(stack: BenchStack, database: Client, count: number) {
  const people = await somePeople(database, count);
  const left = [...people];
  const signedIn = await inParallel(people.length, async () => {
    const person = left.pop();
    if (person === undefined) throw new Error("Everybody has signed in");
    return { ...person, ...(await signInPhone(stack.urls.provider, person.email)) };
  });
  await nameSubjects(database, signedIn);
  return signedIn;
}
