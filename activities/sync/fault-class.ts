/**
 * What kind of fault it was, as far as it can be told without its message, which may quote the
 * payload: the name of the error and the SQLSTATE behind it.
 */
export function faultClass(fault: unknown): string {
  if (!(fault instanceof Error)) return "unknown";
  const code: unknown = "code" in fault ? fault.code : undefined;
  return typeof code === "string" ? `${fault.name} ${code}` : fault.name;
}

/** Where a fault came from: the first frames of its stack, without the message. */
export function faultFrames(fault: unknown): readonly string[] {
  if (!(fault instanceof Error)) return [];
  const lines = fault.stack?.split("\n").map((line) => line.trim()) ?? [];
  return lines.filter((line) => line.startsWith("at ")).slice(0, 5);
}
