import { RESOLUTIONS } from "../../contract/sync/vocabulary.ts";
import { EXAMPLES } from "./examples.ts";
import { LOSE_NOTHING } from "./lose-nothing.ts";

/** The first page of the reference: from a token to the first verdict. */
export function writeAnApp(publicUrl: string): string {
  const batch = JSON.stringify(EXAMPLES["SyncRequest"], null, 2);
  const resolutions = RESOLUTIONS.map((resolution) => `\`${resolution}\``).join(", ");
  return `What a device sends is a claim, only the server turns it into a fact. An app works offline,
keeps what its owner did as *operations* in an outbox, and submits them when it can.

# Write an app

## Get a token
People sign in at the identity provider by authorization code with PKCE; the app is the token's
\`client_id\` and decides which routes are open to it. \`GET /api/v1/auth/providers\` names the ways to
sign in. Against a stack on your own machine a token is one command:

\`\`\`sh
TOKEN=$(npm run --silent token -- client@example.com --client client-mobile)
\`\`\`

Send it as \`Authorization: Bearer …\` with every request. Routes that ask for an \`Idempotency-Key\` answer
the same key and body the same way, however often they are sent.

## Find your scope
A *scope* is what a device syncs: one coaching relationship. \`GET /api/v1/auth/client-me\` answers the
client's \`relationshipId\`; a coach finds those of a workspace by
\`GET /api/v1/workspaces/{workspaceId}/relationships\`. A scope is \`ONBOARDING\`, \`ACTIVE\` or \`PAUSED\`; one
that ended is not found.

Register the installation once by \`POST /api/v1/client/devices\`, keep its \`deviceId\`, put its \`deviceSecret\` into
the platform's secure storage, and read the scope:

\`\`\`sh
curl "${publicUrl}/api/v1/coach-client-relationships/$SCOPE/sync?deviceId=$DEVICE" \\
  -H "Authorization: Bearer $TOKEN"
\`\`\`

It answers the digests of what the device should hold, and a \`serverCursor\`: sent as \`since\` next time, it
brings only what changed. A batch takes it along as \`clientCursor\` (\`null\` before the first), and answers the next one; where others changed
something in between, its \`refetch\` says where to read that first.

## Send the first batch
\`GET /api/v1/client/operation-types\` lists every operation with its versions and the form of its payload.
\`payloadChecksum\` is \`sha-256:\` and the hex digest of the payload in its RFC 8785 form. Ids of operations are
the app's own; an operation keeps its id on every retry, and counts once.

\`\`\`sh
curl "${publicUrl}/api/v1/coach-client-relationships/$SCOPE/sync" \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d @batch.json
\`\`\`

\`\`\`json
${batch}
\`\`\`

## Read the verdicts
A batch is answered 200 with a result for each operation, in order; a verdict is no error.

| status | what the app does |
|---|---|
| \`ACCEPTED\`, \`ALREADY_ACCEPTED\` | takes it out of the outbox; it is a fact, at \`acceptedRevision\` |
| \`REJECTED\`, \`CONFLICT\` | shows \`message\` and offers what \`allowedResolutions\` names: ${resolutions} |
| \`CONFLICT\` with \`conflict.supersededBy\` | may send the same, as \`resubmitOf\`, on that task, item and revision |
| \`REFETCH_REQUIRED\` | keeps it, fetches what \`refetch\` points at, sends it again after \`retryAfterSeconds\` |
| \`SCOPE_LOCKED\` | keeps it until the scope goes on |

${LOSE_NOTHING}
## Stay compatible
Requests are strict: an unknown field is refused. Answers may grow: ignore fields you do not know, and fall back
from an unknown code to its \`category\`. Every refusal is an RFC 9457 problem with a \`code\`, a \`messageKey\` for
your own translation, and the \`requestId\` to quote to support.
`;
}
