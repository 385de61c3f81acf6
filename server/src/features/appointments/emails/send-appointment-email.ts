import { confirmationDeadline } from '@na-regua/contract/confirmation'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { type Holdable, holdEmail } from '../../notifications/held-emails/queries.ts'
import { isTopicEnabled } from '../../notifications/queries.ts'
import { getUnsubscribeUrl } from '../../notifications/unsubscribe/queries.ts'
import type { AlternativeTime, AppointmentEventKind, ParticipantSide } from '../rules.ts'
import { appointmentDedupeKey } from '../rules.ts'
import { type AppointmentEmailDetails, findAppointmentEmailDetails } from './queries.ts'
import { renderAppointmentEmail } from './render-appointment-email.ts'

type AppointmentEmailPayload = Holdable & {
  appointmentId: string
  userId: string
  /** Of a barber's e-mail: who gets it while the barber has no account. */
  ownerId?: string
  side: ParticipantSide
  kind: AppointmentEventKind
  version: number
  /** The start and the barber before it was rescheduled or moved, which the row no longer has. */
  previousStart?: string
  previousBarberName?: string
  alternative?: AlternativeTime
  /** Of the receipt of a group: the others of it. */
  together?: readonly { id: string; version: number }[]
}

type AppointmentEmailDeps = { db: Database; mail: Mailer; site: string }

/**
 * Skips stale versions, because another e-mail reports the newer state, and users who disabled this topic. No other e-mail reports
 * to the barber who had the appointment that another one has it now, whatever happens to it then. The receipt of a group is of those that
 * have not changed yet.
 */
async function sendAppointmentEmail(
  { db, mail, site }: AppointmentEmailDeps,
  payload: AppointmentEmailPayload,
): Promise<void> {
  const [details, ...together] = await listCurrent(db, payload)
  if (!details) return
  const { userId } = details
  if (!(await isTopicEnabled(db, { userId, topic: 'appointments', channel: 'email' }))) return
  const email = renderAppointmentEmail(
    details,
    {
      ...payload,
      together,
      side: userId === payload.ownerId ? 'owner' : payload.side,
      previousStart: payload.previousStart ? new Date(payload.previousStart) : undefined,
      unsubscribeUrl: await getUnsubscribeUrl(db, { userId, topic: 'appointments', site }),
      confirmBy: details.status === 'SCHEDULED' ? confirmationDeadline(details) : undefined,
    },
    site,
  )
  if (!email) return
  const { appointmentId, kind, version } = payload
  const dedupeKey = appointmentDedupeKey(appointmentId, kind, version)
  if (await holdEmail(db, { userId, dedupeKey, topic: 'appointments' }, { job: sendAppointmentEmailJob, payload }))
    return
  await mail.send(details.email, email)
}

async function listCurrent(db: Database, payload: AppointmentEmailPayload): Promise<AppointmentEmailDetails[]> {
  const { appointmentId, version, together = [], kind } = payload
  const found = await Promise.all(
    [{ id: appointmentId, version }, ...together].map(async (sent) => {
      const details = await findAppointmentEmailDetails(db, {
        ...payload,
        appointmentId: sent.id,
        version: sent.version,
      })
      const isCurrent = details?.version === sent.version || (kind === 'handedOver' && details?.isWithOther)
      return isCurrent ? details : undefined
    }),
  )
  return found.filter((details) => details !== undefined)
}

export const sendAppointmentEmailJob = defineJob('send-appointment-email', { run: sendAppointmentEmail })
