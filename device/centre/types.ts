/** What a person does about operations that need attention (docs/rooms/device.md#sync-centre). */
export interface Centre {
  /**
   * Discards a refused or conflicted operation: it stays in the history and needs no attention.
   *
   * @returns ABSENT if the device has no such operation, or if it is not refused.
   */
  discard(entry: { readonly clientOperationId: string }): Promise<"DISCARDED" | "ABSENT">;
}
