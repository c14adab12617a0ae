/** Whether a set contains a part. */
export function isKept(set: number, place: number): boolean {
  return Math.floor(set / 2 ** place) % 2 === 1;
}
