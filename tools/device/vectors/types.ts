/** One file: what its cases prove, and the cases. */
export interface Vectors {
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly description: string;
  readonly cases: readonly object[];
}
