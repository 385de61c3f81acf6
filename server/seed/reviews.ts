import { setImmediate as yieldToIo } from 'node:timers/promises'
import type { BookedSeedAppointment, SeedAppointment } from './agenda.ts'
import { isWoman } from './people/names.ts'
import { createRandom, type Random, uuidOf } from './random.ts'
import { endings, openings, type Rating, shortOnes } from './review-texts.ts'

type Opinion = { rating: Rating; comment: string | null }

/** A review, so many hours after the end of its appointment. */
export type SeedReview = Opinion & {
  id: string
  barbershop_id: string
  appointment_id: string
  customer_id: string
  hours: number
}

/** Planned so many at a time: the statement that runs beside it needs the event loop. */
const APPOINTMENTS_PER_TURN = 500

/** Two of three customers write a review within a day; appointments since yesterday have none yet. */
export async function planReviews(appointments: readonly BookedSeedAppointment[]): Promise<SeedReview[]> {
  const usedComments = new Map(appointments.map(({ shop }) => [shop.id, new Set<string>()]))
  const reviews: SeedReview[] = []
  for (const [index, appointment] of appointments.entries()) {
    if (index % APPOINTMENTS_PER_TURN === 0) await yieldToIo()
    const random = createRandom(`${appointment.id} review`)
    const isReviewed = appointment.isReviewed ?? random.chance(0.66)
    if (appointment.status !== 'COMPLETED' || appointment.offset > -2 || !isReviewed) continue
    reviews.push({
      id: uuidOf(`${appointment.id} review`),
      barbershop_id: appointment.shop.id,
      appointment_id: appointment.id,
      customer_id: appointment.customerId,
      ...writeReview(random, appointment, usedComments.get(appointment.shop.id) ?? new Set()),
      hours: random.int(1, 20),
    })
  }
  return reviews
}

/** `used` prevents two equal comments in one shop. */
function writeReview(random: Random, appointment: SeedAppointment, used: Set<string>): Opinion {
  const rating = Math.max(1, Math.min(5, Math.round(appointment.shop.quality + 0.25 + random.gauss() * 0.95))) as Rating
  if (random.chance(0.22)) return { rating, comment: null }
  if (rating === 5 && random.chance(0.12)) return { rating, comment: random.pick(shortOnes) }
  const comment = fillIn(compose(random, rating), appointment)
  if (used.has(comment)) return { rating, comment: null }
  used.add(comment)
  return { rating, comment }
}

function compose(random: Random, rating: Rating) {
  const opening = random.pick(openings[rating])
  return random.chance(0.75) ? `${opening} ${random.pick(endings[rating])}` : opening
}

function fillIn(text: string, { barber, service, shop }: SeedAppointment) {
  const article = isWoman(barber.name) ? 'a' : 'o'
  return text
    .replaceAll('{O}', article.toUpperCase())
    .replaceAll('{o}', article)
    .replaceAll('{barbeiro}', barber.name.split(' ', 1)[0] ?? '')
    .replace('{servico}', service.name.toLowerCase())
    .replace('{bairro}', shop.neighborhood)
}
