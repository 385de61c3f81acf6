import { foldCharacters, foldWords } from '../rows/rules.ts'
import { parsePhone } from './parse-phones.ts'

/** What a title says beside the customer's name. All names are folded. */
export type TitleWords = {
  service: string
  /** Words of the names of all services. */
  ofServices: ReadonlySet<string>
  barbershop: string
  barbers: readonly string[]
}

/** Services that barbershops have, also if this one does not name them so. */
const usualServices = new Set(
  (
    'corte cabelo barba bigode sobrancelha sobrancelhas pezinho degrade fade luzes hidratacao platinado progressiva ' +
    'pigmentacao selagem alisamento acabamento navalha maquina tesoura combo haircut beard shave cut'
  ).split(' '),
)

/** Words that are no one's name: what was paid, the state of an appointment, other programs, and what a barber does instead. */
const notNames = new Set(
  (
    'pagou pago paga pix dinheiro cartao fiado confirmado confirmada confirmar confirmou pendente agendado agendada agendamento ' +
    'remarcado remarcada horario reserva appointment booking cliente client novo nova vip encaixe retorno ok calendly booksy fresha ' +
    'trinks square acuity google whatsapp busy ocupado ocupada livre free tentative bloqueado bloqueada bloqueio privado private ' +
    'almoco lunch folga ferias feriado reuniao meeting intervalo pausa break compromisso lembrete aniversario evento event ' +
    'fechado indisponivel unavailable sem titulo untitled'
  ).split(' '),
)

/** Between names, and before or after one. */
const edgeWord = /^(?:com|de|do|da|para|p|c|e|and|with|for|na|no|as|a|o)$/

/** Several words that belong to none: '10h', '10:30', '12/02', 'R$ 45', '30 min', '#12'. */
const numbers =
  /\br\$\s{0,3}\d+(?:[.,]\d{2})?|\b\d{1,3}\s{0,2}(?:min(?:utos?)?|reais)\b|\b\d{1,2}\s{0,2}(?:h|hs|hrs?|horas?)(?:\s{0,2}\d{2})?(?:\s{0,2}min)?\b|\b\d{1,2}:\d{2}(?:\s{0,2}h)?\b|\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?\b|#\d+|(?<![\p{L}\p{N}])\d+(?![\p{L}\p{N}º°ª])/giu

