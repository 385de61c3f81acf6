/** How a reviewer is named in public: first name and the initial of the last one; never an address that he gave as his name. */
export function publicName(name: string | null): string {
  const parts = (name ?? '')
    .replace(/\S*@\S*/g, ' ')
    .trim()
    .split(/\s+/)
  const [first, last] = [parts[0] || 'Cliente', parts.length > 1 ? parts.at(-1) : undefined]
  // By code point: half a letter of a rare script is not an initial.
  const initial = last && [...last][0]
  return initial ? `${first} ${initial.toLocaleUpperCase('pt-BR')}.` : first
}

/** Words with something in them; null for an empty comment. Line breaks stay, three in a row become two. */
export function cleanComment(comment: string | null | undefined): string | null {
  return (
    (comment ?? '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim() || null
  )
}
