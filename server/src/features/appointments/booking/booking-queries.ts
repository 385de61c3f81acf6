import { ApiError } from '@na-regua/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { listOffers, type Offer, type OfferWish } from '../../availability/queries.ts'
import type { Visit } from '../../availability/rules.ts'
import { type EventRows, tellingCounts, tellingSteps } from '../../notifications/events/queries.ts'
import {
  type Booking,
  clearHolds,
  locks,
  type Repeated,
  type RepeatedRow,
  selectRepeated,
  toRepeated,
  type Wished,
} from '../queries.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from '../reading/queries.ts'

type Hold = { id: string; userId: string; barbershopId: string; startsAt: Date; endsAt: Date; heldUntil: Date }

/** What is decided upon besides the schedule, as one look found it. */
export type Known = {
  customerName: string
  /** How often the customer tried to take a slot: whoever decided upon an older look takes none. */
  tries: number
  shopName: string
  ownerId: string
  /** What the caps look at. */
  openInShop: number
  newToday: number
  repeated: Repeated | undefined
  ownHold: Hold | undefined
  /** Somebody else is in the chair at that instant. A hint: the constraint has the last word. */
  isTaken: boolean
  /** Appointments of the person in the chair on that day of the shop. */
  dayLoad: number
}

export type BookingOffer = Offer<Known>
/** A booking that was decided upon what is known. */
export type Decided = Booking & { known: Known }

type BookingWish = OfferWish & Wished

/** Everything that decides whether a wish can be booked: the chairs that it may mean, and what the customer already has. */
export async function listBookingOffers(db: Database, wish: BookingWish, now: Date): Promise<BookingOffer[]> {
  const offers = await listOffers<KnownRow | null>(db, wish, knownColumn(wish, now))
  return offers.map(({ known, ...offer }) => {
    // The account went between its session and here.
    if (!known) throw new ApiError('UNAUTHENTICATED')
    return { ...offer, known: toKnown(known) }
  })
}

function knownColumn({ customerId, start, barberId, ...wish }: BookingWish, now: Date) {
  const ofPerson = sql`barber_user_id = barbers.user_id`
  const day = sql`date_trunc('day', ${start}::timestamptz at time zone barbershops.time_zone)`
  const dayLoad = sql`
    select count(*) from appointments where ${ofPerson} and starts_at >= ${day} at time zone barbershops.time_zone
       and starts_at < (${day} + interval '1 day') at time zone barbershops.time_zone and status not in ('HELD', 'CANCELLED')`
  return sql`
    select json_build_object(
      'customerName', customers.name, 'tries', customers.booking_tries,
      'shopName', barbershops.name, 'ownerId', barbershops.owner_id,
      'openInShop', (select count(*) from appointments where customer_id = customers.id and barbershop_id = barbershops.id
         and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now}),
      'newToday', (select count(*) from appointments where customer_id = customers.id and status <> 'HELD'
         and created_at >= date_trunc('day', ${now}::timestamptz, barbershops.time_zone)),
      'repeated', (${selectRepeated({ customerId, start, barberId, ...wish })}),
      'ownHold', (select json_build_object('id', id, 'userId', barber_user_id, 'barbershopId', barbershop_id,
           'startsAt', starts_at, 'endsAt', ends_at, 'heldUntil', held_until)
         from appointments where customer_id = customers.id and status = 'HELD'),
      'isTaken', exists (select from appointments where ${ofPerson} and status in ('HELD', 'SCHEDULED', 'CONFIRMED')
         and (status <> 'HELD' or (held_until > ${now} and customer_id <> customers.id))
         and tstzrange(starts_at, busy_until) @> ${start}::timestamptz),
      'dayLoad', (${barberId ? sql`0` : dayLoad}))
      from users customers where customers.id = ${customerId}`
}

type Dated = 'startsAt' | 'endsAt' | 'heldUntil'
type KnownRow = Omit<Known, 'repeated' | 'ownHold'> & {
  repeated: RepeatedRow | null
  ownHold: (Omit<Hold, Dated> & Record<Dated, string>) | null
}

function toKnown({ repeated, ownHold, ...known }: KnownRow): Known {
  const instants = ownHold && {
    startsAt: new Date(ownHold.startsAt),
    endsAt: new Date(ownHold.endsAt),
    heldUntil: new Date(ownHold.heldUntil),
  }
  return {
    ...known,
    repeated: toRepeated(repeated),
    ownHold: ownHold && instants ? { ...ownHold, ...instants } : undefined,
  }
}