const phone = /\(?\+?\d[\d ().-]{6,18}\d/g

/** Between parts of a title. A hyphen within a word is part of a name. */
const separators = /\s+[-_]+\s*|\s*[-_]+\s+|[–—:|()[\]{};•·<>→"]+/u

type Part = { words: string[]; rest: string[]; hasService: boolean }

/**
 * The name of the customer in the title of an event. A part without words of a service comes first: 'Corte - Ana' is Ana. Empty if
 * nothing looks like a name.
 */
export function findNameInTitle(title: string, words: TitleWords): string {
  const plain = withoutOwnNames(title.normalize('NFC').slice(0, 500).replaceAll(phone, ' - '), words)
  const parts = plain
    .replaceAll(numbers, ' ')
    .split(separators)
    .map((text) => readPart(text, words))
  const named = parts.filter(({ rest }) => rest.some((word) => !notNames.has(foldWords(word))))
  const pure = named.find(({ hasService }) => !hasService)
  if (pure) return pure.rest.join(' ')
  // 'Masculino Souza - corte masculino': another part is the service.
  const hasOther = parts.some(({ hasService, rest }) => hasService && rest.length === 0)
  const [first] = named
  return ((hasOther ? first?.words : first?.rest) ?? []).join(' ')
}

/** Booking pages write 'Ana Exemplo and Barbearia Exemplo', and 'Ana com Beto'. */
function withoutOwnNames(title: string, { barbershop, barbers }: TitleWords): string {
  return barbers.reduce(
    (text, barber) => cutName(text, barber, /\s(?:com|c\/|with|and|&)\s+$/i),
    cutName(title, barbershop, /(?:\s(?:na|no|em|com|with|and|at|&|e)\s+)?$/i),
  )
}

/** Cuts a name with what links it to the words before. */
function cutName(title: string, name: string, link: RegExp): string {
  if (!name) return title
  const characters = [...title]
  const folded = foldCharacters(title)
  const at = folded.indexOf(name)
  if (at < 0 || /[\p{L}\p{N}]/u.test(folded.slice(at + name.length)[0] ?? '')) return title
  const before = characters.slice(0, [...folded.slice(0, at)].length).join('')
  if (!link.test(before) || /[\p{L}\p{N}]$/u.test(before)) return title
  const after = characters.slice([...folded.slice(0, at + name.length)].length).join('')
  return `${before.replace(link, '')} - ${after}`
}

function readPart(text: string, { service, ofServices }: TitleWords): Part {
  const isOfService = (word: string) => {
    const folded = foldWords(word)
    return ofServices.has(folded) || usualServices.has(folded)
  }
  const words = text
    .split(/\s+/)
    .flatMap((word) => (word.split(/[-/+&,]/).some(isOfService) ? word.split(/[-/+&,]/) : [word]))
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const ofOwn = new Set(service.split(' '))
  const hasWhole = service !== '' && ` ${foldWords(text)} `.includes(` ${service} `)
  const isService = (word: string) => isOfService(word) || (hasWhole && ofOwn.has(foldWords(word)))
  return {
    words: trimEdges(words),
    rest: trimEdges(words.filter((word) => !isService(word))),
    hasService: words.some(isService),
  }
}

function trimEdges(words: readonly string[]): string[] {
  const isEdge = (word: string) => edgeWord.test(foldWords(word)) || isLabel(word)
  const from = words.findIndex((word) => !isEdge(word))
  const to = words.findLastIndex((word) => !edgeWord.test(foldWords(word)))
  return from < 0 ? [] : words.slice(from, to + 1)
}

/** Before a name, as in 'Reserva Ana'. */
const isLabel = (word: string) =>
  /^(?:cliente|client|agendamento|agendado|horario|reserva|appointment|booking)$/.test(foldWords(word))

/** What is written before a number that is no phone. */
const otherNumber =
  /(?:\bpin|\bcpf|\bcnpj|\brg|\bcep|pedido|protocolo|c[oó]d(?:igo)?|\bid|n[ºo°]|#|conta|r\$)[\s:.#ºo°]{0,4}$/i

const MAX_PHONES = 10
const mobile = /^\+55\d\d9/

/** A phone in a text, of several the first mobile one. A number without an area code is one only if it is written like one. */
export function findPhoneInText(text: string, areaCode: string | null): string | undefined {
  const phones: string[] = []
  for (const match of text.matchAll(phone)) {
    const found = readCandidate(text, match, areaCode)
    if (found) phones.push(found)
    if (phones.length === MAX_PHONES) break
  }
  return phones.find((one) => mobile.test(one)) ?? phones[0]
}

function readCandidate(text: string, { index, 0: candidate }: RegExpExecArray, areaCode: string | null) {
  const before = text.slice(Math.max(0, index - 20), index)
  const after = text.slice(index + candidate.length).slice(0, 10)
  if (otherNumber.test(before) || /^\s*(?:#|pin\b)/i.test(after) || isOtherForm(candidate)) return undefined
  try {
    return parsePhone(candidate.replace(/^\((?!.*\))/, ''), areaCode)
  } catch {
    // Some other number.
    return undefined
  }
}

/** A CPF, or of eight or nine digits what is no '98765-4321', '987654321' or '3232-0101'. */
function isOtherForm(candidate: string): boolean {
  const text = candidate.trim()
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(text)) return true
  const { length } = text.replaceAll(/\D/g, '')
  if (length > 9 || text.includes('+')) return false
  return !/^9\s?\d{4}[- ]?\d{4}$|^(?!(?:19|20)\d\d-(?:19|20))[2-5]\d{3}-\d{4}$/.test(text)
}
