import { ApiError } from '@na-regua/contract/errors'
import type { RemindedAppointment } from '@na-regua/contract/reminder-reply'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { changeStatus } from '../status/change-status.ts'
import { whatMay } from '../status/rules.ts'
import { findLinked, getLinkSecret, type Linked, setPresence } from './queries.ts'
import { findLinkRefusal, isSealed, openLink } from './rules.ts'

type Own = Linked & { customerId: string }

/** Throws LINK_INVALID for what we never signed, and why a link that we did sign is over. */
async function getLinkedFor(db: Database, token: string, now: Date): Promise<Own> {
  const link = openLink(token)
  const found = link && (await findLinked(db, link.id))
  if (!link || !found?.customerId) throw new ApiError('LINK_INVALID')
  const own: Own = { ...found, customerId: found.customerId }
  const subject = { id: own.id, version: link.version, customerId: own.customerId }
  if (!isSealed(await getLinkSecret(db), subject, link.mac)) throw new ApiError('LINK_INVALID')
  const refusal = findLinkRefusal(own, link.version, now)
  if (refusal) throw new ApiError(refusal)
  return own
}

export async function readReminder(db: Database, token: string, now: Date): Promise<RemindedAppointment> {
  return show(await getLinkedFor(db, token, now), now)
}

function show(linked: Linked, now: Date): RemindedAppointment {
  const { startsAt, endsAt, barbershop } = linked
  const standing = { ...linked, cancelNoticeMin: barbershop.cancelNoticeMin }
  return {
    ...linked,
    startTime: startsAt.toISOString(),
    endTime: endsAt.toISOString(),
    canCancel: whatMay('customer', 'cancel', standing, now) === 'ok',
  }
}

/** The customer comes. Said again it is told to nobody twice. */
export async function confirmPresence(db: DatabasePool, token: string, now: Date): Promise<RemindedAppointment> {
  const linked = await getLinkedFor(db, token, now)
  if (linked.status === 'CANCELLED')
    throw new ApiError('STATE_CHANGED', {}, 'Este agendamento foi cancelado. Agende outro horário.')
  await db.transaction().execute(async (tx) => {
    if (await setPresence(tx, linked, now)) await tellBarber(tx, linked, now)
  })
  return readReminder(db, token, now)
}

async function tellBarber(tx: Database, linked: Own, now: Date): Promise<void> {
  const { id, version, customerId, customerName, barberUserId, ownerId, serviceName, startsAt, timeZone } = linked
  const notification = {
    userId: barberUserId,
    type: 'presence_confirmed',
    topic: 'appointments',
    fact: `appointment:${id}:presence:${version}`,
    title: 'Presença confirmada',
    message: `${customerName} confirmou que vem: ${serviceName}, ${formatInstant(startsAt, timeZone)}.`,
    path: '/barber/appointments',
  } as const
  const userIds = [...new Set([customerId, barberUserId, ownerId])]
  await publishEvent(tx, { notifications: [notification], changed: { userIds, topic: 'appointments' }, jobs: [] }, now)
}

type Cancellation = { token: string; reason: string | undefined; now: Date }

/** Through the same machine as in the account, and only what the link was written about. What is cancelled already stays so. */
export async function cancelByReminder(db: DatabasePool, { token, reason, now }: Cancellation) {
  const { id, version, status, customerId } = await getLinkedFor(db, token, now)
  const wish = { id, version, userId: customerId, action: 'cancel', reason, now } as const
  if (status !== 'CANCELLED') await changeStatus(db, wish)
  return readReminder(db, token, now)
}
