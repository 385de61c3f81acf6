/** Pictures of the documents: two lines in each of three panels. */
const WIDTH = 760
const HEIGHT = 316
const PANEL = { top: 122, bottom: 278, width: 206, gap: 36, left: 38 } as const

/** Light and dark by the reader's system: an image in a document cannot follow its page. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #14110f }
  .mute { fill: #6b6158; font-size: 12px }
  .title { font-weight: 600 }
  .paper { fill: #faf6f0 }
  .grid { stroke: #e7ded2; stroke-width: 1 }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round }
  .ours { stroke: #b3261a } .other { stroke: #1f3b63; stroke-dasharray: 1 6 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f4eee6 } .mute { fill: #b3a89c } .paper { fill: #15120f } .grid { stroke: #37302a }
    .ours { stroke: #ff7a66 } .other { stroke: #9bb8e8 }
  }`

export type LinePanel = {
  title: string
  subtitle: string
  /** The values of both lines, equally many. What is not finite is left out. */
  lines: { ours: readonly number[]; other: readonly number[] }
  /** `at`: from 0 on the left to 1. */
  labels: readonly { at: number; text: string }[]
  /** The value at the top; undefined: the next ten above the greatest. */
  top?: number | undefined
}
export type LineChart = {
  /** The description of the file, for who does not see it. */
  description: string
  title: string
  names: { ours: string; other: string }
  panels: readonly LinePanel[]
}

/** An SVG file. */
export function drawLineChart({ description, title, names, panels }: LineChart): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">${description}</title>
<style>${style}</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="12"/>
<text class="title" x="${PANEL.left}" y="30">${title}</text>
<line class="line ours" x1="${PANEL.left}" x2="${PANEL.left + 28}" y1="54" y2="54"/><text x="${PANEL.left + 36}" y="58">${names.ours}</text>
<line class="line other" x1="${PANEL.left + 250}" x2="${PANEL.left + 278}" y1="54" y2="54"/><text x="${PANEL.left + 286}" y="58">${names.other}</text>
${panels.map(drawPanel).join('\n')}
</svg>
`
}

function drawPanel({ title, subtitle, lines, labels, top: given }: LinePanel, index: number): string {
  const left = PANEL.left + index * (PANEL.width + PANEL.gap)
  const top = given ?? Math.ceil(Math.max(...[...lines.ours, ...lines.other].filter(Number.isFinite)) / 10) * 10
  const x = (bin: number) => left + ((bin + 0.5) / lines.ours.length) * PANEL.width
  const y = (value: number) => PANEL.bottom - (Math.max(value, 0) / top) * (PANEL.bottom - PANEL.top)
  const pointsOf = (values: readonly number[]) =>
    values
      .flatMap((value, bin) => (Number.isFinite(value) ? [`${x(bin).toFixed(1)},${y(value).toFixed(1)}`] : []))
      .join(' ')
  const grid = [0, top / 2, top].map((value) => {
    const label = `<text class="mute" x="${left - 5}" y="${y(value) + 4}" text-anchor="end">${value}</text>`
    return `<line class="grid" x1="${left}" x2="${left + PANEL.width}" y1="${y(value)}" y2="${y(value)}"/>${label}`
  })
  const named = labels.map(({ at, text }) => {
    return `<text class="mute" x="${left + at * PANEL.width}" y="${PANEL.bottom + 18}" text-anchor="middle">${text}</text>`
  })
  return `<text class="title" x="${left}" y="${PANEL.top - 30}">${title}</text>
<text class="mute" x="${left}" y="${PANEL.top - 12}">${subtitle}</text>
${grid.join('')}${named.join('')}
<polyline class="line ours" points="${pointsOf(lines.ours)}"/><polyline class="line other" points="${pointsOf(lines.other)}"/>`
}
