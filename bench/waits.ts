import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { estimateTimes, estimateWaits, plannedServiceDuration } from '@na-regua/wait'
import { median } from './measure.ts'
import type { PlayedDays } from './play-days.ts'
import { addTotals, createTotals, medianError, type RuleTotals, type WaitTotals } from './wait-totals.ts'

const CONDITIONS = [0, 0.1, 0.3]
/** Days per message to a worker, and per line of the file of what is done. */
const PART = 500

export type WaitFigures = { forgottenTaps: number; totals: WaitTotals }
/** `doneFile`: parts that are in it are not played again, and each played one is added. Delete it after a change of the rules. */
type WaitsOptions = { days: number; workers: number; doneFile?: string | undefined }

/** Simulated days of many barbershops, as many with few as with many forgotten taps. */
export async function benchWaits({ days, workers, doneFile }: WaitsOptions): Promise<WaitFigures[]> {
  const figures = CONDITIONS.map((forgottenTaps): WaitFigures => ({ forgottenTaps, totals: createTotals() }))
  const add = ({ forgottenTaps }: PlayedDays, totals: WaitTotals) => {
    const figure = figures.find((one) => one.forgottenTaps === forgottenTaps)
    if (figure) addTotals(figure.totals, totals)
  }
  const done = readDone(doneFile)
  const parts = CONDITIONS.flatMap((forgottenTaps) => listParts(forgottenTaps, days))
  const open = parts.filter((part) => {
    const totals = done.get(keyOf(part))
    if (totals) add(part, totals)
    return !totals
  })
  const play = async () => {
    const worker = new Worker(new URL('./waits-worker.ts', import.meta.url))
    for (let part = open.shift(); part; part = open.shift()) {
      worker.postMessage(part)
      const [totals] = (await once(worker, 'message')) as [WaitTotals]
      add(part, totals)
      if (doneFile) appendFileSync(doneFile, `${JSON.stringify([keyOf(part), totals])}\n`)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(workers, open.length) }, play))
  return figures
}

function listParts(forgottenTaps: number, days: number): PlayedDays[] {
  return Array.from({ length: Math.ceil(days / PART) }, (_, index) => {
    return { forgottenTaps, from: index * PART, to: Math.min((index + 1) * PART, days) }
  })
}

const keyOf = ({ forgottenTaps, from, to }: PlayedDays) => `${forgottenTaps} ${from} ${to}`

/** A line that was not written to its end is played again. */
function readDone(file: string | undefined): Map<string, WaitTotals> {
  const lines = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Map(lines.filter((line) => line.endsWith(']')).map((line) => JSON.parse(line) as [string, WaitTotals]))
}

/** Milliseconds for 8 barbers and 20 customers, medians: the waits only, and all that a queue shows. */
export function measureEstimate(): { waitsMs: number; timesMs: number } {
  const time = plannedServiceDuration(30)
  const fixed = Array.from({ length: 5 }, (_, index) => ({ startMin: 40 + index * 90, time, comes: 0.9 }))
  const barbers = Array.from({ length: 8 }, (_, index) => ({
    fromMin: 0,
    untilMin: 500,
    fixed,
    serving: { elapsedMin: index * 4, time },
  }))
  const times = barbers.map(() => time)
  const queue = Array.from({ length: 20 }, (_, index) => ({ times, ...(index % 3 === 0 && { barber: index % 8 }) }))
  const probes = [undefined, ...barbers.keys()].map((barber) => {
    return { times, isProbe: true, ...(barber !== undefined && { barber }) }
  })
  const state = { barbers, queue, forgottenTaps: 0.1, leavingPerMin: 0.002 }
  const measure = (estimate: (seed: number) => unknown) => {
    const durations = Array.from({ length: 400 }, (_, seed) => {
      const startedAt = performance.now()
      estimate(seed)
      return performance.now() - startedAt
    })
    return median(durations.slice(200))
  }
  return {
    waitsMs: measure((seed) => estimateWaits(state, { seed })),
    timesMs: measure((seed) => estimateTimes({ ...state, queue: [...queue, ...probes] }, { seed, horizonMin: 180 })),
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Means in minutes; the share of the time of barbers at work without a customer; the share of walk-ins who were served. */
export function meansOf({ waits, delays, busy, barbers, walkIns }: RuleTotals) {
  return {
    waitMin: sum(waits.minutes) / sum(waits.count),
    delayMin: sum(delays.minutes) / sum(delays.count),
    idleShare: 1 - sum(busy) / sum(barbers),
    servedShare: sum(waits.count) / walkIns,
  }
}

export function printWaits(figures: readonly WaitFigures[], { waitsMs, timesMs }: ReturnType<typeof measureEstimate>) {
  console.log(`\nEspera da fila, ${figures[0]?.totals.days} dias simulados por linha`)
  for (const { forgottenTaps, totals } of figures) {
    const { held, shown, heldOfAll, estimated, silent, silentNotCalled } = totals
    console.log(
      `  toques esquecidos ${percent(forgottenTaps)}: a faixa p10–p90 contém a espera real em ${percent(held / shown)} de ${shown} (meta 78–84; ≥ 75 com 30 % esquecidos), ${percent(heldOfAll / estimated)} com quem foi atendido na hora`,
    )
    console.log(
      `    erro mediano ${medianError(totals.estimate).toFixed(1)} min (meta ≤ 5); "próximo horário livre" ${medianError(totals.nextFree).toFixed(1)}, com a fila em blocos ${medianError(totals.nextFreeAfterQueue).toFixed(1)}; agendamentos deslocados: ${totals.displaced}; sem número ${silent}, dos quais ${silentNotCalled} não foram chamados no dia`,
    )
    printRule('no quadro', totals.queueRule)
    printRule('por ordem de chegada', totals.firstCome)
  }
  console.log(
    `  8 barbeiros e 20 pessoas: as esperas em ${waitsMs.toFixed(2)} ms, o quadro inteiro em ${timesMs.toFixed(2)} ms (meta ≤ 2)`,
  )
}

function printRule(name: string, rule: RuleTotals) {
  const { waitMin, delayMin, idleShare, servedShare } = meansOf(rule)
  console.log(
    `    ${name}: espera média na fila ${waitMin.toFixed(1)} min, atraso de quem tem hora ${delayMin.toFixed(1)}, cadeiras paradas ${percent(idleShare)}, atendidos ${percent(servedShare)} dos que chegaram sem hora`,
  )
}
