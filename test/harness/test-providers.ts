import { fileURLToPath } from "node:url";
import { readProviderSources } from "../../workers/config/read-provider-files.ts";

/** The product's own files; overrides are not polled while a test counts statements. */
export const TEST_PROVIDERS = {
  sources: readProviderSources(
    fileURLToPath(new URL("../../config/auth-providers/", import.meta.url)),
    new Set(["google", "apple", "telegram"]),
  ),
  testSubjects: new Set<string>(),
  refreshMs: 3_600_000,
};
