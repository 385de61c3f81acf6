/** The parts of the public address of a barbershop. Unknown ones are empty. */
export type AddressParts = {
  street: string
  number: string
  complement: string
  neighborhood: string
  city: string
  /** Abbreviation, such as GO. */
  state: string
}

/** How long the parts of an address may be, and the line that customers read. */
export const addressLengths = {
  street: 160,
  number: 20,
  complement: 80,
  neighborhood: 120,
  city: 120,
  state: 2,
  line: 300,
} as const

/**
 * The complete public line: 'Rua T-55, 100, Sala 2 - Setor Bueno, Goiânia - GO'. Empty without a street: a neighbourhood alone is
 * not an address. The same in the server and in forms.
 */
export function composeAddressLine({ street, number, complement, neighborhood, city, state }: AddressParts): string {
  if (!street) return ''
  const first = [street, number, complement].filter(Boolean).join(', ')
  const place = [city, state].filter(Boolean).join(' - ')
  const line = [[first, neighborhood].filter(Boolean).join(' - '), place].filter(Boolean).join(', ')
  return line.slice(0, addressLengths.line).trimEnd()
}

/** Whether the line is the user's own text. A composed line follows its parts, the user's own stays as it is. */
export function isOwnAddressLine(line: string, parts: AddressParts): boolean {
  return line !== '' && line !== composeAddressLine(parts)
}

const withNumber = /^([^,]*[^,\s])\s*,\s*(?:n[º°.]{0,2}\s*)?(\d{1,6}(?:-?[a-z])?|s\/n)$/i

/** 'Rua T-55, 100' is the street 'Rua T-55' and the number '100'. Any other text is a street without a number. */
export function splitStreet(text: string): Pick<AddressParts, 'street' | 'number'> {
  const [, street = text, number = ''] = withNumber.exec(text) ?? []
  return { street, number }
}

/** Street and number at the beginning of a line; what follows may be anything, so it stays in the line. */
export function splitAddressLine(line: string): Pick<AddressParts, 'street' | 'number'> {
  const [street = '', second = ''] = line.split(',')
  const [number = ''] = second.split(' - ')
  const parts = splitStreet(`${street.trim()},${number.trimEnd()}`)
  return parts.number ? parts : { street: street.trim(), number: '' }
}
