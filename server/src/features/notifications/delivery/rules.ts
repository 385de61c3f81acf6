/** After this many refused messages within REFUSAL_DAYS nothing more is sent to an address. */
export const MAX_REFUSALS = 5

/** So long after its last refusal an address may receive messages again: a mailbox may exist again, or no longer be full. */
export const REFUSAL_DAYS = 7
