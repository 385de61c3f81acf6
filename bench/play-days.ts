import { createRandom } from '../server/seed/random.ts'
import { simulateDay } from './simulate-day.ts'
import { createSimulatedShop, planDay, toFirstCome } from './simulated-shops.ts'
import { addPlayedDay, addSample, createTotals, type WaitTotals } from './wait-totals.ts'

/** Days `from` to `to`, the last one not included, with this share of forgotten taps. */
export type PlayedDays = { forgottenTaps: number; from: number; to: number }

const MEASURED_PER_DAY = 3

/** The same days give the same totals, in whatever process. */
export function playDays({ forgottenTaps, from, to }: PlayedDays): WaitTotals {
  const totals = createTotals()
  for (let day = from; day < to; day++) playDay(totals, forgottenTaps, day)
  return totals
}

function playDay(totals: WaitTotals, forgottenTaps: number, day: number) {
  // A stream for what happens and one for how long services take: both rules meet the same customers.
  const stream = (name: string) => createRandom(`${forgottenTaps} ${day} ${name}`).next
  const random = stream('plan')
  const shop = createSimulatedShop(random, forgottenTaps)
  const plan = planDay(random, shop)
  const walkIns = plan.walkIns.length
  const measured = new Set(Array.from({ length: MEASURED_PER_DAY }, () => Math.floor(random() * walkIns)))
  const options = { forgottenTaps, isMeasured: (index: number) => measured.has(index) }
  const played = simulateDay(shop, plan, { ...options, random: stream('services') })
  for (const sample of played.samples) addSample(totals, sample)
  const size = { barbers: shop.barbers.length, walkIns }
  addPlayedDay(totals.queueRule, played, size)
  totals.displaced += played.displaced
  totals.days += 1
  const other = { forgottenTaps, isMeasured: () => false, random: stream('services') }
  addPlayedDay(totals.firstCome, simulateDay(shop, toFirstCome(plan), other), size)
}
