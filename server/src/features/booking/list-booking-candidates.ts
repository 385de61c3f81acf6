import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { batchStatements } from '../../lib/statements/batches.ts'
import { columnsOf, MAX_ITEMS, prepareListQuery } from '../../lib/statements/list-statement.ts'
import { isConfirmedAtOnce } from '../appointments/confirmation/queries.ts'
import {
  type BarberCandidate,
  type CandidateRow,
  listBarberCandidates,
  selectBarberCandidates,
  toCandidate,
} from '../availability/candidates/queries.ts'
import { isBlockedIn, nationalPhone } from '../customers/queries.ts'
import { bookableLastMinute } from '../last-minute/queries.ts'
import { guestKey } from './queries.ts'
import type { BookingCandidate, BookingInput, BookingSnapshot, CustomerHold, RepeatedBooking } from './rules.ts'

/** The barbers who might take the booking, and the state of the customer, in one statement and so in one snapshot. */
export async function listBookingCandidates(db: Database, input: BookingInput, now: Date): Promise<BookingCandidate[]> {
  const { staff, barberId, barbershopId, serviceIds, lastMinuteId } = input
  const isUsual = !staff && barberId && !barbershopId && serviceIds.length === 1 && !lastMinuteId
  const candidates = isUsual ? await listUsualCandidates(db, input, now) : await listAllCandidates(db, input, now)
  return candidates.map(({ details, ...candidate }) => {
    // The account was closed after its session was checked, or the profile was merged after it was found.
    if (!details) throw new ApiError(input.staff ? 'CUSTOMER_NOT_FOUND' : 'UNAUTHENTICATED')
    return { ...candidate, details: toSnapshot(details) }
  })
}

type Snapshot = SnapshotRow | null

const listAllCandidates = (db: Database, input: BookingInput, now: Date) =>
  listBarberCandidates<Snapshot>(db, input, snapshotColumn(input, now))

const usualTypes = {
  customerId: 'uuid',
  barberId: 'uuid',
  serviceIds: 'uuid[]',
  start: 'timestamptz',
  idempotencyKey: 'text',
  now: 'timestamptz',
} as const
type UsualParams = Pick<BookingInput, 'customerId' | 'barberId' | 'serviceIds' | 'start' | 'idempotencyKey'> & {
  now: Date
}
const usual = columnsOf<UsualParams & BookingInput>('input')

/** For several customers at once, each with one barber and one service. */
const selectUsualCandidates = prepareListQuery<UsualParams, CandidateRow<Snapshot>>(usualTypes, (list) => {
  const { customerId, barberId, serviceIds, start, idempotencyKey, now } = usual
  const input = { customerId, barberId, serviceIds, start, idempotencyKey } as BookingInput
  return sql`/* list booking candidates */ with ${list}
      select number, candidates.* from input
       cross join lateral (${selectBarberCandidates(input, snapshotColumn(input, now))}) candidates`
})

type UsualRequest = { input: BookingInput; now: Date }

async function runUsual(db: Database, requests: readonly UsualRequest[]): Promise<BarberCandidate<Snapshot>[][]> {
  const items = requests.map(({ input: { customerId, barberId, serviceIds, start, idempotencyKey }, now }) => {
    return { customerId, barberId, serviceIds, start, idempotencyKey, now }
  })
  const rows = await selectUsualCandidates(db, items)
  return requests.map(({ input }, index) => (rows[index] ?? []).map((row) => toCandidate(row, input.serviceIds)))
}

const batchUsual = batchStatements<UsualRequest, BarberCandidate<Snapshot>[]>({
  max: MAX_ITEMS,
  runTogether: runUsual,
  runAlone: async (db, request) => (await runUsual(db, [request]))[0] ?? [],
})

const listUsualCandidates = (db: Database, input: BookingInput, now: Date) => batchUsual(db, { input, now })

