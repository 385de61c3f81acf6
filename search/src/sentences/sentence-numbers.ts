import { waitLimits } from '@na-regua/contract/barbershop-filters'
import { CURRENCY } from './sentence-times.ts'
import { phrase, type SentenceText } from './sentence-words.ts'

const NUMBER = '(\\d{1,4}(?:\\.\\d{1,2})?)'
const MONEY = `(?:r\\$ )?${NUMBER}(?: ${CURRENCY})?`
const CLEAR_MONEY = `(?:r\\$ ${NUMBER}(?: ${CURRENCY})?|${NUMBER} ${CURRENCY})`
const AT_MOST =
  '(?:(?:por |de |a |pagar |gastar )?(?:no maximo(?: de)?|maximo(?: de)?|ate(?: uns)?|menos de|menos que|abaixo de|nao mais que))'

const priceRange = phrase(`(?:entre|de|uns) (?:r\\$ )?${NUMBER}(?: ${CURRENCY})? (?:e|a|ate) ${MONEY}`)
const priceMax = [phrase(`${AT_MOST} ${MONEY}`), phrase(`por (?:uns |volta de )?${MONEY}`)]
const priceMin = phrase(`(?:acima de|mais de|a partir de|no minimo|minimo de|pelo menos) ${CLEAR_MONEY}`)
const price = phrase(`(?:uns |de |a |na faixa de |na faixa dos )?${CLEAR_MONEY}`)

const MINUTES = '(?:min|mins|minuto|minutos|minutinhos)'
const WAIT = '(?:espera|esperar|espero|esperando|fila)'
const waits = [
  phrase(
    `(?:com |de )?${WAIT}(?: de| no| ate| uns| maximo| maxima| menos| menor| que| abaixo)* (\\d{1,3}) ${MINUTES}(?: de fila| de espera| na fila)?`,
  ),
  phrase(`${AT_MOST} (\\d{1,3}) ${MINUTES}(?: de| na)? ${WAIT}`),
]

const RATING = '([1-5](?:\\.\\d)?)'
const FROM = '(?: de| minima| minimo| acima| maior| que| a partir| pelo menos| no| superior| a| mais)*'
const ratings = [
  phrase(`(?:com )?(?:nota|avaliacao|media)${FROM} ${RATING}(?: \\+| ou mais| pra cima| para cima| estrelas?)*`),
  phrase(
    `(?:com )?(?:pelo menos |no minimo |mais de |acima de |minimo )?${RATING}(?: \\+)? estrelas?(?: \\+| ou mais| pra cima| para cima)?`,
  ),
]

/** Takes the lowest rating. */
export function takeRating(sentence: SentenceText): number | undefined {
  for (const pattern of ratings) {
    const found = sentence.take(pattern)
    if (found) return Number(found[1])
  }
  return undefined
}

/** Takes the longest wait, in minutes, within the limits of the filter. */
export function takeWait(sentence: SentenceText): number | undefined {
  for (const pattern of waits) {
    const found = sentence.take(pattern)
    if (found) return Math.min(waitLimits.max, Math.max(waitLimits.min, Number(found[1])))
  }
  return undefined
}

/** Takes the prices, in cents. A number alone is no price. */
export function takePrices(sentence: SentenceText): { priceMin?: number; priceMax?: number } {
  const range = sentence.take(priceRange)
  if (range) return { priceMin: toCents(range[1]), priceMax: toCents(range[2]) }
  const least = sentence.take(priceMin)
  const min = least && { priceMin: toCents(least[1] || least[2]) }
  for (const pattern of priceMax) {
    const most = sentence.take(pattern)
    if (most) return { ...min, priceMax: toCents(most[1]) }
  }
  const named = min ? undefined : sentence.take(price)
  return { ...min, ...(named && { priceMax: toCents(named[1] || named[2]) }) }
}

function toCents(reais = ''): number {
  return Math.round(Number(reais) * 100)
}
