import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import { isStaffOf } from '../../appointments/serving/queries.ts'
import { type AppointmentRecord, matchesExpected } from '../../appointments/status/queries.ts'
import { listBarberCandidates } from '../../availability/candidates/queries.ts'
import { loadBusyIntervals } from '../../availability/queries.ts'
import { extendByBuffer } from '../../availability/rules.ts'
import { isAtWork } from '../../staff/schedule/rules.ts'
import { deleteHoldsInTheWay, replaceBookedServices } from '../queries.ts'
import { hasConflict, isLeaving, resetTaps, worksIn } from '../reschedule/queries.ts'
import { describeServices, type EditedTerms, isOpenStatus, type VisitTerms } from './rules.ts'

/** Needs `appointments` in the FROM clause. One service is stored in the appointment itself. */
export const bookedServices = sql`coalesce(
  (select json_agg(json_build_object('id', service_id, 'name', name, 'durationMin', duration_min, 'priceCents', price_cents)
            order by position) from appointment_services where appointment_id = appointments.id),
  json_build_array(json_build_object('id', appointments.service_id, 'name', appointments.service_name,
    'durationMin', appointments.duration_min, 'priceCents', appointments.price_cents)))`

export async function getTerms(db: Database, id: string): Promise<VisitTerms> {
  const { rows } = await sql<VisitTerms>`/* get terms of appointment */
    select json_build_object('barberId', barber_id, 'userId', barber_user_id, 'barberName', users.name) as barber,
           ${bookedServices} as services, duration_min as "durationMin", buffer_min as "bufferMin", price_cents as "priceCents"
      from appointments join users on users.id = barber_user_id where appointments.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('APPOINTMENT_NOT_FOUND')
  return rows[0]
}

type TermsChange = {
  terms: VisitTerms
  /** Recorded with what the appointment was before, so that they can undo it. */
  editedBy?: string
  priceReason?: string | null
}

/**
 * A compare-and-set of what the appointment is for. False: the time is taken, or the appointment has changed. The caller has locked what
 * the time is decided by (`lockAppointmentToMove`), as `updateSlot` says.
 */
export async function updateTerms(
  tx: Database,
  record: AppointmentRecord,
  { terms, editedBy, priceReason = null }: TermsChange,
  now: Date,
): Promise<boolean> {
  const { id, startsAt: start, customerId } = record
  const { barber, services, durationMin, bufferMin, priceCents } = terms
  const end = new Date(start.getTime() + durationMin * 60_000)
  const isOpen = isOpenStatus(record.status)
  const time = { customerId, barberUserId: barber.userId, start, end, bufferMin }
  const deletedHolds = isOpen ? await deleteHoldsInTheWay(tx, time, now) : []
  const isFree = sql`not (${hasConflict({ id, customerId, bufferMin }, { start, end, barber }, now)}) and not ${isLeaving(record, { barber })}`
  const { rows } = await sql`/* update terms */
    with updated_appointment as (
      update appointments
         set barber_id = ${barber.barberId}, barber_user_id = ${barber.userId}, service_id = ${services[0]?.id ?? null},
             service_name = ${describeServices(services)}, duration_min = ${durationMin}, buffer_min = ${bufferMin},
             price_cents = ${priceCents}, ends_at = ${end}, ${resetTaps({ start, barber })} ${resetDelay(record, terms)}
             version = version + 1, updated_at = ${now}
       where ${matchesExpected(record)} and ${isOpen ? isFree : sql`true`}
      returning id)
    ${editedBy ? recordEdit(id, { editedBy, priceCents, priceReason, now }) : sql``}
    select id from updated_appointment`.execute(tx)
  const isUpdated = rows.length === 1
  if (isUpdated) {
    await replaceBookedServices(tx, id, services)
    const to = { barberId: barber.barberId, startsAt: start, endsAt: end, bufferMin }
    if (isOpen) await recordEvent(tx, { name: 'appointments.moved', moves: [{ from: record, to }], at: now })
  }
  await recordEvent(tx, { name: 'holds.deleted', ids: deletedHolds, at: now })
  return isUpdated
}

/** What the customer was notified of is a delay of the barber whom the appointment had. */
function resetDelay({ barberId }: AppointmentRecord, { barber }: VisitTerms) {
  if (barber.barberId === barberId) return sql``
  return sql`told_delay_min = null, told_delay_at = null, delay_reply = null,`
}

/** A step after `updated_appointment`, which reads the appointment as it was before. */
function recordEdit(
  id: string,
  {
    editedBy,
    priceCents,
    priceReason,
    now,
  }: { editedBy: string; priceCents: number; priceReason: string | null; now: Date },
) {
  return sql`, recorded_edit as (
      insert into appointment_edits (appointment_id, version, from_barber_id, from_services, from_duration_min, from_buffer_min,
                                     from_price_cents, price_cents, price_reason, edited_by, edited_at)
      select id, version + 1, barber_id, ${bookedServices}, duration_min, buffer_min,
             price_cents, ${priceCents}, ${priceReason}, ${editedBy}::uuid, ${now}::timestamptz
        from appointments where id = ${id} and exists (select from updated_appointment))`
}

/** An edit with the terms that the appointment had before it. */
type AppointmentEdit = { editedAt: Date; undoneAt: Date | null; terms: Omit<VisitTerms, 'barber'> } & {
  /** Null after the barber left or the barbershop was deactivated. */
  barber: VisitTerms['barber'] | null
}

/** An edit that this user made, who still works in the barbershop. A service that was removed since has no id. */
export async function findOwnEdit(
  db: Database,
  { id, version, userId }: { id: string; version: number; userId: string },
): Promise<AppointmentEdit | undefined> {
  const { rows } = await sql<AppointmentEdit>`/* find own edit */
    select edited_at as "editedAt", undone_at as "undoneAt",
           json_build_object('durationMin', from_duration_min, 'bufferMin', from_buffer_min, 'priceCents', from_price_cents, 'services', (
             select json_agg(json_build_object('id', services.id, 'name', former.value->'name',
                             'durationMin', former.value->'durationMin', 'priceCents', former.value->'priceCents') order by former.number)
               from jsonb_array_elements(from_services) with ordinality as former(value, number)
               left join services on services.id = (former.value->>'id')::uuid)) as terms,
           (select json_build_object('barberId', barbers.id, 'userId', user_id, 'barberName', users.name)
              from barbers join users on users.id = user_id join barbershops on barbershops.id = barbershop_id
             where barbers.id = from_barber_id and removed_at is null and is_active) as barber
      from appointment_edits join appointments on appointments.id = appointment_id
     where appointment_id = ${id} and appointment_edits.version = ${version} and edited_by = ${userId}
       and ${worksIn(userId)}`.execute(db)
  return rows[0]
}

/** A compare-and-set. False: it has been undone, or the user no longer works in the barbershop. */
export async function markEditUndone(
  tx: Database,
  { id, version }: AppointmentRecord,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* mark edit undone */
    update appointment_edits set undone_at = ${now} from appointments
     where appointment_id = ${id} and appointment_edits.version = ${version} and undone_at is null
       and appointments.id = appointment_id and ${worksIn(userId)}`.execute(tx)
  return numAffectedRows === 1n
}

