import { estimateWaits, plannedServiceDuration } from '@na-regua/wait'
import { createRandom } from '../server/seed/random.ts'
import { median } from './measure.ts'
import { nextFreeStart, nextFreeStartAfterQueue } from './next-free.ts'
import { simulateDay, type WaitSample } from './simulate-day.ts'
import { createSimulatedShop, planDay, toFirstCome } from './simulated-shops.ts'

const MEASURED_PER_DAY = 3
const CONDITIONS = [0, 0.1, 0.3]
/** A wait of less is none. */
const NONE_MIN = 0.5

export type WaitFigures = {
  forgottenTaps: number
  days: number
  /** Customers to whom a wait was shown, and the share of them whose wait was within p10 and p90. */
  shown: number
  held: number
  /** Of all, also those who were called at once. */
  heldOfAll: number
  /** Of those to whom no number was shown: share that was not called on that day. */
  notCalled: number
  /** Minutes: median of the difference to the real wait, of the estimate and of the two rules of calendars. */
  errorMin: number
  nextFreeErrorMin: number
  nextFreeAfterQueueErrorMin: number
  displaced: number
  board: RuleFigures
  firstCome: RuleFigures
}
/** Means in minutes: from joining the queue, and from the booked time. */
type RuleFigures = { waitMin: number; delayMin: number }

/** Simulated days of many barbershops, with few and many forgotten taps. */
export function benchWaits(days: number): WaitFigures[] {
  return CONDITIONS.map((forgottenTaps) => playDays(days, forgottenTaps))
}

function playDays(days: number, forgottenTaps: number): WaitFigures {
  const samples: WaitSample[] = []
  const board = createTotals()
  const firstCome = createTotals()
  for (let day = 0; day < days; day++) {
    // A stream for what happens and one for how long services take: both rules meet the same customers.
    const stream = (name: string) => createRandom(`${forgottenTaps} ${day} ${name}`).next
    const random = stream('plan')
    const shop = createSimulatedShop(random, forgottenTaps)
    const plan = planDay(random, shop)
    const count = plan.walkIns.length
    const measured = new Set(Array.from({ length: MEASURED_PER_DAY }, () => Math.floor(random() * count)))
    const options = { forgottenTaps, isMeasured: (index: number) => measured.has(index) }
    const played = simulateDay(shop, plan, { ...options, random: stream('services') })
    samples.push(...played.samples)
    board.add(played)
    const other = { forgottenTaps, isMeasured: () => false, random: stream('services') }
    firstCome.add(simulateDay(shop, toFirstCome(plan), other))
  }
  const { displaced } = board
  return { forgottenTaps, days, ...compare(samples), displaced, board: board.means(), firstCome: firstCome.means() }
}

function compare(samples: readonly WaitSample[]) {
  const isHeld = ({ estimate, realMin = Number.POSITIVE_INFINITY }: WaitSample) =>
    estimate !== undefined && realMin >= estimate.p10 && realMin <= estimate.p90
  const estimated = samples.filter(({ estimate }) => estimate)
  const shown = estimated.filter(({ estimate }) => (estimate?.p90 ?? 0) > NONE_MIN)
  const silent = samples.filter(({ estimate }) => !estimate)
  const called = estimated.filter(({ realMin }) => realMin !== undefined)
  const errorOf = (rule: (sample: WaitSample) => number) =>
    median(called.map((sample) => Math.abs((sample.realMin ?? 0) - rule(sample))))
  return {
    shown: shown.length,
    held: shown.filter(isHeld).length / shown.length,
    heldOfAll: estimated.filter(isHeld).length / estimated.length,
    notCalled: silent.filter(({ realMin }) => realMin === undefined).length / silent.length,
    errorMin: errorOf(({ estimate }) => estimate?.p50 ?? 0),
    nextFreeErrorMin: errorOf(({ board }) => nextFreeStart(board)),
    nextFreeAfterQueueErrorMin: errorOf(({ board }) => nextFreeStartAfterQueue(board)),
  }
}

function createTotals() {
  const totals = { waits: 0, waitMin: 0, delays: 0, delayMin: 0, displaced: 0 }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    add({ waits, delays, displaced }: ReturnType<typeof simulateDay>) {
      totals.waits += waits.length
      totals.waitMin += sum(waits)
      totals.delays += delays.length
      totals.delayMin += sum(delays)
      totals.displaced += displaced
    },
    means: (): RuleFigures => ({ waitMin: totals.waitMin / totals.waits, delayMin: totals.delayMin / totals.delays }),
    get displaced() {
      return totals.displaced
    },
  }
}

/** Milliseconds for a board of 8 barbers and 20 customers: the median. */
export function measureEstimate(): number {
  const time = plannedServiceDuration(30)
  const fixed = Array.from({ length: 5 }, (_, index) => ({ startMin: 40 + index * 90, time, comes: 0.9 }))
  const barbers = Array.from({ length: 8 }, (_, index) => ({
    ...{ fromMin: 0, untilMin: 500, fixed },
    serving: { elapsedMin: index * 4, time },
  }))
  const queue = Array.from({ length: 20 }, (_, index) => ({
    barber: index % 3 ? undefined : index % 8,
    times: barbers.map(() => time),
  }))
  const durations = Array.from({ length: 400 }, (_, seed) => {
    const startedAt = performance.now()
    estimateWaits({ barbers, queue, forgottenTaps: 0.1, leavingPerMin: 0.002 }, { seed })
    return performance.now() - startedAt
  })
  return median(durations.slice(200))
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

export function printWaits(figures: readonly WaitFigures[], estimateMs: number) {
  console.log(`\nEspera da fila, ${figures[0]?.days} dias simulados por linha`)
  for (const one of figures) {
    const { forgottenTaps, shown, held, heldOfAll, errorMin, nextFreeErrorMin, nextFreeAfterQueueErrorMin } = one
    console.log(
      `  toques esquecidos ${percent(forgottenTaps)}: a faixa p10–p90 contém a espera real em ${percent(held)} de ${shown} (meta 78–84; ≥ 75 com 30 % esquecidos), ${percent(heldOfAll)} com quem foi atendido na hora`,
    )
    console.log(
      `    erro mediano ${errorMin.toFixed(1)} min (meta ≤ 5); "próximo horário livre" ${nextFreeErrorMin.toFixed(1)}, com a fila em blocos ${nextFreeAfterQueueErrorMin.toFixed(1)}; agendamentos deslocados: ${one.displaced}`,
    )
    console.log(
      `    espera média na fila ${one.board.waitMin.toFixed(1)} min e atraso de quem tem hora ${one.board.delayMin.toFixed(1)}; por ordem de chegada ${one.firstCome.waitMin.toFixed(1)} e ${one.firstCome.delayMin.toFixed(1)}`,
    )
  }
  console.log(`  uma estimativa, 8 barbeiros e 20 pessoas: ${estimateMs.toFixed(2)} ms (meta ≤ 2)`)
}
