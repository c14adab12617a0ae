/**
 * Remembers by which way the next sign-in goes, over a sign-out at the provider. Without the sign-out the provider
 * would take the sign-in that it knows. An empty name leaves the choice to the person.
 */
export const keepNextWay = (alias: string): void => sessionStorage.setItem(NAME, alias);

/** Takes the name once; null if the person did not ask for another sign-in. */
export function takeNextWay(): string | null {
  const kept = sessionStorage.getItem(NAME);
  sessionStorage.removeItem(NAME);
  return kept;
}

const NAME = "next-way";
