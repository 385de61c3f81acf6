import type { Database } from '../../../lib/database.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { isWanted } from '../../notifications/queries.ts'
import { getUnsubscribeUrl } from '../../notifications/unsubscribe/queries.ts'
import { answerDeadline } from '../status/rules.ts'
import { findLetter } from './queries.ts'
import type { NewsKind, Side } from './rules.ts'
import { writeAppointmentLetter } from './write-appointment-letter.ts'

type Payload = {
  appointmentId: string
  userId: string
  side: Side
  kind: NewsKind
  version: number
  /** Where a moved appointment stood before; the row does not remember it. */
  previousStart?: string
}

declare module '../../../lib/jobs.ts' {
  interface JobPayloads {
    'send-appointment-letter': Payload
  }
}

type Deps = { db: Database; mail: Mailer; site: string }

/** Silent when the appointment moved on: another letter tells the newer state. Silent when the person wants no such letters. */
export async function sendAppointmentEmail({ db, mail, site }: Deps, payload: Payload): Promise<void> {
  const facts = await findLetter(db, payload)
  if (!facts || facts.version !== payload.version) return
  if (!(await isWanted(db, { userId: payload.userId, topic: 'appointments', channel: 'email' }))) return
  const letter = writeAppointmentLetter(
    facts,
    {
      ...payload,
      previousStart: payload.previousStart ? new Date(payload.previousStart) : undefined,
      unsubscribeUrl: await getUnsubscribeUrl(db, { userId: payload.userId, topic: 'appointments', site }),
      answerBy: facts.status === 'SCHEDULED' ? answerDeadline(facts) : undefined,
    },
    site,
  )
  if (letter) await mail.send(facts.email, letter)
}
