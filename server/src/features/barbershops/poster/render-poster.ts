import { encode } from 'uqr'
import type { FontWeight, TextOutliner } from '../preview-image/outline-text.ts'
import { breakLines } from '../preview-image/rules.ts'
import { type Drawing, type Shape, toPdf, toSvg } from './rules.ts'

/** a4: to print. story: for the stories of a phone, with what their controls cover left empty. */
export const posterKinds = ['cartaz', 'story'] as const
export type PosterKind = (typeof posterKinds)[number]

export type PosterSubject = {
  name: string
  /** 'Setor Bueno, Goiânia - GO'. */
  place: string
  /** The address of the page, which the QR code has. */
  url: string
  /** Above the name, and below the code; without them: to book, and the address itself. */
  texts?: { invitation: string; caption: string }
}

/** Positions from the top. The name grows downwards from `name`, up to `nameHeight`. */
type Layout = {
  width: number
  height: number
  margin: number
  logo: number
  invitation: number
  name: number
  nameHeight: number
  code: { y: number; size: number }
  call: number
  /** Pixels of the PNG per unit, and points of the PDF per unit. */
  pixels: number
  points: number
  sizes: { logo: number; text: number; name: readonly number[] }
}

const layouts: Record<PosterKind, Layout> = {
  // 210 × 297 mm, with 300 pixels per inch.
  cartaz: {
    width: 1240,
    height: 1754,
    margin: 100,
    logo: 160,
    invitation: 320,
    name: 360,
    nameHeight: 430,
    code: { y: 900, size: 560 },
    call: 1560,
    pixels: 2,
    points: 595.28 / 1240,
    sizes: { logo: 64, text: 46, name: [176, 150, 128, 110, 94, 80, 68, 58, 50] },
  },
  story: {
    width: 1080,
    height: 1920,
    margin: 80,
    logo: 330,
    invitation: 470,
    name: 505,
    nameHeight: 330,
    code: { y: 930, size: 480 },
    call: 1492,
    pixels: 1,
    points: 0.75,
    sizes: { logo: 56, text: 42, name: [150, 128, 110, 94, 80, 68, 58, 50, 42] },
  },
}

const colors = { paper: '#faf6f0', card: '#ffffff', ink: '#14110f', mute: '#6b6158', red: '#b3261a', line: '#e7ded2' }
const LINE_HEIGHT = 1.08

const INVITATION = 'Agende seu horário'

let outliner: Promise<TextOutliner> | undefined

/** A PNG or a PDF of one page. */
export async function renderPoster(kind: PosterKind, format: 'png' | 'pdf', subject: PosterSubject): Promise<Buffer> {
  // Loaded for the first poster instead of at start.
  outliner ??= import('../preview-image/outline-text.ts').then(({ loadOutliner }) => loadOutliner())
  const drawing = drawPoster(kind, subject, await outliner)
  const { pixels, points } = layouts[kind]
  if (format === 'pdf')
    return toPdf(drawing, {
      scale: points,
      title: `${subject.texts?.invitation ?? INVITATION}: ${subject.name}`,
      url: subject.url,
    })
  const { default: sharp } = await import('sharp')
  // An SVG has 72 pixels per inch.
  return sharp(Buffer.from(toSvg(drawing)), { density: 72 * pixels })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

type Line = { x?: number; y: number; size: number; weight: FontWeight; fill: string }

/** Draws lines of text at the left margin, or in the center and then no wider than between the margins. */
function createPen({ width, margin }: Layout, text: TextOutliner) {
  function write(content: string, { x = margin, y, size, weight, fill }: Line): Shape {
    return { kind: 'path', d: text.outline(content, { x, y, size, weight }), fill }
  }
  function writeCentered(content: string, line: Line): Shape {
    const size = Math.min(line.size, (line.size * (width - 2 * margin)) / text.measure(content, line))
    return write(content, { ...line, size, x: (width - text.measure(content, { ...line, size })) / 2 })
  }
  return { write, writeCentered }
}

/** Paths and rectangles only: no text that would need a font, and nothing that users wrote. */
export function drawPoster(kind: PosterKind, { name, place, url, texts }: PosterSubject, text: TextOutliner): Drawing {
  const layout = layouts[kind]
  const { width, height, margin, sizes, call } = layout
  const inner = width - 2 * margin
  const { write, writeCentered } = createPen(layout, text)
  const plain = { size: sizes.text, weight: 400, fill: colors.mute } as const
  const title = { ...fitName(text.clean(name) || 'Barbearia', text, { ...layout, inner }), fill: colors.ink }
  const placeY = layout.name + title.size * LINE_HEIGHT * title.lines.length + sizes.text * 1.2
  const measure = (part: string) => text.measure(part, plain)
  const [shownPlace = ''] = breakLines(text.clean(place), { measure, maxWidth: inner, maxLines: 1 })
  const shapes: Shape[] = [
    { kind: 'rect', x: 0, y: 0, width, height, fill: colors.paper },
    write('Na Régua', { y: layout.logo, size: sizes.logo, weight: 800, fill: colors.ink }),
    ...drawRuler(margin, layout.logo + 24, inner, colors.red),
    write(texts?.invitation ?? INVITATION, { ...plain, y: layout.invitation }),
    ...title.lines.map((line, index) =>
      write(line, { ...title, weight: 800, y: layout.name + title.size * (0.86 + index * LINE_HEIGHT) }),
    ),
    write(shownPlace, { ...plain, y: placeY }),
    ...drawCode(url, layout),
    writeCentered('Aponte a câmera do celular', { y: call, size: sizes.text * 1.15, weight: 800, fill: colors.ink }),
    writeCentered(texts?.caption ?? shorten(url), {
      y: call + sizes.text * 1.5,
      size: sizes.text,
      weight: 800,
      fill: colors.red,
    }),
    ...(kind === 'cartaz' ? drawRuler(margin, height - 74, inner, colors.line) : []),
  ]
  return { width, height, shapes }
}

/** As it is typed: without the protocol and parameters. */
function shorten(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\?.*$/, '')
}

