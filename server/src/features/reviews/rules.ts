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
