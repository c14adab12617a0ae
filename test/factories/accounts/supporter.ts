import { randomUUID } from "node:crypto";
import type { SupportPermission } from "../../../contract/accounts/support-vocabulary.ts";
import { supportGrantSchema } from "../../../contract/accounts/support-schema.ts";
import type { TestApi } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { staffToken } from "./staff.ts";

/** The token of a support person with one permission. */
export async function supporter(
  api: TestApi,
  issuer: TestIssuer,
  permission: SupportPermission,
): Promise<string> {
  const subject = randomUUID();
  const token = await staffToken(issuer, "admin");
  const body = { subject, permission, reason: "on call" };
  const request = { token, key: randomUUID(), body };
  const { data } = await api.call("POST", "/api/v1/admin/support-grants", request);
  supportGrantSchema.parse(data);
  return await staffToken(issuer, "support", { sub: subject });
}
