import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { greet, renderEmail } from '../../../lib/email.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { verifiedName } from '../../accounts/queries.ts'
import { type Holdable, holdEmail } from '../../notifications/held-emails/queries.ts'
import { isTopicEnabled } from '../../notifications/queries.ts'
import { getUnsubscribeUrl } from '../../notifications/unsubscribe/queries.ts'
import { nameForSide } from '../rules.ts'

/** `dedupeKey` is that of the customer's notification; the owner has none. */
type DigestPayload = Holdable & {
  userId: string
  side: 'customer' | 'owner'
  appointmentIds: readonly string[]
  dedupeKey?: string
}

type DigestRow = {
  startsAt: Date
  timeZone: string
  serviceName: string
  customerName: string
  guestName: string | null
  barberName: string
  shopName: string
  shopId: string
  reason: string | null
  isCancelled: boolean
}

/** Those of the appointments that are cancelled, or still to come, by their start. */
async function listChanged(db: Database, ids: readonly string[]): Promise<DigestRow[]> {
  const { rows } = await sql<DigestRow>`/* list changed for digest */
    select starts_at as "startsAt", time_zone as "timeZone", service_name as "serviceName", guest_name as "guestName",
           coalesce(${verifiedName('customers')}, appointments.customer_name, 'Cliente') as "customerName",
           coalesce(${verifiedName('users')}, 'Barbeiro') as "barberName", barbershops.name as "shopName",
           barbershops.id as "shopId", cancel_reason as reason, appointments.status = 'CANCELLED' as "isCancelled"
      from appointments join users on users.id = barber_user_id join barbershops on barbershops.id = appointments.barbershop_id
      left join users customers on customers.id = customer_id
     where appointments.id = any(${ids}::uuid[]) and status in ('SCHEDULED', 'CONFIRMED', 'CANCELLED') order by starts_at, appointments.id`.execute(
    db,
  )
  return rows
}

type DigestDeps = { db: Database; mail: Mailer; site: string }

/** One email about appointments that were cancelled or given to other barbers together, instead of one about each. */
async function sendCancellationDigest({ db, mail, site }: DigestDeps, payload: DigestPayload): Promise<void> {
  const { userId, side, appointmentIds, dedupeKey } = payload
  const user = await db
    .selectFrom('users')
    .select(['email', verifiedName('users').as('name')])
    .where('id', '=', userId)
    .executeTakeFirst()
  const rows = await listChanged(db, appointmentIds)
  const [first] = rows
  if (!user || !first) return
  if (!(await isTopicEnabled(db, { userId, topic: 'appointments', channel: 'email' }))) return
  const held =
    dedupeKey &&
    (await holdEmail(db, { userId, dedupeKey, topic: 'appointments' }, { job: sendCancellationDigestJob, payload }))
  if (held) return
  const areCancelled = rows.every(({ isCancelled }) => isCancelled)
  const isCustomer = side === 'customer'
  await mail.send(
    String(user.email),
    renderEmail({
      subject: `${describeCount(rows.length, areCancelled)}: ${first.shopName}`,
      greeting: greet(user.name),
      paragraphs: [
        isCustomer
          ? describeToCustomer(first, areCancelled)
          : `Estes horários de ${first.barberName} foram cancelados, e os clientes que têm conta foram avisados.`,
      ],
      details: rows.map((row) => describeRow(row, side, areCancelled)),
      action: isCustomer
        ? { label: 'Escolher outro horário', url: `${site}/barbershop/${first.shopId}` }
        : { label: 'Ver na agenda', url: `${site}/admin/appointments` },
      unsubscribeUrl: await getUnsubscribeUrl(db, { userId, topic: 'appointments', site }),
    }),
  )
}

function describeCount(count: number, areCancelled: boolean): string {
  if (count === 1) return areCancelled ? '1 horário cancelado' : '1 horário mudou'
  return areCancelled ? `${count} horários cancelados` : `${count} horários mudaram`
}

function describeToCustomer({ shopName, reason }: DigestRow, areCancelled: boolean): string {
  if (!areCancelled) return `A ${shopName} mudou os seus horários abaixo.`
  const why = reason ? ` Motivo: ${reason}` : ''
  return `A ${shopName} cancelou os seus horários abaixo.${why} Escolha outros quando puder.`
}

function describeRow(row: DigestRow, side: DigestPayload['side'], areCancelled: boolean): [string, string] {
  const { serviceName, customerName } = nameForSide(side === 'customer' ? 'customer' : 'barber', row)
  const isChanged = !areCancelled && !row.isCancelled
  const isMixed = !areCancelled && row.isCancelled
  const text =
    side === 'customer'
      ? `${serviceName} ${isChanged ? 'agora com' : 'com'} ${row.barberName}${isMixed ? ': cancelado' : ''}`
      : `${customerName}: ${serviceName}`
  return [formatInstant(row.startsAt, row.timeZone), text]
}

export const sendCancellationDigestJob = defineJob('send-cancellation-digest', { run: sendCancellationDigest })
