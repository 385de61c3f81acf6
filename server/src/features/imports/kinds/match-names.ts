import { MAX_SERVICES_PER_APPOINTMENT } from '@na-regua/contract/fields'
import type { NameChoice } from '@na-regua/contract/imports'
import {
  cutText,
  type FieldReader,
  foldWords,
  type ImportBarber,
  type ImportScope,
  type ImportService,
  joinNames,
  RowProblem,
  readName,
} from '../rows/rules.ts'
import { readPhone } from './parse-phones.ts'
import { findNameInTitle, findPhoneInText, type TitleWords } from './read-title.ts'

type Named = { id: string; name: string }
type Folded<T> = { one: T; folded: string }

const foldNames = <T extends Named>(all: readonly T[]): Folded<T>[] =>
  all.map((one) => ({ one, folded: foldWords(one.name) }))

/** By the whole name, or by a beginning of words that only one has: 'João' is João Silva. */
function findNamed<T>(all: readonly Folded<T>[], folded: string): T | undefined {
  const exact = all.find((named) => named.folded === folded)
  if (exact || !folded) return exact?.one
  const begun = all.filter((named) => named.folded.startsWith(`${folded} `))
  return begun.length === 1 ? begun[0]?.one : undefined
}

type Choice<T> = { all: readonly Folded<T>[]; choices: readonly NameChoice[]; kind: 'barber' | 'service' }

/** What the owner chose for a name of the file comes before the name itself. Undefined for an empty cell. */
function createChooser<T extends Named>({ all, choices, kind }: Choice<T>): (name: string) => T | undefined {
  // The first choice for a name counts.
  const byName = new Map(choices.toReversed().map(({ name, id }) => [foldWords(name), id] as const))
  return (name) => {
    const short = cutText(name, 200)
    const folded = foldWords(short)
    if (!folded && !foldWords(name)) return undefined
    const chosen = byName.get(folded)
    const shown = cutText(short, 60)
    if (chosen === null) throw new RowProblem(`Você deixou "${shown}" de fora`, 'skipped')
    const found = chosen ? all.find(({ one }) => one.id === chosen)?.one : findNamed(all, folded)
    if (found) return found
    const what = kind === 'barber' ? 'O barbeiro' : 'O serviço'
    const where = kind === 'barber' ? 'trabalha na' : 'está na lista da'
    throw new RowProblem(`${what} "${shown}" não ${where} barbearia`, 'wrong', { kind, name: short })
  }
}

/** Finds barber, service and customer in a row. All names of the barbershop and of the mapping are folded once, not for each row. */
export function createNameReaders(scope: ImportScope) {
  const services = foldNames(scope.services)
  const words = {
    ofServices: new Set(services.flatMap(({ folded }) => folded.split(' ')).filter((word) => word.length > 3)),
    barbershop: foldWords(scope.name),
    barbers: scope.barbers.map(({ name }) => foldWords(name)),
  }
  return {
    readBarber: createBarberReader(scope),
    readService: createServiceReader(scope, services),
    readCustomer: (read: FieldReader, service: string) =>
      readCustomer(read, scope, { ...words, service: foldWords(service) }),
  }
}

function createBarberReader({ barbers, mapping }: ImportScope) {
  const choose = createChooser({ all: foldNames(barbers), choices: mapping.barbers, kind: 'barber' })
  const usual = barbers.find(({ id }) => id === mapping.barberId) ?? (barbers.length === 1 ? barbers[0] : undefined)
  return (read: FieldReader): ImportBarber => {
    const barber = choose(read('barber')) ?? usual
    if (!barber) throw new RowProblem('Falta o barbeiro. Escolha de quem são estes horários')
    return barber
  }
}

/** By its own column, by the title of a calendar's event, or the one for all others. */
function createServiceReader({ mapping }: ImportScope, services: readonly Folded<ImportService>[]) {
  const active = services.filter(({ one }) => one.isActive)
  const choose = createChooser({ all: active, choices: mapping.services, kind: 'service' })
  const byLength = active
    .filter(({ folded }) => folded)
    .toSorted(({ one }, { one: other }) => other.name.length - one.name.length)
  const usual = active.find(({ one }) => one.id === mapping.serviceId)?.one
  return (read: FieldReader): ImportService[] => {
    const several = findSeveral(read('service'), choose)
    if (several.length > 0) return several
    const service = choose(read('service')) ?? findInTitle(read('title'), byLength) ?? usual
    if (!service) throw new RowProblem('Falta o serviço. Escolha um para os horários sem serviço')
    return [service]
  }
}

/** 'Corte + Barba', 'Corte, Sobrancelha': the services of one visit, if all are known and the whole text is none. */
function findSeveral(text: string, choose: (name: string) => ImportService | undefined): ImportService[] {
  const parts = text.split(/\s*[+,;&|\n]\s*|\s+e\s+|\s\/\s/).filter((part) => foldWords(part))
  if (parts.length < 2 || parts.length > MAX_SERVICES_PER_APPOINTMENT || isChosen(text, choose)) return []
  const found = parts.map((part) => (isChosen(part, choose) ? choose(part) : undefined))
  const services = [...new Set(found.filter((service) => service !== undefined))]
  return found.includes(undefined) ? [] : services
}

function isChosen(name: string, choose: (name: string) => ImportService | undefined): boolean {
  try {
    return choose(name) !== undefined
  } catch (error) {
    // What the owner leaves out is left out, whatever its parts are.
    return error instanceof RowProblem && error.outcome === 'skipped' && !error.unmapped
  }
}

/** The service with the longest name among those that the title contains as words. */
function findInTitle(title: string, byLength: readonly Folded<ImportService>[]): ImportService | undefined {
  if (!title) return undefined
  const words = ` ${foldWords(title)} `
  return byLength.find(({ folded }) => words.includes(` ${folded} `))?.one
}

/** As much of a description as a phone is searched in. */
const MAX_TEXT = 4000

/**
 * Name and phone by their columns, or what a calendar's title has beside the service. The phone is optional. `isPhoneOfText`: it may
 * be of another person, such as the one who sends the invitations.
 */
function readCustomer(read: FieldReader, { mapping }: ImportScope, words: TitleWords) {
  const title = read('title')
  const given = joinNames(read)
  // A calendar may list the barber as its guest.
  const isBarber = title !== '' && words.barbers.includes(foldWords(given))
  const name = (isBarber ? '' : given) || findNameInTitle(title, words)
  const phone = readPhone(read, mapping.areaCode)
  const inText =
    title && !phone ? findPhoneInText(`${title}\n${read('notes')}`.slice(0, MAX_TEXT), mapping.areaCode) : undefined
  return {
    name: readName(name, 'Falta o nome do cliente'),
    phone: phone ?? inText ?? null,
    isPhoneOfText: inText !== undefined,
  }
}
