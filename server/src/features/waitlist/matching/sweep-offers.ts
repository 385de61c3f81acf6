import { defineJob } from '../../../lib/jobs.ts'
import { runAll } from '../../../lib/worker/run-sweeps.ts'
import { expireOffer } from '../offers/end-offer.ts'
import { listExpiredOffers } from '../offers/queries.ts'
import { type MatchDeps, offerFreedTime } from './offer-freed-time.ts'
import { listPendingTimes } from './queries.ts'

/** Per run; the next one continues. */
const BATCH = 500

/** Ends the offers whose job did not run, and matches the times whose job did not, those of the night among them. */
export async function sweepOffers(deps: MatchDeps): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const expired = await listExpiredOffers(db, now, BATCH)
  await runAll([
    ...expired.map((id) => [`offer ${id}`, () => expireOffer(deps, { offerId: id })] as const),
    ['freed times', () => matchPending(deps, now)],
  ])
}

async function matchPending(deps: MatchDeps, now: Date): Promise<void> {
  const ids = await listPendingTimes(deps.db, now, BATCH)
  await runAll(ids.map((freedTimeId) => [`freed time ${freedTimeId}`, () => offerFreedTime(deps, { freedTimeId })]))
}

export const sweepOffersJob = defineJob('sweep-offers', {
  schedule: '* * * * *',
  run: (deps: MatchDeps) => sweepOffers(deps),
})
