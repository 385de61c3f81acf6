import { MAX_CENTS } from '@na-regua/contract/amounts'
import { MAX_SERVICE_MINUTES } from '@na-regua/contract/own-barbershops'
import { RowProblem } from '../rows/rules.ts'

/** A price above it was written in another way: '45.000' and '45,000' are 45 with three decimals. */
const MAX_USUAL_THOUSANDS = 9999
const brazilian = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?$/
const american = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/
const threeDecimals = /^(\d{1,3})([.,])(\d{3})$/

/** Cents of 'R$ 1.234,50', '45', '45.5', '45 reais', 'a partir de R$ 45'. Undefined for an empty cell. */
export function parsePrice(text: string): number | undefined {
  const clean = text
    .slice(0, 60)
    .replaceAll(/a partir de|r\$|\bbrl\b|reais|\breal\b|\s/gi, '')
    .replace(/^\$/, '')
    .replace(/,-$/, '')
  if (!clean) return undefined
  if (/^(gr[aá]tis|gratuito|free|cortesia)$/i.test(clean)) return 0
  const amount = toAmount(clean)
  if (amount === undefined) throw new RowProblem('Preço inválido')
  const cents = Math.round(amount * 100)
  if (cents > MAX_CENTS) throw new RowProblem('Preço alto demais')
  return cents
}

function toAmount(text: string): number | undefined {
  const [, whole = '', separator, rest = ''] = threeDecimals.exec(text) ?? []
  if (separator) return toAmountOfThree(whole, separator, rest)
  if (brazilian.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  return american.test(text) ? Number(text.replaceAll(',', '')) : undefined
}

/** '1.200' are thousands and '45,000' is 45 with the decimals of a database. What may be both is a question. */
function toAmountOfThree(whole: string, separator: string, rest: string): number {
  const thousands = Number(`${whole}${rest}`)
  if (separator === ',' && thousands > MAX_USUAL_THOUSANDS && rest.endsWith('0')) return Number(`${whole}.${rest}`)
  if (separator === '.' && thousands <= MAX_USUAL_THOUSANDS && Number(whole) > 0) return thousands
  throw new RowProblem('Preço duvidoso, com três casas. Escreva com duas: 45,00')
}

const ofMinutes = 'm|mins?|minutos?|minutes?'
const ofHours = 'h|hs|hrs?|horas?|hours?'
const durationForms = [
  new RegExp(`^(?<minutes>\\d{1,3})(?:[.,]0+)?\\s*(?:(?:${ofMinutes})\\.?|['′])?$`),
  new RegExp(
    `^(?<hours>\\d{1,2})\\s*(?:${ofHours})\\.?[\\s,]*(?:e\\s*|and\\s*)?(?:(?<minutes>\\d{1,2})\\s*(?:(?:${ofMinutes})\\.?)?)?$`,
  ),
  /^(?<hours>\d{1,2}):(?<minutes>\d{2})(?::\d{2})?(?:\s*(?:h|hs|hrs?|horas?))?$/,
  new RegExp(`^(?<decimal>\\d{1,2}[.,]\\d{1,2})\\s*(?:${ofHours})\\.?$`),
  /^pt(?:(?<hours>\d{1,2})h)?(?:(?<minutes>\d{1,3})m)?(?:0s)?$/,
  // A part of a day, as Excel stores times.
  /^(?<day>0[.,]\d{4,})$/,
]

/** Minutes of '30', '45 min', '1h30', '1:30', '1,5h', '1 hour', 'meia hora'. Undefined for an empty cell. */
export function parseDuration(text: string): number | undefined {
  const clean = text
    .trim()
    .toLowerCase()
    .slice(0, 40)
    .replace(/^(?:meia|½|1\/2)\s*hora$/, '30 min')
    .replace(/hora(s?) e meia$/, 'hora$1 e 30 min')
    .replace(/^(?:uma|um)\s+hora/, '1 hora')
  if (!clean) return undefined
  const {
    hours = '0',
    minutes = '0',
    decimal,
    day,
  } = durationForms.map((form) => form.exec(clean)?.groups).find(Boolean) ?? {}
  const total = day
    ? Math.round(toNumber(day) * 1440)
    : decimal
      ? Math.round(toNumber(decimal) * 60)
      : Number(hours) * 60 + Number(minutes)
  if (total < 1 || total > MAX_SERVICE_MINUTES) throw new RowProblem('Duração inválida')
  return total
}

const toNumber = (text: string) => Number(text.replace(',', '.'))
