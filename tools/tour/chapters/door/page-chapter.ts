import { invitationPreviewSchema } from "../../../../contract/invitations/schema.ts";
import { callApi } from "../../call-api.ts";
import { expectEqual } from "../../expect-equal.ts";
import type { Stage } from "../../stage.ts";

/** Opens the mail's link in a browser: the page itself knows nothing and asks the API who invites. */
export async function linkOpensPage(stage: Stage, invitationToken: string): Promise<void> {
  const { api, page } = stage;
  page.chapter("The link of the mail opens a page");
  page.sent("GET /invitation");
  const answer = await fetch(`${api}/invitation`);
  const text = await answer.text();
  const type = answer.headers.get("content-type");
  page.came(`${answer.status} ${type}, ${Buffer.byteLength(text)} bytes, ${titleOf(text)}`);
  expectEqual("the page", [answer.status, type], [200, "text/html; charset=utf-8"]);
  const preview = /data-preview="([^"]+)"/.exec(text)?.[1];
  expectEqual("the page's request", preview, "/api/v1/client-invitations/preview");
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/client-invitations/preview",
      body: { invitationToken },
      answer: invitationPreviewSchema,
    },
    ({ coachDisplayName, contact }) => `${coachDisplayName} invites ${contact.masked}`,
  );
  expectEqual("who invites", data.coachDisplayName, "Kim Coach");
  expectEqual("the token on the page", text.includes(invitationToken), false);
  page.verified(
    "the page shows who invites; the token stayed behind the # and was in no request address",
  );
}

const titleOf = (text: string) => `"${/<title>([^<]*)/.exec(text)?.[1] ?? ""}"`;
