import type { NameChoice } from '@na-regua/contract/imports'
import {
  type FieldReader,
  foldCharacters,
  foldWords,
  type ImportBarber,
  type ImportScope,
  type ImportService,
  RowProblem,
  readName,
} from '../rules.ts'
import { parsePhone, readPhone } from './parse-values.ts'

type Named = { id: string; name: string }

/** By the whole name, or by a beginning of words that only one has: 'João' is João Silva. */
function findNamed<T extends Named>(all: readonly T[], name: string): T | undefined {
  const folded = foldWords(name)
  const exact = all.find((one) => foldWords(one.name) === folded)
  if (exact || !folded) return exact
  const begun = all.filter((one) => foldWords(one.name).startsWith(`${folded} `))
  return begun.length === 1 ? begun[0] : undefined
}

type Choice<T> = { all: readonly T[]; choices: readonly NameChoice[]; kind: 'barber' | 'service' }

/** What the owner chose for a name of the file comes before the name itself. Undefined for an empty cell. */
function chooseNamed<T extends Named>(name: string, { all, choices, kind }: Choice<T>): T | undefined {
  if (!foldWords(name)) return undefined
  const short = name.slice(0, 200)
  const choice = choices.find((one) => foldWords(one.name) === foldWords(short))
  if (choice?.id === null) throw new RowProblem(`Você deixou "${short.slice(0, 60)}" de fora`, 'skipped')
  const found = choice ? all.find(({ id }) => id === choice.id) : findNamed(all, short)
  if (found) return found
  const what = kind === 'barber' ? 'O barbeiro' : 'O serviço'
  const where = kind === 'barber' ? 'trabalha na' : 'está na lista da'
  throw new RowProblem(`${what} "${short.slice(0, 60)}" não ${where} barbearia`, 'wrong', { kind, name: short })
}

export function readBarber(read: FieldReader, { barbers, mapping }: ImportScope): ImportBarber {
  const named = chooseNamed(read('barber'), { all: barbers, choices: mapping.barbers, kind: 'barber' })
  const usual =
    named ?? barbers.find(({ id }) => id === mapping.barberId) ?? (barbers.length === 1 ? barbers[0] : undefined)
  if (!usual) throw new RowProblem('Falta o barbeiro. Escolha de quem são estes horários')
  return usual
}

/** By its own column, by the title of a calendar's event, or the one for all others. */
export function readService(read: FieldReader, { services, mapping }: ImportScope): ImportService {
  const active = services.filter(({ isActive }) => isActive)
  const named = chooseNamed(read('service'), { all: active, choices: mapping.services, kind: 'service' })
  const service = named ?? findInTitle(read('title'), active) ?? active.find(({ id }) => id === mapping.serviceId)
  if (!service) throw new RowProblem('Falta o serviço. Escolha um para os horários sem serviço')
  return service
}

/** The service with the longest name among those that the title contains as words. */
function findInTitle(title: string, services: readonly ImportService[]): ImportService | undefined {
  const words = ` ${foldWords(title)} `
  const found = services.filter(({ name }) => foldWords(name) && words.includes(` ${foldWords(name)} `))
  return found.toSorted((one, other) => other.name.length - one.name.length)[0]
}

const phoneInText = /\+?\d[\d ().-]{6,18}\d/g

/** Name and phone by their columns, or what a calendar's title has beside the service. The phone is optional. */
export function readCustomer(read: FieldReader, { mapping, services }: ImportScope, service: ImportService) {
  const title = read('title')
  const name = `${read('name')} ${read('lastName')}`.trim() || nameInTitle(title, service, services)
  const phone =
    readPhone(read, mapping.areaCode) ?? (title ? findPhone(`${title} ${read('notes')}`.slice(0, 2000)) : undefined)
  return { name: readName(name, 'Falta o nome do cliente'), phone: phone ?? null }
}

function findPhone(text: string): string | undefined {
  for (const [candidate] of text.matchAll(phoneInText)) {
    try {
      return parsePhone(candidate, null)
    } catch {
      // Some other number.
    }
  }
  return undefined
}

const fillers =
  /^(?:(?:com|de|do|da|para|p|cliente|agendamento|agendado|horario|reserva|with|for|appointment|e|and)\s+)+/i

/** Without the service, and without words of other services: 'Corte - Ana' is Ana, whatever kind of cut the barbershop offers. */
function nameInTitle(title: string, service: ImportService, services: readonly ImportService[]): string {
  const ofServices = new Set(
    services.flatMap(({ name }) => foldWords(name).split(' ')).filter((word) => word.length > 3),
  )
  const rest = [...title.replaceAll(phoneInText, ' ').replaceAll(/[\s\p{Cc}]+/gu, ' ')]
  const folded = foldCharacters(rest.join(''))
  const name = foldCharacters(service.name)
  const at = folded.indexOf(name)
  if (at >= 0) rest.splice([...folded.slice(0, at)].length, [...name].length, ' ')
  return rest
    .join('')
    .replaceAll(/[^\p{L}\p{N}'’. ]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => !ofServices.has(foldWords(word)))
    .join(' ')
    .trim()
    .replace(fillers, '')
    .trim()
}
