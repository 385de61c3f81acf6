import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import { ApiError } from '@na-regua/contract/errors'
import type { Barber } from '@na-regua/contract/staff'
import { paths } from '../../../app/paths.ts'
import { instantOf, showSameTime } from '../../../lib/local-time.ts'
import type { Wish } from '../queries.ts'

/** What the booking screen's address says. Nothing in it is known to exist yet. */
export type Choices = { barbershopId: string; barberId: string; serviceId?: string; date?: string; time?: string }

type Address = { barbershopId?: string; barberId?: string; serviceId?: string }

export function readChoices(
  { barbershopId = '', barberId = '', serviceId }: Address,
  search: URLSearchParams,
): Choices {
  const date = search.get('date') ?? ''
  const time = search.get('time') ?? ''
  return {
    barbershopId,
    barberId,
    serviceId,
    date: isDate(date) ? date : undefined,
    time: /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined,
  }
}

export function isDate(text: string) {
  const epochMs = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)
}

/** Another barber or another day ends the choice of the time; another service keeps it where it fits. */
export function changeChoices(choices: Choices, change: Partial<Omit<Choices, 'barbershopId'>>): Choices {
  const losesTime = (change.barberId ?? choices.barberId) !== choices.barberId || change.date !== undefined
  return { ...choices, ...(losesTime && { time: undefined }), ...change }
}

export function choicesPath(choices: Choices) {
  return paths.booking(choices)
}

/** The first where nothing was preselected; nothing where the preselected one does not exist (any more). */
export function selectById<T extends { id: string }>(list: readonly T[], id: string | undefined): T | undefined {
  return id ? list.find((entry) => entry.id === id) : list[0]
}

export function listOffered(services: readonly Service[]) {
  return services.filter(({ isActive }) => isActive)
}

/** 'degradê, navalhado', short enough for one line. */
export function listSpecialties({ specialties }: Pick<Barber, 'specialties'>, most = 3) {
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

type Picked = {
  shop: Pick<Barbershop, 'name' | 'city' | 'timeZone'>
  barber: Pick<Barber, 'id' | 'name'> | undefined
  service: Service | undefined
  date: string | undefined
  time: string | undefined
}

/** What the screen tells about the choices; parts that are not chosen yet are absent. */
export function summarize({ shop, barber, service, date, time }: Picked, zoneOfVisitor: string) {
  const instant = date && instantOf(date, time ?? '12:00', shop.timeZone)
  return {
    barbershop: shop.name,
    barber: barber?.name,
    service: service?.name,
    durationMin: service?.durationMin,
    priceCents: service?.priceCents,
    date,
    time,
    zone: instant && !showSameTime(zoneOfVisitor, shop.timeZone, instant) ? `horário de ${shop.city}` : undefined,
  }
}

export type Summary = ReturnType<typeof summarize>

/** The request, once everything is chosen. */
export function wishOf({ shop, barber, service, date, time }: Picked): Wish | undefined {
  if (!barber || !service || !date || !time) return undefined
  const start = instantOf(date, time, shop.timeZone)
  const endTime = endTimeOf(start, service.durationMin).toISOString()
  return { barberId: barber.id, serviceId: service.id, startTime: start.toISOString(), endTime }
}
