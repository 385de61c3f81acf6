import ICAL from 'ical.js'
import { findIana } from 'windows-iana'

/** How local times of a calendar become instants. `isGuessed`: nothing is known of the name, and the times are read as the barbershop's. */
export type CalendarZone = { toInstant: (local: Temporal.PlainDateTime) => Date; isGuessed: boolean }

/** Text of the VTIMEZONE of a file by its TZID. */
type ZoneRules = ReadonlyMap<string, string>

/**
 * The zones of one file by the names that programs give them: of IANA, of Windows, with the prefix of a vendor, of the file itself by
 * its own rules, or an offset.
 */
export function createZoneFinder(all: ZoneRules, ownZone: string): (name: string) => CalendarZone {
  const known = new Map<string, CalendarZone>()
  const rules = new Map([...all].slice(0, MAX_RULED_ZONES))
  return (given) => {
    const name = cleanName(given)
    const zone = known.get(name) ?? findZone(name, rules, ownZone)
    known.set(name, zone)
    return zone
  }
}

const cleanName = (name: string) =>
  name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

function findZone(name: string, rules: ZoneRules, ownZone: string): CalendarZone {
  if (!name) return inZone(ownZone)
  const named = findNamedZone(name)
  if (named) return inZone(named)
  const text = rules.get(name)
  const byRules = text === undefined ? undefined : readRules(text)
  if (byRules) return byRules
  const byAbbreviation = brazilian[name.toUpperCase()] ?? findOffset(name)
  return byAbbreviation ? inZone(byAbbreviation) : { ...inZone(ownZone), isGuessed: true }
}

function inZone(zone: string): CalendarZone {
  return {
    toInstant: (local) => new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds),
    isGuessed: false,
  }
}

function findNamedZone(name: string): string | undefined {
  if (isZone(name)) return name
  const [windows] = findIana(toWindowsName(name) as Parameters<typeof findIana>[0])
  if (windows) return windows
  // '/mozilla.org/20070129_1/America/Sao_Paulo', 'posix/America/Sao_Paulo'.
  const words = name.replaceAll(' ', '_').split('/').filter(Boolean)
  const tails = [3, 2, 1].map((length) => words.slice(-length).join('/'))
  return tails.find((tail) => tail !== name && isZone(tail))
}

/** Exchange writes 'tzone://Microsoft/Utc', and numbers names that it has twice. */
const toWindowsName = (name: string) => name.replace(/^tzone:\/\/Microsoft\//i, '').replace(/(Time)[ _]?\d$/, '$1')

function isZone(name: string): boolean {
  // Numbers are offsets, which are read below the rules of the file.
  if (!/^[a-z]/i.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** The abbreviations of Brazil that calendars use as names. */
const brazilian: Record<string, string> = {
  BRT: 'America/Sao_Paulo',
  BRST: 'America/Sao_Paulo',
  AMT: 'America/Manaus',
  FNT: 'America/Noronha',
  Z: 'UTC',
}

/** '(UTC-03:00) Brasília', 'GMT-0300', 'UTC-3', '-03:00'. */
function findOffset(name: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] =
    /^\(?(?:UTC|GMT)?\s*([+\-−])(\d{1,2})(?:[:.]?(\d{2}))?(?:\)|$)/i.exec(name) ?? []
  if (!sign) return /^\(?(?:UTC|GMT)\)?/i.test(name) ? 'UTC' : undefined
  const offset = `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
  return Number(hours) <= 14 && Number(minutes) <= 59 ? offset : undefined
}

/** Rules are expanded from 1601 on, so a file may have some of them only. Zones that are known by their names need none. */
const MAX_RULED_ZONES = 20
const MAX_CHANGES = 20
const MAX_RULES_LENGTH = 50_000
const LAST_YEAR = 2200

/** A change that comes each year, as on the first Sunday of November. Others may never come, and would be searched without end. */
const yearly =
  /^RRULE:FREQ=YEARLY(?:;(?:INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=-?[1-4](?:SU|MO|TU|WE|TH|FR|SA)|UNTIL=\w+|WKST=\w\w))*$/i
const yearlyInWeek =
  /^RRULE:FREQ=YEARLY(?:;(?:INTERVAL=1|BYMONTH=\d{1,2}|BYMONTHDAY=(?:(?:1?\d|2[0-8]),){6}(?:1?\d|2[0-8])|BYDAY=(?:SU|MO|TU|WE|TH|FR|SA)|UNTIL=\w+|WKST=\w\w))*$/i

function readRules(text: string): CalendarZone | undefined {
  const changes = text.match(/^BEGIN:(?:STANDARD|DAYLIGHT)/gim)?.length ?? 0
  const recurrences = text.match(/^(?:RRULE|RDATE|EXRULE).*$/gim) ?? []
  const areYearly = recurrences
    .map((line) => line.trim())
    .every((line) => /^RDATE[;:]/i.test(line) || yearly.test(line) || yearlyInWeek.test(line))
  if (changes < 1 || changes > MAX_CHANGES || text.length > MAX_RULES_LENGTH || !areYearly) return undefined
  try {
    const component = new ICAL.Component(ICAL.parse(text))
    const zone = new ICAL.Timezone({ component })
    const toInstant = (local: Temporal.PlainDateTime) => toInstantBy(zone, local)
    toInstant(Temporal.PlainDateTime.from('2026-01-01T00:00'))
    return { toInstant, isGuessed: false }
  } catch {
    return undefined
  }
}

function toInstantBy(zone: ICAL.Timezone, local: Temporal.PlainDateTime): Date {
  const { year, month, day, hour, minute, second } = local
  const time = new ICAL.Time(
    { year: Math.min(year, LAST_YEAR), month, day, hour, minute, second, isDate: false },
    ICAL.Timezone.localTimezone,
  )
  const offset = zone.utcOffset(time)
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second) - offset * 1000)
}
