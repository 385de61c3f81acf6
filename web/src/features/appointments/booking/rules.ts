import { ANY_BARBER, SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import type { Barber } from '@na-regua/contract/staff'
import { paths } from '../../../app/paths.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { instantOf, showSameTime } from '../../../lib/local-time.ts'
import type { BookingInput } from '../queries.ts'
import type { Visit } from '../services/rules.ts'

/** What the booking screen's address says. Nothing in it is known to exist yet. */
export type Choices = {
  barbershopId: string
  barberId: string
  serviceId?: string
  /** Services besides the first one. */
  extraIds: readonly string[]
  date?: string
  time?: string
  /** The appointment that is being moved. */
  reschedule?: string
}

type Address = { barbershopId?: string; barberId?: string; serviceId?: string }

export function readChoices(
  { barbershopId = '', barberId = '', serviceId }: Address,
  search: URLSearchParams,
): Choices {
  const date = search.get('date') ?? ''
  const time = search.get('time') ?? ''
  const extraIds = new Set(search.get('extras')?.split(',').filter(Boolean))
  return {
    barbershopId,
    barberId,
    serviceId,
    extraIds: [...extraIds].filter((id) => id !== serviceId).slice(0, SERVICES_PER_APPOINTMENT - 1),
    date: isDate(date) ? date : undefined,
    time: /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined,
    reschedule: search.get('reschedule') || undefined,
  }
}

export function isDate(text: string) {
  const epochMs = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)
}

export type Change = Partial<Pick<Choices, 'barberId' | 'serviceId' | 'extraIds' | 'date' | 'time'>>

/** Another barber or another day ends the choice of the time; other services keep it where they fit. */
export function changeChoices(choices: Choices, change: Change): Choices {
  const losesTime = (change.barberId ?? choices.barberId) !== choices.barberId || change.date !== undefined
  const next = { ...choices, ...(losesTime && { time: undefined }), ...change }
  return { ...next, extraIds: next.extraIds.filter((id) => id !== next.serviceId) }
}

export function choicesPath(choices: Choices) {
  return paths.booking(choices)
}

/** The first where nothing was preselected; nothing where the preselected one does not exist (any more). */
export function selectById<T extends { id: string }>(list: readonly T[], id: string | undefined): T | undefined {
  return id ? list.find((entry) => entry.id === id) : list[0]
}

/** Whoever is free: stands first in the list of barbers, and is nobody's chair. */
export const anyBarber = { id: ANY_BARBER, name: 'Qualquer barbeiro' }

/** The barber that the address names, or any. */
export function selectBarber(barbers: readonly Barber[], id: string | undefined): ChosenBarber | undefined {
  if (id !== ANY_BARBER) return selectById(barbers, id)
  return barbers.length > 1 ? anyBarber : barbers[0]
}

export type ChosenBarber = Pick<Barber, 'id' | 'name'> & Partial<Pick<Barber, 'avatarUrl' | 'specialties'>>

export function listOffered(services: readonly Service[]) {
  return services.filter(({ isActive }) => isActive)
}

/** The chosen services that are offered, the first one first; none when the first is not. */
export function selectServices(offered: readonly Service[], { serviceId, extraIds }: Choices): Service[] {
  const first = selectById(offered, serviceId)
  const extras = extraIds.flatMap((id) => offered.find((service) => service.id === id && id !== first?.id) ?? [])
  return first ? [first, ...extras] : []
}

/** 'degradê, navalhado', short enough for one line. */
export function listSpecialties(specialties: readonly string[], most = 3) {
  return specialties.slice(0, most).join(', ')
}

export function endTimeOf(start: Date, durationMin: number) {
  return new Date(start.getTime() + durationMin * 60_000)
}

/** The server understood and said no: asking the same again is a new attempt. A silence or a 5xx may hide a success. */
export function isRefusal(error: unknown) {
  return error instanceof ApiError && error.status < 500
}

/** `randomUUID` exists on secure addresses only; a shop's own network may not be one. */
function drawKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** One idempotency key per wish: repeating it after a failed answer uses the same, a new wish or a refusal a new one. */
export function createKeyring() {
  let current: { wish: string; key: string } | undefined
  return {
    keyFor(wish: object) {
      const text = JSON.stringify(wish)
      if (current?.wish !== text) current = { wish: text, key: drawKey() }
      return current.key
    },
    forget() {
      current = undefined
    },
  }
}

type Place = Pick<Barbershop, 'name' | 'city' | 'timeZone'>
/** `visit` is what the summary tells; services that stand in an appointment already are no choice any more. */
type Told = {
  shop: Place
  barber: Pick<Barber, 'id' | 'name'> | undefined
  visit: Omit<Visit, 'services'> | undefined
  date: string | undefined
  time: string | undefined
}
type Picked = Told & { shop: Place & { id: string }; visit: Visit | undefined }

/** What the screen tells about the choices; parts that are not chosen yet are absent. */
export function summarize({ shop, barber, visit, date, time }: Told, zoneOfVisitor: string) {
  const instant = date && instantOf(date, time ?? '12:00', shop.timeZone)
  return {
    barbershop: shop.name,
    barber: barber?.name,
    service: visit?.name,
    durationMin: visit?.durationMin,
    priceCents: visit?.priceCents,
    fullPriceCents: visit?.fullPriceCents,
    date,
    time,
    zone: instant && !showSameTime(zoneOfVisitor, shop.timeZone, instant) ? `horário de ${shop.city}` : undefined,
  }
}

export type Summary = ReturnType<typeof summarize>

/** The request, once everything is chosen. The shop is named where no barber says it, services where there are several. */
export function wishOf({ shop, barber, visit, date, time }: Picked): BookingInput | undefined {
  const [first] = visit?.services ?? []
  if (!barber || !visit || !first || !date || !time) return undefined
  const start = instantOf(date, time, shop.timeZone)
  return {
    barberId: barber.id,
    ...(barber.id === ANY_BARBER && { barbershopId: shop.id }),
    serviceId: first.id,
    ...(visit.services.length > 1 && { serviceIds: visit.services.map(({ id }) => id) }),
    startTime: start.toISOString(),
    endTime: endTimeOf(start, visit.durationMin).toISOString(),
  }
}
