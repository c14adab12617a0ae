/** Only the first reminder of a task on a local day counts: all of them share this key. */
export function reminderKey(taskId: string, localDate: string): string {
  return `onboarding-reminder:${taskId}:${localDate}`;
}
