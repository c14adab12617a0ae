/** The workflow's own clock: inside the sandbox it does not advance within a task and replays identically. */
export function workflowNow(): Date {
  // oxlint-disable-next-line house/clock -- the sandbox replaces Date
  return new Date();
}
