/**
 * Calendars count in the device's days, and nothing else may: everywhere else a day is YYYY-MM-DD on a named wall. Noon keeps
 * each clear of changes of clocks.
 */

export function toDeviceDay(date: string) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

export function fromDeviceDay(day: Date) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
