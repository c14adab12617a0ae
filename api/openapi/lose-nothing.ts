/** Part of the first page of the reference: which data an app keeps and deletes, and what it does after a refusal. */
export const LOSE_NOTHING = `## Lose nothing
Keep an operation until you have its verdict, and an accepted one as long as the cursor it came with.
\`410 CURSOR_EXPIRED\` may mean that the service was restored from a backup: read the scope again and send again
everything you have. Known operations are answered \`ALREADY_ACCEPTED\`. A result with \`judgedOnRevision\` was decided
on that revision, because the named one is lost. Do not send refused operations again: the verdict was final, and the
person has seen it. An undo by \`undoesReceiptId\` also names \`undoesClientOperationId\` if this phone sent the undone
operation: sent again after a restore, it has another receipt.

An operation without a verdict may have arrived. An operation that replaces it names it as \`resubmitOf\`. If the replaced
one itself replaced operations without a verdict, name those too, newest first, as \`resubmitChain\`: then at most one
of them is accepted, in whatever order they arrive.

A refused workout stays as a draft in conflict until the person chooses.
\`GET /api/v1/client/workout-sessions/conflicts?status=OPEN\` has what the choice needs, after a restart too.

\`403 DEVICE_REVOKED\` has \`next: REGISTER\`: register the installation again, keep its queue and send it under
the new \`deviceId\`. Delete only by purge orders. An order with \`queue: DELETE\` deletes everything. An order with
\`queue: KEEP\` deletes the cache immediately; unsent operations stay sealed, shown to nobody, until
\`sealedUntil\`. When the same person registers the installation again, the answer has the order with
\`handedOverTo\`: unseal the queue and send it. Report the number of operations deleted unsent as
\`lostOperations\`, and of those that stay as \`sealedOperations\`.

An order reaches operations queued under its \`deviceId\` or handed over to that device, however late you read it. It
never reaches operations queued under a later device. Store with each operation the \`deviceId\` it was queued under,
and add each device its queue is handed over to. This list decides, not your clock: \`queuedBefore\` is the
server's time, and shows when the next device registered. An order is repeated until you acknowledge it.

## When the session has ended
A session may be ended remotely. Then every route answers a plain \`401\`, and the phone cannot read its orders with
its token. After any 401 that a renewed token does not fix, and after \`403 USER_SUSPENDED\`,
\`USER_PENDING_DELETION\`, \`USER_DELETED\` or \`PROVIDER_NOT_ALLOWED\`, call \`POST /api/v1/client/purge-orders/find\` with the
\`deviceSecret\` in the body, and without a token. Obey the listed orders, oldest first, and acknowledge each with
\`POST /api/v1/client/purge-orders/{orderId}/ack\`. An empty list or a 404 deletes nothing: the person signs in again.
While a queue is sealed, ask once a day, because a later order may delete it. A device without a secret (null, or
registered by an older version of the app) gets one when it registers again. Delete the secret of a former device once
the orders of the new registration are obeyed.
`;
