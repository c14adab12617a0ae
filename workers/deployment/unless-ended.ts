import { type Client, isGrpcServiceError, WorkflowNotFoundError } from "@temporalio/client";

/**
 * Acts on a run with a deadline of five seconds. Returns false if the run has ended meanwhile, or is about to: signals
 * that kept arriving delayed its end, so Temporal takes no more.
 */
export async function unlessEnded(
  temporal: Pick<Client, "withDeadline">,
  act: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await temporal.withDeadline(Date.now() + DEADLINE_MS, act);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || isClosing(error)) return false;
    throw error;
  }
}

const DEADLINE_MS = 5_000;
const RESOURCE_EXHAUSTED = 8;

function isClosing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  if (!isGrpcServiceError(cause)) return false;
  const code: number = cause.code;
  return code === RESOURCE_EXHAUSTED && cause.details.includes("closing");
}
