/** A typed time of day as `HH:MM`: "9:30", "0930" and "21" are times. Null for anything else. */
export function readTime(typed: string): string | null {
  const [, hour = "", minute = "00"] = /^(\d{1,2})(?::?(\d{2}))?$/.exec(typed.trim()) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, "0")}:${minute}`;
}
