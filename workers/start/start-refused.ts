/** A process cannot do its work as it is configured; the message is one sentence for the operator, without secrets. */
export class StartRefused extends Error {}
