import { createHash } from 'node:crypto'
import { formatCents } from '../../../lib/format-cents.ts'

/** What is public about a barbershop, or about a barber in it. */
export type PreviewSubject = {
  barberName: string | null
  shopName: string
  neighborhood: string
  city: string
  state: string
  averageRating: number | null
  reviewCount: number
  /** Cents of the cheapest service. */
  priceFrom: number | null
  photoUrl: string | null
}

/** The texts of a preview, from top to bottom. */
export type PreviewTexts = { title: string; lines: string[]; rating: string | undefined }

const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function describePreview(subject: PreviewSubject): PreviewTexts {
  const { barberName, shopName, neighborhood, city, state, averageRating, reviewCount, priceFrom } = subject
  const price = priceFrom === null ? [] : [`A partir de ${formatCents(priceFrom)}`]
  const reviews = reviewCount === 1 ? '1 avaliação' : `${reviewCount} avaliações`
  return {
    title: barberName ?? shopName,
    lines: [
      ...(barberName ? [`na ${shopName}`] : []),
      [neighborhood, `${city} - ${state}`].filter(Boolean).join(', '),
      ...price,
    ],
    // The reviews are of the barbershop.
    rating:
      barberName || averageRating === null || reviewCount === 0
        ? undefined
        : `${decimal.format(averageRating)} (${reviews})`,
  }
}

/** Changes with everything that is drawn. */
export function hashPreview(subject: PreviewSubject): string {
  return createHash('sha256').update(JSON.stringify(subject)).digest('base64url').slice(0, 22)
}

type LineLimits = { measure: (text: string) => number; maxWidth: number; maxLines: number }

/** Breaks between words, and inside a word that is too wide for a line. What does not fit into the lines ends with an ellipsis. */
export function breakLines(text: string, { measure, maxWidth, maxLines }: LineLimits): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((part) => breakWord(part, measure, maxWidth))) {
    const longer = line ? `${line} ${word}` : word
    if (measure(longer) <= maxWidth) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
  }
  lines.push(line)
  if (lines.length <= maxLines) return lines
  const last = [...(lines[maxLines - 1] ?? '')]
  while (last.length > 0 && measure(`${last.join('').trimEnd()}…`) > maxWidth) last.pop()
  return [...lines.slice(0, maxLines - 1), `${last.join('').trimEnd()}…`]
}

function breakWord(word: string, measure: LineLimits['measure'], maxWidth: number): string[] {
  if (measure(word) <= maxWidth) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part && measure(part + character) > maxWidth) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
