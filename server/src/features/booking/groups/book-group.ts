import { randomUUID } from 'node:crypto'
import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { type groupsApi, MAX_GROUP_SIZE } from '@na-regua/contract/groups'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { findAppointment } from '../../appointments/queries.ts'
import { notifyOfGroup } from '../../appointments/status/notify-participants.ts'
import { insertAppointment } from '../insert-appointment.ts'
import { findRepeatedBooking, isCustomerBusy, listBookingCandidates } from '../queries.ts'
import {
  type BookingInput,
  checkLimits,
  checkRepetition,
  customerBusy,
  type ValidatedBooking,
  validateBooking,
} from '../rules.ts'
import { findGroupOptions } from './find-group-options.ts'
import { joinAppointment, lockGroupKeys } from './queries.ts'
import { checkNames, checkSpan, parseGroup } from './rules.ts'

type GroupBooking = {
  caller: Caller
  barbershopId: string
  body: Body<typeof groupsApi.book>
  idempotencyKey: string | undefined
  now: Date
}

/** Thrown in the transaction, so that nothing of the group stays. */
class PlaceTaken extends Error {
  readonly booking: ValidatedBooking

  constructor(booking: ValidatedBooking) {
    super('a place of the group is taken')
    this.booking = booking
  }
}

/**
 * Books for several persons in one transaction, all or none, as a group or added to an appointment of the customer. The group counts once
 * for the limits, and has one receipt. A repeated request with the same idempotency key returns the same appointments. Throws 409
 * SLOT_TAKEN with times for the whole group if another customer was faster.
 */
export async function bookGroup(
  db: DatabasePool,
  { caller, barbershopId, body, idempotencyKey, now }: GroupBooking,
): Promise<{ appointments: Appointment[]; isNew: boolean }> {
  if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
  const request = { customerId: caller.id, barbershopId: barbershopId.toLowerCase() }
  const inputs = parseGroup(body, { ...request, idempotencyKey })
  checkNames(inputs)
  checkSpan(inputs.map(({ start }) => start))

  const outcome = await db
    .transaction()
    .execute(async (tx) => {
      const barberIds = await lockGroupKeys(tx, caller.id, inputs)
      const repeated = idempotencyKey ? await findRepeatedGroup(tx, inputs) : undefined
      if (repeated) return { code: 'repeated' as const, ids: repeated }

      const groupId = await getGroup(tx, { ...request, inputs, joins: body.joins })
      const inserted = []
      for (const input of inputs) {
        const member = { ...input, groupId }
        const bookings = validateBooking(await listBookingCandidates(tx, member, barberIds, now), member, now)
        checkLimits(bookings[0].snapshot)
        const details = { source: body.source ?? 'page', idempotencyKey: input.idempotencyKey }
        const booked = await insertAppointment(tx, bookings, details, now)
        if (!booked) throw new PlaceTaken(bookings[0])
        inserted.push(booked)
      }
      await notifyOfGroup(tx, { appointments: inserted.map(({ after }) => after), userId: caller.id }, now)
      return { code: 'booked' as const, appointments: inserted.map(({ appointment }) => appointment) }
    })
    .catch((error: unknown) => {
      if (error instanceof PlaceTaken) return { code: 'taken' as const, booking: error.booking }
      throw error
    })

  if (outcome.code === 'booked') return { appointments: outcome.appointments, isNew: true }
  if (outcome.code === 'taken') throw await explainTaken(db, outcome.booking, { ...request, body }, now)
  const appointments = await Promise.all(outcome.ids.map((id) => findAppointment(db, id, caller.id)))
  return { appointments: appointments.filter((appointment) => appointment !== undefined), isNew: false }
}

/** The ids of the appointments that an earlier request with the same key made. */
async function findRepeatedGroup(tx: Database, inputs: readonly BookingInput[]): Promise<string[] | undefined> {
  const ids: string[] = []
  for (const input of inputs) {
    const repeated = await findRepeatedBooking(tx, input)
    if (!repeated?.isSameKey && ids.length === 0) return undefined
    if (!repeated?.isSameKey) throw new ApiError('IDEMPOTENCY_CONFLICT')
    checkRepetition(input, repeated)
    ids.push(repeated.id)
  }
  return ids
}

type GroupOfRequest = {
  customerId: string
  barbershopId: string
  joins: string | undefined
  inputs: readonly BookingInput[]
}

/** The group of the appointment that the members are added to, else a new one. */
async function getGroup(tx: Database, { joins, inputs, ...own }: GroupOfRequest): Promise<string> {
  const newGroupId = randomUUID()
  if (!joins) return newGroupId
  const joined = await joinAppointment(tx, { id: joins, ...own }, newGroupId)
  if (!joined) throw new ApiError('APPOINTMENT_NOT_FOUND')
  if (joined.size + inputs.length > MAX_GROUP_SIZE) throw new ApiError('GROUP_FULL')
  checkSpan([joined.start, ...inputs.map(({ start }) => start)])
  return joined.groupId
}

type TakenRequest = { customerId: string; barbershopId: string; body: Body<typeof groupsApi.book> }

/** Why the group could not be booked: one of them is served at that time already, or another customer was faster. */
async function explainTaken(
  db: Database,
  booking: ValidatedBooking,
  { body: { members, joins }, ...own }: TakenRequest,
  now: Date,
): Promise<ApiError> {
  if (await isCustomerBusy(db, booking)) return customerBusy(booking)
  const options = await findGroupOptions(
    db,
    {
      ...own,
      services: members.map(({ serviceIds }) => serviceIds),
      joins,
      barberId: members[0]?.barberId,
      startTime: members[0]?.startTime,
    },
    now,
  )
  return new ApiError('SLOT_TAKEN', { options })
}