type NameBox = Pick<Layout, 'nameHeight' | 'sizes'> & { inner: number }

/** The largest size at which the whole name fits; an ellipsis only at the smallest. */
function fitName(name: string, text: TextOutliner, { nameHeight, sizes, inner }: NameBox) {
  const fits = sizes.name.map((size) => {
    const measure = (part: string) => text.measure(part, { size, weight: 800 })
    const lines = breakLines(name, {
      measure,
      maxWidth: inner,
      maxLines: Math.floor(nameHeight / (size * LINE_HEIGHT)),
    })
    return { size, lines, isWhole: lines.join(' ') === name }
  })
  // A word is broken only where no size keeps it whole, and then in the smallest.
  const complete = fits.findLast(({ lines }) => !lines.at(-1)?.endsWith('…'))
  return fits.find(({ isWhole }) => isWhole) ?? complete ?? (fits.at(-1) as (typeof fits)[number])
}

/** Ticks every quarter of an hour, longer on the half and on the hour. */
function drawRuler(x: number, y: number, length: number, fill: string): Shape[] {
  const step = 13
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => {
    const height = index % 4 === 0 ? 30 : index % 2 === 0 ? 21 : 13
    return { kind: 'rect', x: x + index * step, y, width: 3, height, fill }
  })
}

/** Black on white, with the four modules of margin that readers need. */
function drawCode(url: string, { width, code: { y, size } }: Layout): Shape[] {
  const left = (width - size) / 2
  const { data, size: modules } = encode(url, { ecc: 'M', border: 0 })
  const module = size / (modules + 8)
  const at = (index: number, from: number) => Math.round((from + (index + 4) * module) * 100) / 100
  const d = data
    .flatMap((row, line) =>
      listRuns(row).map(([from, to]) => {
        const x = at(from, left)
        const right = at(to, left)
        const top = at(line, y)
        const bottom = at(line + 1, y)
        return `M${x} ${top}L${right} ${top}L${right} ${bottom}L${x} ${bottom}Z`
      }),
    )
    .join('')
  return [
    { kind: 'rect', x: left, y, width: size, height: size, fill: colors.card, radius: 32 },
    { kind: 'path', d, fill: '#000000' },
  ]
}

/** Dark modules of a row, from inclusive, to exclusive. */
function listRuns(row: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, index) => {
    if (!isDark) return
    const last = runs.at(-1)
    if (last?.[1] === index) last[1] = index + 1
    else runs.push([index, index + 1])
  })
  return runs
}
