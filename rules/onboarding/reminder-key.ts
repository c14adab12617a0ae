/** Of all that reminds of a task on a local day only the first counts: they share this key. */
export function reminderKey(taskId: string, localDate: string): string {
  return `onboarding-reminder:${taskId}:${localDate}`;
}
