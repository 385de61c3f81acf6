import { writeFileSync } from 'node:fs'
import { BIN_MIN, type RuleTotals } from './wait-totals.ts'
import { meansOf, type WaitFigures } from './waits.ts'

const WIDTH = 760
const HEIGHT = 316
const PANEL = { top: 122, bottom: 278, width: 206, gap: 36, left: 38 } as const
/** The local hour at which the simulated barbershops open. */
const OPENS = 9

/** Light and dark by the reader's system: an image in a document cannot follow its page. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #14110f }
  .mute { fill: #6b6158; font-size: 12px }
  .title { font-weight: 600 }
  .paper { fill: #faf6f0 }
  .grid { stroke: #e7ded2; stroke-width: 1 }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round }
  .board { stroke: #b3261a } .first { stroke: #1f3b63; stroke-dasharray: 1 6 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f4eee6 } .mute { fill: #b3a89c } .paper { fill: #15120f } .grid { stroke: #37302a }
    .board { stroke: #ff7a66 } .first { stroke: #9bb8e8 }
  }`

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

/** The condition with the usual share of forgotten taps, as an SVG. */
export function writeWaitsImage(figures: readonly WaitFigures[], file: string): void {
  const { totals } = figures.find(({ forgottenTaps }) => forgottenTaps === 0.1) ?? (figures[0] as WaitFigures)
  const days = totals.days.toLocaleString('pt-BR')
  const drawn = panels.map((panel, index) => drawPanel(panel, index, totals.board, totals.firstCome))
  writeFileSync(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">Fila e agenda no mesmo quadro contra a ordem de chegada, ${days} dias simulados</title>
<style>${style}</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="12"/>
<text class="title" x="${PANEL.left}" y="30">Ao longo do dia: média de ${days} dias simulados</text>
<line class="line board" x1="${PANEL.left}" x2="${PANEL.left + 28}" y1="54" y2="54"/><text x="${PANEL.left + 36}" y="58">fila e agenda no mesmo quadro</text>
<line class="line first" x1="${PANEL.left + 250}" x2="${PANEL.left + 278}" y1="54" y2="54"/><text x="${PANEL.left + 286}" y="58">todos por ordem de chegada</text>
${drawn.join('\n')}
</svg>
`,
  )
}

function drawPanel(
  { title, unit, valuesOf, meanOf }: Panel,
  index: number,
  board: RuleTotals,
  firstCome: RuleTotals,
): string {
  const left = PANEL.left + index * (PANEL.width + PANEL.gap)
  const lines = { board: valuesOf(board), first: valuesOf(firstCome) }
  const top = Math.ceil(Math.max(...[...lines.board, ...lines.first].filter(Number.isFinite)) / 10) * 10
  const x = (bin: number) => left + ((bin + 0.5) / lines.board.length) * PANEL.width
  const y = (value: number) => PANEL.bottom - (Math.max(value, 0) / top) * (PANEL.bottom - PANEL.top)
  // In the last half hour no customer comes.
  const pointsOf = (values: readonly number[]) =>
    values
      .flatMap((value, bin) => (Number.isFinite(value) ? [`${x(bin).toFixed(1)},${y(value).toFixed(1)}`] : []))
      .join(' ')
  const grid = [0, top / 2, top].map((value) => {
    const label = `<text class="mute" x="${left - 5}" y="${y(value) + 4}" text-anchor="end">${value}</text>`
    return `<line class="grid" x1="${left}" x2="${left + PANEL.width}" y1="${y(value)}" y2="${y(value)}"/>${label}`
  })
  const hours = [0, 5, 10].map((hour) => {
    const at = left + ((hour * 60) / BIN_MIN / lines.board.length) * PANEL.width
    return `<text class="mute" x="${at}" y="${PANEL.bottom + 18}" text-anchor="middle">${OPENS + hour}h</text>`
  })
  const [ours, theirs] = [meanOf(board), meanOf(firstCome)].map((mean) => mean.toFixed(0))
  return `<text class="title" x="${left}" y="${PANEL.top - 30}">${title}</text>
<text class="mute" x="${left}" y="${PANEL.top - 12}">${ours} ${unit} no quadro, ${theirs} ${unit} por chegada</text>
${grid.join('')}${hours.join('')}
<polyline class="line board" points="${pointsOf(lines.board)}"/><polyline class="line first" points="${pointsOf(lines.first)}"/>`
}
