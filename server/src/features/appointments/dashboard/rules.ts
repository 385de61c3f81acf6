import type { Dashboard } from '@na-regua/contract/dashboard'

export const DASHBOARD_DAYS = 30

/** Every day of the last thirty, with a count of 0 where there is none. `ago` is in local days of each barbershop. */
export function fillDays(
  today: string,
  counts: readonly { ago: number; count: number; completed: number }[],
): Dashboard['days'] {
  const countsByAge = new Map(counts.map(({ ago, ...count }) => [ago, count]))
  return Array.from({ length: DASHBOARD_DAYS }, (_, index) => {
    const ago = DASHBOARD_DAYS - 1 - index
    const date = new Date(Date.parse(`${today}T00:00:00Z`) - ago * 86_400_000).toISOString().slice(0, 10)
    return { date, ...(countsByAge.get(ago) ?? { count: 0, completed: 0 }) }
  })
}

/**
 * A formula, also behind white space and invisible characters, and with the full-width, small, raised or mathematical forms of its
 * signs: spreadsheets for East Asian languages read them as the plain ones.
 */
const formulaStart = /^(?=[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−\t\r])/u

/** Prevents formula injection: text that a spreadsheet would run as a formula begins with an apostrophe. */
function toCell(value: string | number) {
  const text = typeof value === 'string' ? value.replace(formulaStart, "'") : String(value)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As spreadsheets in Brazil expect it: semicolons, and a byte order mark for UTF-8. */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => row.map(toCell).join(';')).join('\r\n')}\r\n`
}

export function toCsvAmount(cents: number) {
  return (cents / 100).toFixed(2).replace('.', ',')
}
