import { MAX_SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { type GroupOption, type groupsApi, MAX_GROUP_HOURS, MAX_GROUP_SIZE } from '@na-regua/contract/groups'
import type { Body } from '@na-regua/contract/route'
import { fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { parseIds } from '../../../lib/parse-ids.ts'
import type { BookableBarber } from '../../availability/queries.ts'
import { type BusyIntervals, listSlots, type SelectServices, type ServiceSelection } from '../../availability/rules.ts'
import { type BookingInput, parseBookingInput } from '../rules.ts'

/** How long one of a group waits at most until the next barber is free, in minutes. */
const MAX_WAIT = 60

type GroupRequest = { customerId: string; barbershopId: string; idempotencyKey: string | undefined }

/** One booking for each member. A repeated request finds each by the key of the request and its position. */
export function parseGroup(
  { members }: Body<typeof groupsApi.book>,
  { customerId, barbershopId, idempotencyKey }: GroupRequest,
): BookingInput[] {
  return members.map((member, index) => {
    const [serviceId] = member.serviceIds as [string]
    const key = idempotencyKey && `${idempotencyKey}.${index}`
    return parseBookingInput({ ...member, barbershopId, serviceId }, { customerId, idempotencyKey: key })
  })
}

/** Throws unless each is another person: one is served once at a time. */
export function checkNames(inputs: readonly BookingInput[]): void {
  const names = new Set(inputs.map(({ guestName }) => guestName?.toLowerCase()))
  if (names.size < inputs.length) throw new ApiError('INVALID_INPUT', {}, 'Dê um nome diferente para cada pessoa.')
}

/** Throws unless all are served within some hours: a group is no way around the limits of single bookings. */
export function checkSpan(starts: readonly Date[]): void {
  const times = starts.map((start) => start.getTime())
  if (Math.max(...times) - Math.min(...times) > MAX_GROUP_HOURS * 3_600_000) throw new ApiError('INVALID_INPUT')
}

/** 'a,b;c': the services of each person. */
export function parseServicesOfPersons(text: string): string[][] {
  const persons = text.toLowerCase().split(';')
  if (persons.length > MAX_GROUP_SIZE) throw new ApiError('INVALID_INPUT')
  return persons.map((ids) => {
    const serviceIds = parseIds(ids, MAX_SERVICES_PER_APPOINTMENT)
    if (serviceIds.length === 0) throw new ApiError('INVALID_INPUT')
    return serviceIds
  })
}

export type GroupSearch = {
  barbers: readonly BookableBarber[]
  /** The services of each person. */
  persons: readonly SelectServices[]
  getBusy: (barber: BookableBarber) => BusyIntervals
  /** With whom they begin; undefined: any. */
  barberId: string | undefined
  start: Date
  /** When the appointment ends that they are added to: its barber is free for the next one then. */
  joinedUntil?: Date | undefined
}

/** What one barber can do for one person: the services, and the starts in epoch minutes. */
type Candidate = { barber: BookableBarber; selected: ServiceSelection; starts: readonly number[] }
type Place = { candidate: Candidate; start: number }
type Search = {
  persons: readonly (readonly Candidate[])[]
  barberId: string | undefined
  start: number
  joinedUntil: number | undefined
}

/** Times for the whole group, on the day of the start: each with another barber at once, one after the other, or as soon as possible. */
export function listGroupOptions({ start, joinedUntil, ...params }: GroupSearch, now: Date): GroupOption[] {
  const search = {
    persons: params.persons.map((select) => listCandidates(select, { ...params, start }, now)),
    barberId: params.barberId,
    start: toEpochMinute(start),
    joinedUntil: joinedUntil && toEpochMinute(joinedUntil),
  }
  if (search.persons.some((candidates) => candidates.length === 0)) throw new ApiError('SERVICE_NOT_FOUND')
  const sameTime = placeAtOnce(search)
  const oneAfterOther = placeOneAfterOther(search)
  const soonest = sameTime ? undefined : (placeSoonest(search, search.start) ?? placeSoonest(search, 0))
  const options = [
    sameTime && toOption('same-time', sameTime),
    oneAfterOther && toOption('one-after-other', oneAfterOther),
    soonest && toOption('soonest', soonest),
  ].filter((option) => option !== undefined)
  const texts = options.map(({ places }) => JSON.stringify(places))
  return options.filter((_, index) => texts.indexOf(texts[index] as string) === index)
}

type CandidateParams = Pick<GroupSearch, 'barbers' | 'getBusy' | 'start'>

function listCandidates(select: SelectServices, { barbers, getBusy, start }: CandidateParams, now: Date): Candidate[] {
  const around = toEpochMinute(start)
  return barbers.flatMap((barber) => {
    const selected = select(barber)
    if (!selected) return []
    const { date } = toLocal(around, barber.timeZone)
    const day = localDay(date, barber.timeZone)
    const starts = listSlots(barber, date, selected, getBusy(barber), now)
      .map((minute) => day.toEpoch(minute))
      .filter((minute) => Math.abs(minute - around) <= MAX_GROUP_HOURS * 60)
    return [{ barber, selected, starts }]
  })
}

/** Each with another barber, at the start; a group that is not added to an appointment also soon after it. */
function placeAtOnce({ persons, barberId, start, joinedUntil }: Search): Place[] | undefined {
  if (joinedUntil !== undefined) return assignBarbers(persons, start)
  const [first = [], ...others] = persons
  const ofFirst = first.filter(({ barber }) => !barberId || barber.barberId === barberId)
  const starts = new Set(ofFirst.flatMap((candidate) => candidate.starts))
  for (const minute of [...starts].sort((one, other) => one - other)) {
    const places = minute >= start && minute <= start + MAX_WAIT && assignBarbers([ofFirst, ...others], minute)
    if (places) return places
  }
  return undefined
}

/** Tries every assignment of free barbers: at most four persons. */
function assignBarbers(
  [person, ...others]: readonly (readonly Candidate[])[],
  start: number,
  taken: readonly string[] = [],
): Place[] | undefined {
  if (!person) return []
  for (const candidate of person) {
    const { userId } = candidate.barber
    if (taken.includes(userId) || !candidate.starts.includes(start)) continue
    const places = assignBarbers(others, start, [...taken, userId])
    if (places) return [{ candidate, start }, ...places]
  }
  return undefined
}

/** All with one barber, the next as soon as the barber is free. */
function placeOneAfterOther({ persons, barberId, start, joinedUntil = start }: Search): Place[] | undefined {
  const barberIds = barberId ? [barberId] : (persons[0] ?? []).map(({ barber }) => barber.barberId)
  for (const id of barberIds) {
    const places = placeInTurn(persons, id, joinedUntil)
    if (places) return places
  }
  return undefined
}

function placeInTurn(persons: Search['persons'], barberId: string, from: number): Place[] | undefined {
  const places: Place[] = []
  let earliest = from
  for (const person of persons) {
    const candidate = person.find(({ barber }) => barber.barberId === barberId)
    const start = candidate?.starts.find((minute) => minute >= earliest)
    if (!candidate || start === undefined || start - earliest > MAX_WAIT) return undefined
    const place = { candidate, start }
    places.push(place)
    earliest = busyUntil(place)
  }
  return places
}

/** One person after the other gets the first start at which any barber is free. */
function placeSoonest({ persons }: Search, from: number): Place[] | undefined {
  const places: Place[] = []
  for (const person of persons) {
    const possible = person.flatMap((candidate) => {
      const start = candidate.starts.find((minute) => minute >= from && isFreeOf(places, { candidate, start: minute }))
      return start === undefined ? [] : [{ candidate, start }]
    })
    const [first] = possible.sort((one, other) => one.start - other.start)
    if (!first) return undefined
    places.push(first)
  }
  return places
}

function busyUntil({ candidate: { selected }, start }: Place): number {
  return start + selected.durationMin + selected.bufferMin
}

function isFreeOf(places: readonly Place[], place: Place): boolean {
  return places.every((other) => {
    const isOtherBarber = other.candidate.barber.userId !== place.candidate.barber.userId
    return isOtherBarber || busyUntil(other) <= place.start || busyUntil(place) <= other.start
  })
}

function toOption(kind: GroupOption['kind'], places: readonly Place[]): GroupOption {
  return {
    kind,
    places: places.map(({ candidate: { barber, selected }, start }) => ({
      barberId: barber.barberId,
      barberName: barber.barberName,
      startTime: fromEpochMinute(start).toISOString(),
      durationMin: selected.durationMin,
      priceCents: selected.priceCents,
    })),
  }
}