function snapshotColumn(input: BookingInput, now: Date) {
  const { start, barberId, staff, lastMinuteId } = input
  const isOfBarberUser = sql`barber_user_id = barbers.user_id`
  const day = sql`date_trunc('day', ${start}::timestamptz at time zone barbershops.time_zone)`
  const dayLoad = sql`
    select count(*) from appointments where ${isOfBarberUser} and starts_at >= ${day} at time zone barbershops.time_zone
       and starts_at < (${day} + interval '1 day') at time zone barbershops.time_zone and status not in ('HELD', 'CANCELLED')`
  return sql`
    select json_build_object(
      'customerName', ${staff ? sql`coalesce(customers.name, profile.name)` : sql`customers.name`},
      'customerPhone', ${staff ? sql`coalesce(customers.phone, ${nationalPhone(sql`profile.phone`)})` : sql`null`},
      'customerProfile', ${staff ? sql`json_build_object('id', profile.id, 'allergies', profile.allergies, 'notes', profile.notes)` : sql`null`},
      'isBlocked', ${staff ? sql`false` : isBlockedIn(sql`barbershops.id`, sql`customers.id`)},
      'isConfirmedAtOnce', ${staff ? sql`true` : isConfirmedAtOnce(sql`customers.id`)},
      'bookingTries', coalesce(customers.booking_tries, 0),
      'barberAvatarUrl', users.avatar_url, 'shopName', barbershops.name,
      'shopAddress', barbershops.address, 'shopPhone', barbershops.phone,
      'cancelNoticeMin', barbershops.cancel_notice_minutes, 'ownerId', barbershops.owner_id,
      'openInShop', (select count(*) from appointments where customer_id = customers.id and barbershop_id = barbershops.id
         and booked_by is null and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now} and ${isNotOfSeries}),
      'newToday', (select count(*) from appointments where customer_id = customers.id and status <> 'HELD'
         and booked_by is null and created_at >= date_trunc('day', ${now}::timestamptz, barbershops.time_zone) and ${isNotOfSeries}),
      'repeated', (${selectRepeatedBooking(input)}),
      'ownHold', (select json_build_object('id', id, 'userId', barber_user_id, 'barbershopId', barbershop_id,
           'startsAt', starts_at, 'endsAt', ends_at, 'heldUntil', held_until)
         from appointments where customer_id = customers.id and status = 'HELD'),
      'isTaken', exists (select from appointments where ${isOfBarberUser} and status in ('HELD', 'SCHEDULED', 'CONFIRMED')
         and (status <> 'HELD' or (held_until > ${now} and (customer_id is null or customer_id is distinct from customers.id)))
         and tstzrange(starts_at, busy_until) @> ${start}::timestamptz),
      'dayLoad', (${barberId ? sql`0` : dayLoad}),
      'lastMinute', ${lastMinuteId ? bookableLastMinute(barberId && lastMinuteId, start) : sql`null`})
      from ${bookingCustomer(input)}
       and not exists (select from account_deletions where user_id = customers.id)`
}

/** The dates of a standing appointment are no hoarding. Those that stay booked after its end count as any other. */
const isNotOfSeries = sql`not exists (
  select from series_dates join appointment_series on appointment_series.id = series_id
   where appointment_id = appointments.id and (appointment_series.status <> 'ENDED' or appointments.status = 'CANCELLED'))`

/** `customers` is the account, without columns for a customer without one. Staff reach customers of their barbershop only. */
function bookingCustomer({ customerId, staff }: BookingInput) {
  if (!staff) return sql`users customers where customers.id = ${customerId}`
  return sql`customer_profiles profile left join users customers on customers.id = profile.user_id
     where profile.id = ${staff.profileId} and profile.barbershop_id = barbershops.id
       and profile.user_id is not distinct from ${customerId}::uuid`
}

type SnapshotRow = Omit<BookingSnapshot, 'repeated' | 'ownHold'> & {
  repeated: RepeatedBookingRow | null
  ownHold: Record<keyof CustomerHold, string> | null
}

function toSnapshot({ repeated, ownHold, ...snapshot }: SnapshotRow): BookingSnapshot {
  const instants = ownHold && {
    startsAt: new Date(ownHold.startsAt),
    endsAt: new Date(ownHold.endsAt),
    heldUntil: new Date(ownHold.heldUntil),
  }
  return {
    ...snapshot,
    repeated: toRepeatedBooking(repeated),
    ownHold: ownHold && instants ? { ...ownHold, ...instants } : undefined,
  }
}

type RepeatedBookingRow = Omit<RepeatedBooking, 'startsAt'> & { startsAt: string }

function selectRepeatedBooking({
  customerId,
  staff,
  barberId,
  barbershopId,
  start,
  guestName,
  ...input
}: BookingInput) {
  const idempotencyKey = input.idempotencyKey ?? null
  const isOfCustomer = staff
    ? sql`(customer_id = ${customerId}::uuid or profile_id = ${staff.profileId}) and barbershop_id = ${barbershopId}`
    : sql`customer_id = ${customerId}`
  // With any barber, another guest at the same time is another booking.
  const isOfGuest = sql`${guestKey(sql`guest_name`)} = ${guestKey(sql`${guestName ?? null}::text`)}`
  const isRequestedBarber = barberId
    ? sql`barber_id = ${barberId}`
    : sql`barbershop_id = ${barbershopId} and ${isOfGuest}`
  return sql`
    select json_build_object('id', id, 'barberId', barber_id, 'barbershopId', barbershop_id, 'startsAt', starts_at,
           'guestName', guest_name, 'note', note,
           'serviceIds', coalesce((select json_agg(service_id order by position) from appointment_services where appointment_id = id),
             json_build_array(service_id)),
           'isSameKey', coalesce(idempotency_key = ${idempotencyKey}::text, false))
      from appointments
     where ${isOfCustomer} and (idempotency_key = ${idempotencyKey}::text
        or (${isRequestedBarber} and starts_at = ${start} and status in ('SCHEDULED', 'CONFIRMED')))
     order by idempotency_key is not distinct from ${idempotencyKey}::text desc limit 1`
}

function toRepeatedBooking(row: RepeatedBookingRow | null | undefined): RepeatedBooking | undefined {
  return row ? { ...row, startsAt: new Date(row.startsAt) } : undefined
}

export async function findRepeatedBooking(db: Database, input: BookingInput): Promise<RepeatedBooking | undefined> {
  const { rows } = await sql<{ repeated: RepeatedBookingRow | null }>`/* find repeated booking */
    select (${selectRepeatedBooking(input)}) as repeated`.execute(db)
  return toRepeatedBooking(rows[0]?.repeated)
}
