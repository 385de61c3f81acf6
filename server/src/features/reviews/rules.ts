/** The reviewer's public name: first name and last initial; an email address entered as a name is removed. */
export function publicName(name: string | null): string {
  const parts = (name ?? '')
    .replace(/\S*@\S*/g, ' ')
    .trim()
    .split(/\s+/)
  const first = parts[0] || 'Cliente'
  const last = parts.length > 1 ? parts.at(-1) : undefined
  // By code point: a character outside the basic plane is two UTF-16 units.
  const initial = last && [...last][0]
  return initial ? `${first} ${initial.toLocaleUpperCase('pt-BR')}.` : first
}

/** Trimmed text, or null for an empty comment. Three or more line breaks become two. */
export function cleanComment(comment: string | null | undefined): string | null {
  return (
    (comment ?? '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim() || null
  )
}

/** All reviews of a histogram, or those with this rating. */
export function countReviews(histogram: readonly { rating: number; count: number }[], rating: number | undefined) {
  return histogram.reduce((sum, bar) => (rating === undefined || bar.rating === rating ? sum + bar.count : sum), 0)
}

/** The page of the barbershop opens its tab of reviews and shows the one that the hash names. */
export function reviewPath(barbershopId: string, id: string): string {
  return `/barbershop/${barbershopId}?aba=avaliacoes#avaliacao-${id}`
}
