import { formatMonthName } from './format.ts'

/** A month as '2026-03'. */
export function isMonth(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text)
}

/** '2026-01' and -1: '2025-12'. */
export function moveMonth(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 'YYYY-MM'.length)
}

/** The local days of a month. */
export function periodOfMonth(month: string): { from: string; to: string } {
  const end = Date.parse(`${moveMonth(month, 1)}-01`) - 86_400_000
  return { from: `${month}-01`, to: new Date(end).toISOString().slice(0, 'YYYY-MM-DD'.length) }
}

/** '2026-03': 'Março de 2026'. */
export function formatMonth(month: string): string {
  const name = formatMonthName(`${month}-01`)
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)} de ${month.slice(0, 4)}`
}
