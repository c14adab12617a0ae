import { jest } from "@jest/globals";

// A machine of the pipeline may be starved for seconds. There a test that fails is tried once more,
// and what it failed of is printed; at a desk it fails at once.
if (process.env["CI"] === "true") jest.retryTimes(1, { logErrorsBeforeRetry: true });
