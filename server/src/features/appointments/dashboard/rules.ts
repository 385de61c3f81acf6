import type { Dashboard } from '@na-regua/contract/dashboard'

export const DAYS = 30

/** In whole percent; null when there is nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100)
}

/** Every day of the last thirty, those without an appointment too. `ago` is counted in each shop's own days. */
export function fillDays(today: string, counts: readonly { ago: number; count: number }[]): Dashboard['days'] {
  const byAge = new Map(counts.map(({ ago, count }) => [ago, count]))
  return Array.from({ length: DAYS }, (_, index) => {
    const ago = DAYS - 1 - index
    const date = new Date(Date.parse(`${today}T00:00:00Z`) - ago * 86_400_000).toISOString().slice(0, 10)
    return { date, count: byAge.get(ago) ?? 0 }
  })
}

/** A name that a spreadsheet would read as a formula stays a name. */
function toCell(value: string | number) {
  const text = typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r])/, "'") : String(value)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As Brazilian spreadsheets open it: semicolons, and the mark that says UTF-8. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(toCell).join(';')).join('\r\n')}\r\n`
}

export function toReais(cents: number) {
  return (cents / 100).toFixed(2).replace('.', ',')
}