/** `taken`: the slot is somebody's. `outrun`: the customer tried something else meanwhile, so what is known is not true any more. */
export type Lost = 'taken' | 'outrun'

/** What makes a row of a slot an appointment or a hold. */
type Claim = { id: string; status: 'SCHEDULED' | 'HELD'; heldUntil?: Date; idempotencyKey?: string }

/**
 * One statement is the whole transaction: customer and chair are locked, the decision still stands, whatever may not stand in the
 * way is cleared (an expired hold there, the customer's own hold with that barber), and the slot is taken, or nothing.
 */
function claimSteps({ customerId, chair, visit, start, end, known }: Decided, claim: Claim, now: Date) {
  const room = { customerId, barberUserId: chair.userId, start, end, bufferMin: visit.bufferMin }
  return sql`
    locked as materialized (${locks(customerId, chair.userId)}),
    seat as materialized (select id from barbers
      where id = ${chair.barberId} and removed_at is null and (select count(*) from locked) > 0 for share),
    current as (update users set booking_tries = booking_tries + 1
      where id = ${customerId} and booking_tries = ${known.tries} and (select count(*) from seat) >= 0 returning id),
    cleared as (${clearHolds(room, now)} and exists (select from current) returning 1),
    taken as (
      insert into appointments (id, barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min,
                                buffer_min, price_cents, starts_at, ends_at, status, held_until, idempotency_key, requested_at, created_at, updated_at)
      select ${claim.id}::uuid, ${chair.barbershopId}::uuid, seat.id, ${chair.userId}::uuid, current.id, ${visit.services[0]?.id}::uuid,
             ${visit.name}::text, ${visit.durationMin}::int, ${visit.bufferMin}::int, ${visit.priceCents}::int, ${start}::timestamptz,
             ${end}::timestamptz, ${claim.status}::text, ${claim.heldUntil ?? null}::timestamptz, ${claim.idempotencyKey ?? null}::text,
             ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from current, seat, (select count(*) from cleared) as cleared_first
      on conflict do nothing returning *
    )`
}

/** What several services leave behind: a row for each. One service is the appointment's own. */
function partsStep({ services }: Visit) {
  if (services.length === 1) return sql``
  return sql`, parts as (
    insert into appointment_services (appointment_id, position, service_id, name, duration_min, price_cents)
    select taken.id, place - 1, part."id", part."name", part."durationMin", part."priceCents"
      from taken, rows from (json_to_recordset(${JSON.stringify(services)}::json)
        as ("id" uuid, "name" text, "durationMin" int, "priceCents" int)) with ordinality
        as part("id", "name", "durationMin", "priceCents", place)
  )`
}

type NewAppointment = { id: string; idempotencyKey: string | undefined; tidings: EventRows<'send-appointment-letter'> }

/** The appointment, and whoever is told of it. */
export async function insertAppointment(db: Database, booking: Decided, wish: NewAppointment, now: Date) {
  const { id, idempotencyKey, tidings } = wish
  const steps = sql`${claimSteps(booking, { id, status: 'SCHEDULED', idempotencyKey }, now)} ${partsStep(booking.visit)},
    ${tellingSteps(tidings, now, sql`exists (select from taken)`)}`
  const columns = sql`${appointmentColumns('customer')}, ${tellingCounts}`
  const claimed = await execute<AppointmentRow & { heard: number; queued: number }>(
    db,
    'insert appointment',
    steps,
    columns,
  )
  if (typeof claimed === 'string') return claimed
  const { heard: _, queued: __, ...made } = claimed.made
  // The statement does not see the parts that it wrote itself.
  const services = booking.visit.services.map(({ bufferMin: ___, ...service }) => service)
  return toAppointment({ ...made, services })
}

type NewHold = { id: string; heldUntil: Date }

export async function insertHold(db: Database, booking: Decided, hold: NewHold, now: Date): Promise<NewHold | Lost> {
  const steps = claimSteps(booking, { ...hold, status: 'HELD' }, now)
  const claimed = await execute(db, 'insert hold', steps, sql`taken.id`)
  return typeof claimed === 'string' ? claimed : hold
}

/** Runs the steps; what `columns` tell of the row that was taken, or why none was. */
async function execute<R>(
  db: Database,
  name: string,
  steps: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): Promise<{ made: R } | Lost> {
  const { rows } = await sql<R & { id: string | null }>`${sql.raw(`/* ${name} */`)}
    with ${steps}
    select made.* from current left join (select ${columns} from taken ${appointmentJoins}) as made on true`.execute(db)
  const [row] = rows
  if (!row) return 'outrun'
  return row.id === null ? 'taken' : { made: row }
}
