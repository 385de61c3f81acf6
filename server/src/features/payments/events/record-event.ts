import type { Database } from '../../../lib/database.ts'
import type { ProviderEvent } from '../../../lib/payments/provider.ts'
import { applyFacts } from './apply-facts.ts'
import { insertEvent } from './queries.ts'

/** The one door for what a provider says by itself. The same word is taken in once, with all that follows, or not at all. */
export async function recordEvent(tx: Database, event: ProviderEvent, now: Date): Promise<void> {
  if (!(await insertEvent(tx, event, now))) return
  await applyFacts(tx, { provider: event.provider, toldBy: event.id, facts: event.facts }, now)
}
