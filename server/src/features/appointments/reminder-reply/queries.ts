import type { RemindedAppointment } from '@na-regua/contract/reminder-reply'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { type LinkSubject, sealLink } from './rules.ts'

const SECRET = 'reminder-link'

export function getLinkSecret(db: Database): Promise<string> {
  return getSecret(db, SECRET)
}

/** For letters and messages: `${site}/agendamento/${token}`. */
export async function signLink(db: Database, subject: LinkSubject): Promise<string> {
  return sealLink(await getLinkSecret(db), subject)
}

/** The appointment behind a link, with everybody who hears of an answer. */
export type Linked = Omit<RemindedAppointment, 'startTime' | 'endTime' | 'canCancel'> & {
  id: string
  version: number
  startsAt: Date
  endsAt: Date
  cancelledBy: string | null
  customerId: string | null
  customerName: string
  barberUserId: string
  ownerId: string
}

export async function findLinked(db: Database, id: string): Promise<Linked | undefined> {
  const { rows } = await sql<Linked>`/* find linked */
    select taken.id, taken.version, taken.status, taken.starts_at as "startsAt", taken.ends_at as "endsAt",
           taken.cancelled_by as "cancelledBy", taken.customer_id as "customerId",
           coalesce(customers.name, 'Cliente') as "customerName", taken.barber_user_id as "barberUserId",
           barbershops.owner_id as "ownerId", barbershops.time_zone as "timeZone", taken.service_name as "serviceName",
           taken.price_cents as "priceCents", users.name as "barberName",
           taken.presence_confirmed_at is not null as "isPresenceConfirmed",
           json_build_object('id', barbershops.id, 'name', barbershops.name, 'address', barbershops.address,
             'phone', barbershops.phone, 'cancelNoticeMin', barbershops.cancel_notice_minutes) as barbershop
      from appointments taken join users on users.id = taken.barber_user_id
      join barbershops on barbershops.id = taken.barbershop_id left join users customers on customers.id = taken.customer_id
     where taken.id = ${id} and taken.status <> 'HELD'`.execute(db)
  return rows[0]
}

/** True for the first one who says so, while it stands as the link says. */
export async function setPresence(tx: Database, { id, version }: LinkSubject, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`/* set presence */
    update appointments set presence_confirmed_at = ${now}
     where id = ${id} and version = ${version} and status = 'CONFIRMED' and presence_confirmed_at is null`.execute(tx)
  return numAffectedRows === 1n
}
