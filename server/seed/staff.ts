import type { Opening } from './hours.ts'
import { bio, specialties } from './people/bios.ts'
import { fullName } from './people/names.ts'
import { type Random, uuidOf } from './random.ts'

type Period = { day_of_week: number; starts_minute: number; ends_minute: number }

/** Minutes of the local day `offset` days from today. */
type Absence = { offset: number; starts_minute: number; ends_minute: number; reason: string }

export type SeedBarber = {
  id: string
  user_id: string
  name: string
  bio: string
  specialties: string[]
  /** Empty: works whenever the shop is open. */
  hours: Period[]
  breaks: Period[]
  absences: Absence[]
  portfolio: { url: string; service_id: string | null }[]
}

type BarbershopHours = { id: string; openings: Opening[] }

export function planBarbers(random: Random, shop: BarbershopHours, count: number): SeedBarber[] {
  const names = new Set<string>()
  while (names.size < count) names.add(fullName(random, 0.14))
  return [...names].map((name, position) => planBarber(random, shop, name, position))
}

function planBarber(
  random: Random,
  { id: shopId, openings }: BarbershopHours,
  name: string,
  position: number,
): SeedBarber {
  // The first barber always works the opening hours.
  const hours = position > 0 && random.chance(0.4) ? planPartTime(random, openings) : []
  return {
    id: uuidOf(`${shopId} barber ${position}`),
    user_id: uuidOf(`${shopId} barber user ${position}`),
    name,
    bio: bio(random),
    specialties: random.shuffle(specialties).slice(0, random.int(2, 4)),
    hours,
    breaks: openings.flatMap((opening) => planLunch(opening, position)),
    absences: position > 0 && random.chance(0.22) ? [chooseAbsence(random)] : [],
    portfolio: [],
  }
}

/** One more day off per week, or a later start. */
function planPartTime(random: Random, openings: Opening[]): Period[] {
  const days = [...new Set(openings.map((opening) => opening.day_of_week))]
  const freeDay = random.pick(days)
  const startsLate = random.chance(0.35)
  return openings
    .filter((opening) => opening.day_of_week !== freeDay || days.length < 3)
    .map(({ day_of_week, opens_minute, closes_minute }) => {
      const isLong = closes_minute - opens_minute >= 480
      return {
        day_of_week,
        starts_minute: startsLate && isLong ? opens_minute + 180 : opens_minute,
        ends_minute: closes_minute,
      }
    })
}

/** Lunch breaks of colleagues are staggered, so that a barber is always available. */
function planLunch({ day_of_week, opens_minute, closes_minute }: Opening, position: number): Period[] {
  if (closes_minute - opens_minute < 480) return []
  const noon = opens_minute < 720 ? 720 : opens_minute + 240
  const starts_minute = noon + (position % 3) * 60
  return [{ day_of_week, starts_minute, ends_minute: starts_minute + (opens_minute < 720 ? 60 : 30) }]
}

const reasons = ['Consulta médica', 'Férias', 'Curso de visagismo', 'Compromisso de família', 'Folga']

function chooseAbsence(random: Random): Absence {
  const isAfternoon = random.chance(0.5)
  return {
    offset: random.int(0, 12),
    starts_minute: isAfternoon ? 14 * 60 : 0,
    ends_minute: isAfternoon ? 18 * 60 : 26 * 60,
    reason: random.pick(reasons),
  }
}
