/** Where a client reads the agenda of one local day. */
export function todayPath(localDate: string): string {
  return `/api/v1/client/today?date=${localDate}`;
}
