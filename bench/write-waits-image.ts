import { writeFileSync } from 'node:fs'
import { drawLineChart } from './line-chart.ts'
import { BIN_MIN, type RuleTotals } from './wait-totals.ts'
import { meansOf, type WaitFigures } from './waits.ts'

/** The local hour at which the simulated barbershops open. */
const OPENS = 9

type Panel = {
  title: string
  unit: string
  valuesOf: (rule: RuleTotals) => number[]
  meanOf: (rule: RuleTotals) => number
}

const ratios = (minutes: readonly number[], of: readonly number[], from = 0, factor = 1) =>
  minutes.map((sum, bin) => from + factor * (sum / (of[bin] ?? 0)))

const panels: readonly Panel[] = [
  {
    title: 'Espera na fila',
    unit: 'min',
    valuesOf: ({ waits }) => ratios(waits.minutes, waits.count),
    meanOf: (rule) => meansOf(rule).waitMin,
  },
  {
    title: 'Atraso de quem tem hora',
    unit: 'min',
    valuesOf: ({ delays }) => ratios(delays.minutes, delays.count),
    meanOf: (rule) => meansOf(rule).delayMin,
  },
  {
    title: 'Cadeiras paradas',
    unit: '%',
    valuesOf: ({ busy, barbers }) => ratios(busy, barbers, 100, -100),
    meanOf: (rule) => 100 * meansOf(rule).idleShare,
  },
]

/** The condition with the usual share of forgotten taps, as an SVG. In the last half hour of a day no customer comes. */
export function writeWaitsImage(figures: readonly WaitFigures[], file: string): void {
  const { totals } = figures.find(({ forgottenTaps }) => forgottenTaps === 0.1) ?? (figures[0] as WaitFigures)
  const days = totals.days.toLocaleString('pt-BR')
  const { queueRule, firstCome } = totals
  writeFileSync(
    file,
    drawLineChart({
      description: `Fila e agenda no mesmo quadro contra a ordem de chegada, ${days} dias simulados`,
      title: `Ao longo do dia: média de ${days} dias simulados`,
      names: { ours: 'fila e agenda no mesmo quadro', other: 'todos por ordem de chegada' },
      panels: panels.map(({ title, unit, valuesOf, meanOf }) => {
        const lines = { ours: valuesOf(queueRule), other: valuesOf(firstCome) }
        const [ours, theirs] = [meanOf(queueRule), meanOf(firstCome)].map((mean) => mean.toFixed(0))
        const labels = [0, 5, 10].map((hour) => {
          return { at: (hour * 60) / BIN_MIN / lines.ours.length, text: `${OPENS + hour}h` }
        })
        return { title, subtitle: `${ours} ${unit} no quadro, ${theirs} ${unit} por chegada`, lines, labels }
      }),
    }),
  )
}
