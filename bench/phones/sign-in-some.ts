import type { Client } from "pg";
import type { BenchStack } from "../stack/stack.ts";
import { inParallel } from "./phones.ts";
import { nameSubjects, somePeople } from "./population.ts";
import { signInPhone } from "./sign-in.ts";

/** Signs in random copied people under their identities at the provider. */
export async function signInSome(stack: BenchStack, database: Client, count: number) {
  const people = await somePeople(database, count);
  const left = [...people];
  const signedIn = await inParallel(people.length, async () => {
    const person = left.pop();
    if (person === undefined) throw new Error("No person is left to sign in");
    return { ...person, ...(await signInPhone(stack.urls.provider, person.email)) };
  });
  await nameSubjects(database, signedIn);
  return signedIn;
}
