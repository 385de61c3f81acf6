/** Amounts and durations as people in Brazil type and paste them. A text that is neither is NaN, a blank one undefined. */

/** The highest price. */
export const MAX_CENTS = 10_000_000

/** Grouped as in Brazil, '1.200,50'; and as in English where only that is possible, '1,200.50'. */
const brazilian = /^(?<whole>[1-9]\d{0,2}(?:\.\d{3})+)(?:,(?<fraction>\d*))?$/
const english = /^(?<whole>[1-9]\d{0,2}(?:,\d{3})+)\.(?<fraction>\d*)$/
/** Without groups a comma or a point begins the cents. */
const plain = /^(?<whole>\d*)(?:[.,](?<fraction>\d*))?$/

/** Cents of '60', '60,00', '45.50', ',5', '1.200', 'R$ 1.200,00'. */
export function parseCents(text: string): number | undefined {
  const clean = text.normalize('NFKC').replaceAll(/r\$|\breais\b|[\s\p{Cf}]/giu, '')
  if (clean === '') return undefined
  const groups = (brazilian.exec(clean) ?? english.exec(clean) ?? plain.exec(clean))?.groups
  const whole = groups?.whole?.replaceAll(/\D/g, '') ?? ''
  const fraction = groups?.fraction ?? ''
  // Databases write three decimals, of which the last is zero.
  const isAmount = whole + fraction !== '' && /^\d{0,2}0*$/.test(fraction)
  return isAmount ? Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) : Number.NaN
}

const durations = [
  /^(?<minutes>\d+)(?:m|min|mins|minutos?)?$/,
  /^(?<hours>\d+)(?:h|hs|hrs?|horas?)e?(?:(?<minutes>\d{1,2})(?:m|min|minutos?)?)?$/,
  /^(?<hours>\d+):(?<minutes>[0-5]\d)$/,
]

/** Whole minutes of '30', '45 min', '1h30', '1:30'. */
export function parseMinutes(text: string): number | undefined {
  const clean = text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .toLowerCase()
  if (clean === '') return undefined
  const groups = durations.map((form) => form.exec(clean)?.groups).find(Boolean)
  return groups ? Number(groups.hours ?? 0) * 60 + Number(groups.minutes ?? 0) : Number.NaN
}

/** A whole number without more: '60', not '1.200' nor '30,5'. */
export function parseWholeNumber(text: string): number | undefined {
  const clean = text.normalize('NFKC').trim()
  if (clean === '') return undefined
  return /^\d+$/.test(clean) ? Number(clean) : Number.NaN
}

/**
 * Divides `total` cents by `weights`, none of them negative, so that the parts sum to it exactly: each part is rounded down, and the cents
 * that are left go to the largest remainders, the first of equal ones. A negative total is divided as its opposite. Without weights above
 * zero all of it goes to the first part.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  if (total < 0) return allocate(-total, weights).map((part) => (part === 0 ? 0 : -part))
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? total : 0))
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const parts = exact.map((value) => Number(value / sum))
  const left = total - parts.reduce((all, part) => all + part, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] as number) + 1
  return parts
}
