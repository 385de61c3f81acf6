/** Properties of an event that is, or belongs to, a repeated one. */
const ofSeries = /^(?:RRULE|RDATE|RECURRENCE-ID)[;:]/i
const start = /^DTSTART[;:]/i
const dayAtEnd = /:(\d{8})(?:T\d{4,6}Z?)?\s*$/i
const TWO_DAYS_MS = 2 * 86_400_000

/**
 * An event of an iCalendar file that has passed and is not repeated. Exports have all years, so this is decided by its lines, before
 * anything is parsed. No zone is two days behind.
 */
export function isPastEvent(lines: readonly string[], now: Date): boolean {
  if (lines.some((line) => ofSeries.test(line))) return false
  const [, day] = dayAtEnd.exec(lines.find((line) => start.test(line)) ?? '') ?? []
  if (day === undefined) return false
  return day < new Date(now.getTime() - TWO_DAYS_MS).toISOString().slice(0, 'YYYY-MM-DD'.length).replaceAll('-', '')
}
