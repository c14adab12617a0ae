/** The id in the address of a picture; null if it is not one of the API's. The page asks its own origin for it. */
export function pictureAsset(address: string | null): string | null {
  return address === null ? null : (PICTURE.exec(address)?.[1] ?? null);
}

const PICTURE = /\/api\/v1\/exercise-library\/images\/([0-9a-f-]{36})\/\d+$/u;