type BlockedTime = { barberUserId: string; start: Date; end: Date }

/** What the barber has in that time first. Without a name where it is a hold, or a customer of another barbershop. */
export async function findBlocking(
  db: Database,
  { id, barbershopId }: AppointmentRecord,
  { barberUserId, start, end }: BlockedTime,
): Promise<{ startsAt: Date; name: string | null } | undefined> {
  const { rows } = await sql<{ startsAt: Date; name: string | null }>`/* find blocking appointment */
    select starts_at as "startsAt", case when barbershop_id = ${barbershopId} and status <> 'HELD' then
             coalesce(appointments.guest_name, customers.name, appointments.customer_name, 'Cliente') end as name
      from appointments left join users customers on customers.id = appointments.customer_id
     where barber_user_id = ${barberUserId} and appointments.id <> ${id} and status in ('HELD', 'SCHEDULED', 'CONFIRMED')
       and tstzrange(starts_at, busy_until) && tstzrange(${start}, ${end}) order by starts_at limit 1`.execute(db)
  return rows[0]
}

/** The colleagues who provide the services, are at work and free for so long. */
export async function listFreeColleagues(
  db: Database,
  { barbershopId, startsAt: start, barberUserId }: AppointmentRecord,
  { services, durationMin, bufferMin, barber }: EditedTerms,
  now: Date,
): Promise<{ id: string; name: string }[]> {
  const serviceIds = services.flatMap(({ id }) => id ?? [])
  const candidates = await listBarberCandidates(db, { barberId: undefined, barbershopId, serviceIds, start })
  const barbers = candidates
    .filter(({ selected }) => selected !== undefined || serviceIds.length === 0)
    .map((candidate) => candidate.barber)
    .filter(({ userId }) => userId !== barber.userId && userId !== barberUserId)
  const from = toEpochMinute(start)
  const busyOf = await loadBusyIntervals(db, barbers, { from: from - 1440, to: from + 1440, now })
  return barbers.flatMap((colleague) => {
    const blocked = extendByBuffer(busyOf(colleague), bufferMin)
    if (!isAtWork(colleague, colleague.timeZone, blocked, [from, from + durationMin])) return []
    return [{ id: colleague.barberId, name: colleague.barberName }]
  })
}

/** A compare-and-set of the note alone. False: it is another one by now, or the user is no longer staff of the appointment. */
export async function updateStaffNote(
  db: Database,
  { id }: AppointmentRecord,
  { userId, before, staffNote }: { userId: string; before: string; staffNote: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* update staff note */
    update appointments set staff_note = nullif(${staffNote}, '')
     where id = ${id} and coalesce(staff_note, '') = ${before} and status <> 'HELD'
       and ${isStaffOf(userId)}`.execute(db)
  return numAffectedRows === 1n
}
