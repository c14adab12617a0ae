/** Rounds to three decimals: sums of binary fractions have more. */
export function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
