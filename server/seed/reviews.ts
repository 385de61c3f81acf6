import type { SeedAppointment } from './agenda.ts'
import { isWoman } from './people/names.ts'
import type { Random } from './random.ts'
import { endings, openings, type Rating, shortOnes } from './review-texts.ts'

export type SeedReview = { rating: Rating; comment: string | null }

/** The review of an appointment; `used` prevents two equal comments in one shop. */
export function generateReview(random: Random, appointment: SeedAppointment, used: Set<string>): SeedReview {
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
