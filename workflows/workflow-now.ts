/** The workflow's own clock: inside the sandbox it stands still within a task and replays the same. */
export function workflowNow(): Date {
  // oxlint-disable-next-line house/clock -- the sandbox replaces Date
  return new Date();
}
