import type { Dashboard } from '@na-regua/contract/dashboard'

export const DASHBOARD_DAYS = 30

/** Every day of the last thirty, with a count of 0 where there is none. `ago` is in local days of each barbershop. */
export function fillDays(today: string, counts: readonly { ago: number; count: number }[]): Dashboard['days'] {
  const countsByAge = new Map(counts.map(({ ago, count }) => [ago, count]))
  return Array.from({ length: DASHBOARD_DAYS }, (_, index) => {
    const ago = DASHBOARD_DAYS - 1 - index
    const date = new Date(Date.parse(`${today}T00:00:00Z`) - ago * 86_400_000).toISOString().slice(0, 10)
    return { date, count: countsByAge.get(ago) ?? 0 }
  })
}

/** Prevents formula injection: a leading character that starts a formula is quoted. */
function toCell(value: string | number) {
  const text = typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r])/, "'") : String(value)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As spreadsheets in Brazil expect it: semicolons, and a byte order mark for UTF-8. */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => row.map(toCell).join(';')).join('\r\n')}\r\n`
}

export function toCsvAmount(cents: number) {
  return (cents / 100).toFixed(2).replace('.', ',')
}
