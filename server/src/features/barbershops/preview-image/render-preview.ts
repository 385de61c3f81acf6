import type { TextOutliner } from './outline-text.ts'
import { breakLines, type PreviewTexts } from './rules.ts'

/** Pixels. The size that social networks and messengers crop least. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

const PHOTO_LEFT = 720
const LEFT = 72
const TEXT_WIDTH = 584
const colors = { paper: '#faf6f0', ink: '#14110f', mute: '#6b6158', red: '#b3261a', brass: '#8a5a12', tick: '#e7ded2' }
const INVITATION = 'Veja os horários livres'
const STAR = 'M12 3.5l2.6 5.3 5.9.9-4.3 4.1 1 5.900L12 17l-5.2 2.7 1-5.9-4.3-4.1 5.9-.9z'

let outliner: Promise<TextOutliner> | undefined

/** A JPEG of `PREVIEW_SIZE`. The photo is any image that sharp decodes; without one its place is filled with the ruler. */
export async function renderPreview(texts: PreviewTexts, photo: Buffer | undefined): Promise<Buffer> {
  // Loaded for the first image instead of at start.
  outliner ??= import('./outline-text.ts').then(({ loadOutliner }) => loadOutliner())
  const { default: sharp } = await import('sharp')
  const { width, height } = PREVIEW_SIZE
  const cropped =
    photo &&
    (await sharp(photo, { failOn: 'error' })
      .resize({ width: width - PHOTO_LEFT, height, fit: 'cover' })
      .toBuffer()
      .catch(() => undefined))
  const svg = composePreview(texts, await outliner, cropped !== undefined)
  return sharp({ create: { width, height, channels: 3, background: colors.paper } })
    .composite([...(cropped ? [{ input: cropped, left: PHOTO_LEFT, top: 0 }] : []), { input: Buffer.from(svg) }])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Everything but the photo as SVG. It has paths only: no text that would need a font, and nothing that users wrote. */
export function composePreview({ title, lines, rating }: PreviewTexts, text: TextOutliner, hasPhoto: boolean): string {
  const shapes = [ruler(LEFT, 134, 25), ...(hasPhoto ? [] : [emptyPhoto()])]
  const draw = (content: string, at: { x?: number; y: number; size: number; weight: 400 | 800; color: string }) =>
    shapes.push(`<path fill="${at.color}" d="${text.outline(content, { x: LEFT, ...at })}"/>`)

  draw('Na Régua', { y: 116, size: 44, weight: 800, color: colors.ink })
  const { size, titleLines } = fitTitle(text.clean(title) || 'Barbearia', text)
  let y = 226 + size * 0.5
  for (const line of titleLines) {
    draw(line, { y, size, weight: 800, color: colors.ink })
    y += size * 1.08
  }
  for (const line of lines) {
    const style = { size: 30, weight: 400 } as const
    const [shown = ''] = fitLine(text.clean(line), (part) => text.measure(part, style))
    draw(shown, { ...style, y, color: colors.mute })
    y += 41
  }
  if (rating) {
    shapes.push(`<path fill="${colors.brass}" transform="translate(${LEFT - 4} ${y - 29}) scale(1.45)" d="${STAR}"/>`)
    draw(rating, { x: LEFT + 38, y, size: 30, weight: 400, color: colors.ink })
  }
  const wide = text.measure(INVITATION, { size: 30, weight: 800 }) + 64
  shapes.push(`<rect x="${LEFT}" y="520" width="${wide}" height="70" rx="14" fill="${colors.red}"/>`)
  draw(INVITATION, { x: LEFT + 32, y: 565, size: 30, weight: 800, color: '#fff' })
  const { width, height } = PREVIEW_SIZE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
}

function fitLine(content: string, measure: (text: string) => number, maxLines = 1) {
  return breakLines(content, { measure, maxWidth: TEXT_WIDTH, maxLines })
}

/** Two lines, smaller if the name is long. */
function fitTitle(title: string, text: TextOutliner) {
  const fits = [66, 56, 46].map((size) => ({
    size,
    titleLines: fitLine(title, (part) => text.measure(part, { size, weight: 800 }), 2),
  }))
  const whole = fits.find(({ titleLines }) => !titleLines.at(-1)?.endsWith('…'))
  return whole ?? (fits.at(-1) as (typeof fits)[number])
}

/** Ticks every quarter of an hour, longer on the half and on the hour. */
function ruler(x: number, y: number, count: number, color = colors.red) {
  return Array.from({ length: count }, (_, index) => {
    const height = index % 4 === 0 ? 26 : index % 2 === 0 ? 18 : 11
    return `<rect x="${x + index * 12}" y="${y}" width="3" height="${height}" fill="${color}"/>`
  }).join('')
}

function emptyPhoto() {
  const rows = [90, 200, 310, 420, 530].map((y) => ruler(PHOTO_LEFT + 60, y, 31, colors.tick))
  return `<rect x="${PHOTO_LEFT}" y="0" width="480" height="630" fill="${colors.ink}"/>${rows.join('')}`
}
