/** A name, and the address that signs in. */
export interface DemoPerson {
  readonly name: string;
  readonly email: string;
}

const FIRST_NAMES = ["Alex", "Mara", "Jonas", "Lea", "Emil", "Nora", "Paul", "Ida", "Finn", "Zoe"];
const LAST_NAMES = ["Winter", "Brandt", "Keller", "Vogel"];

/** The coach of the demo. */
export const COACH = personOf("Kim Berger");

/** The workspace of the coach. */
export const WORKSPACE = "Harbour Coaching";

/** A smaller workspace, where the coach of the demo works too; its owner and its clients. */
export const SECOND_WORKSPACE = "Northside Strength";
export const SECOND_OWNER = personOf("Robin Hart");
export const SECOND_CLIENTS = [personOf("Mia Sander"), personOf("Tom Reuter")] as const;

/** The clients of the demo, each with another name and address; the first is the one to try it with. */
export const CLIENTS = clientNames();

function clientNames(): readonly [DemoPerson, ...DemoPerson[]] {
  const names = LAST_NAMES.flatMap((last) => FIRST_NAMES.map((first) => `${first} ${last}`));
  const [first = "", ...others] = names;
  return [personOf(first), ...others.map(personOf)];
}

function personOf(name: string): DemoPerson {
  return { name, email: `${name.toLowerCase().replace(" ", ".")}@example.com` };
}
