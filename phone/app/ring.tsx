/** The state of a task or an item as a shape: filled is accepted, outlined waits to be sent. */
export function Ring({ status, waits }: { readonly status: string; readonly waits: boolean }) {
  return (
    <svg className={`ring ${waits ? "waits" : ""}`} viewBox="0 0 20 20" aria-hidden="true">
      <circle className={CLASSES[status] ?? "open"} cx="10" cy="10" r="8.500" />
      <path className={CLASSES[status] ?? "open"} d={PATHS[status] ?? ""} />
    </svg>
  );
}

const CLASSES: Readonly<Record<string, string>> = {
  COMPLETED: "done",
  IN_PROGRESS: "begun",
  SKIPPED: "skipped",
  MISSED: "missed",
  CANCELED: "skipped",
  SUPERSEDED: "skipped",
};

const CROSS = "M7 7l6 6M13 7l-6 6";
const PATHS: Readonly<Record<string, string>> = {
  COMPLETED: "M6.200 10.400l2.600 2.600 5-5.600",
  IN_PROGRESS: "M10 5v10A5 5 0 0 1 10 5",
  SKIPPED: "M6.500 13.500l7-7",
  MISSED: CROSS,
  CANCELED: CROSS,
  SUPERSEDED: CROSS,
};
