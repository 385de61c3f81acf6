import { ANY_BARBER, appointmentsApi, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { customersApi } from '@na-regua/contract/customers'
import type { Body } from '@na-regua/contract/route'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { staffApi } from '@na-regua/contract/staff'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { hasCode } from '../../../lib/api-error.ts'
import { formatInstantInSentence } from '../../../lib/format.ts'
import { runCommand } from '../../../lib/use-commands.ts'
import { createProposal } from '../commands/rules.ts'

const HOUR_MS = 3_600_000

/** The ids of the services that were booked in 90 days, the most frequent first. */
export function mostBookedServicesQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['barbershops', barbershopId, 'most-booked-services'],
    queryFn: ({ signal }) => api(staffBookingsApi.mostBooked, { params: { id: barbershopId }, signal }),
    select: ({ serviceIds }) => serviceIds,
    staleTime: HOUR_MS,
    meta: { stored: true },
  })
}

export const MAX_SUGGESTIONS = 5

type CustomerSearch = { q?: string; tag?: string | undefined }

/** Customers of whom staff type the name or the beginning of the phone, or who have a tag; and the tags in use. */
export function knownCustomersQuery(barbershopId: string, search: CustomerSearch) {
  const query = { ...search, perPage: MAX_SUGGESTIONS }
  return queryOptions({
    queryKey: ['customers', barbershopId, 'known', search],
    queryFn: ({ signal }) => api(customersApi.list, { params: { id: barbershopId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function bookableBarbersQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['staff', 'barbers', barbershopId],
    queryFn: ({ signal }) => api(staffApi.list, { params: { id: barbershopId }, signal }),
    select: ({ barbers }) => barbers,
    meta: { stored: true },
  })
}

type SlotsInput = {
  barbershopId: string
  barberId: string
  serviceIds: readonly string[]
  date: string
  /** An appointment that is moved: it keeps its duration, and its own time counts as free. */
  reschedule?: string
}

/** The slots within the opening hours; staff may also choose another time. `any`: of any free barber. */
export function slotsQuery({ barbershopId, barberId, serviceIds, date, reschedule }: SlotsInput) {
  const query = { date, serviceIds: serviceIds.join(',') || undefined, reschedule }
  return queryOptions({
    queryKey: ['availability', 'staff', barbershopId, barberId, serviceIds, date, reschedule],
    queryFn: ({ signal }) =>
      barberId === ANY_BARBER
        ? api(availabilityApi.getForBarbershop, { params: { id: barbershopId }, query, signal })
        : api(availabilityApi.get, { params: { id: barberId }, query, signal }),
    select: ({ slots }) => slots,
    staleTime: 0,
  })
}

type StaffBookingInput = { barbershopId: string; key: string; body: Body<typeof staffBookingsApi.book> }

function bookForCustomer({ barbershopId, key, body }: StaffBookingInput) {
  return api(staffBookingsApi.book, { params: { id: barbershopId }, headers: { [IDEMPOTENCY_HEADER]: key }, body })
}

type Planned = Omit<Parameters<typeof createProposal>[0], 'isWalkIn' | 'startTime'>
type NewBooking = { request: StaffBookingInput; planned: Planned }

/** A command also with a network, so that a lost response books nothing twice. Undefined while it waits. */
export async function sendBooking({ request, planned }: NewBooking) {
  const { barbershopId, body } = request
  const { startTime } = body
  const appointment = createProposal({ ...planned, startTime, isWalkIn: false })
  const act = `Marcar às ${formatInstantInSentence(startTime, planned.timeZone)}`
  const result = await runCommand({
    build: () => ({
      draft: { type: 'book', barbershopId, input: body },
      preview: { name: planned.customer.name, act, appointment },
    }),
    send: () => bookForCustomer(request),
  })
  return result?.appointment ? { appointment: result.appointment, link: result.link } : undefined
}

type NewWalkIn = { input: Body<typeof appointmentsApi.walkIn>; planned: Planned }

/** A repeated walk-in would be another one: it is a command also with a network. Undefined while it waits. */
export async function sendWalkIn({ input, planned }: NewWalkIn) {
  const appointment = createProposal({ ...planned, startTime: input.startTime, isWalkIn: true })
  const act = `Encaixar às ${formatInstantInSentence(appointment.startTime, planned.timeZone)}`
  const result = await runCommand({
    build: () => ({ draft: { type: 'walkIn', input }, preview: { name: planned.customer.name, act, appointment } }),
    send: () => api(appointmentsApi.walkIn, { body: input }),
  })
  return result?.appointment ? { appointment: result.appointment, link: null } : undefined
}

/** What is left where a time was taken, the next one first. */
export function listAlternatives(error: unknown): readonly Alternative[] {
  const alternatives = hasCode(error, 'SLOT_TAKEN') ? error.details.alternatives : undefined
  return Array.isArray(alternatives) ? alternatives : []
}
