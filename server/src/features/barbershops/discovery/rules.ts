/** The hours of a shop, as the index keeps them: once for all shops that keep the same. */
export type Pattern = {
  timeZone: string
  /** Weekday, opens, closes; and again. */
  week: Int32Array
  /** Days since 1970, opens, closes, -1 twice for a closed day; and again. */
  special: Int32Array
}

/** What the wall of a zone shows: days since 1970, minutes since midnight. */
export type Moment = { day: number; minute: number }

export type HoursWish = { openNow: boolean; opensToday: boolean }

const DAY = 1440

export function toPattern(timeZone: string, week: string, special: string): Pattern {
  return { timeZone, week: toNumbers(week), special: toNumbers(special) }
}

function toNumbers(text: string): Int32Array {
  return Int32Array.from(text === '' ? [] : text.split(' '), Number)
}

/** As hasHours() in SQL: an opening of today, or one of yesterday that runs on past midnight; special days have their own. */
export function meetsHours(pattern: Pattern, moment: Moment, wish: HoursWish): boolean {
  const isOpen = !wish.openNow || hasOpening(pattern, moment, true)
  return isOpen && (!wish.opensToday || hasOpening(pattern, moment, false))
}

function hasOpening(pattern: Pattern, { day, minute }: Moment, mustHaveBegun: boolean): boolean {
  const isToday = (opens: number, closes: number) => closes > minute && (!mustHaveBegun || opens <= minute)
  const isStillOpen = (_: number, closes: number) => closes > minute + DAY
  return hasOn(pattern, day, isToday) || hasOn(pattern, day - 1, isStillOpen)
}

/** 1 January 1970 was a Thursday. */
function hasOn({ week, special }: Pattern, day: number, fits: (opens: number, closes: number) => boolean): boolean {
  const [openings, key] = hasDay(special, day) ? [special, day] : [week, (day + 4) % 7]
  for (let place = 0; place < openings.length; place += 3)
    if (openings[place] === key && fits(openings[place + 1] as number, openings[place + 2] as number)) return true
  return false
}

function hasDay(special: Int32Array, day: number): boolean {
  for (let place = 0; place < special.length; place += 3) if (special[place] === day) return true
  return false
}
