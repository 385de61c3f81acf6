import { ApiError } from '@na-regua/contract/errors'
import type { Visit, VisitClosing } from '@na-regua/contract/visits'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { recordEvent } from '../../lib/events.ts'
import { addJob } from '../../lib/jobs.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { changeStatusIn, getAppointmentRecordFor } from '../appointments/status/change-status.ts'
import type { AppointmentRecord } from '../appointments/status/queries.ts'
import { getUsualRegister } from '../cash/queries.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { getBalance, lockBalance } from '../ledger/queries.ts'
import { type DescribedVisit, describeVisit } from './describe-visit.ts'
import { getVisit, listStoredVisits, lockVisits, writeVisit } from './queries.ts'
import { sendReceiptJob } from './receipt/send-receipt.ts'
import {
  checkDebt,
  checkOpen,
  debtChange,
  isRepeatedClosing,
  readLines,
  readPayments,
  type TakenPayment,
  totalOf,
  visitPostings,
} from './rules.ts'

type CloseRequest = {
  id: string
  userId: string
  closing: VisitClosing
  /** The version of the appointment that the caller saw, where a device without network closes it. */
  appointmentVersion?: number
  /** When the caller closed it: earlier than the request if there was no network. */
  actedAt?: Date
  /** Called last in the transaction, with the appointment as it is left. What it throws undoes the closing. */
  record?: (tx: Database, appointment: { id: string; version: number } | undefined) => Promise<void>
  now: Date
}

/**
 * Closes a visit, which may not have been opened before: the appointment is completed, and what was paid is in the book, in one
 * transaction; who listens to `visits.closed` adds commission, stock and fees to it. Repeated with the same payments it returns the same
 * visit.
 */
export async function closeVisit(db: DatabasePool, request: CloseRequest): Promise<Visit> {
  const { userId, closing } = request
  const id = request.id.toLowerCase()
  const lines = readLines(closing.lines)
  const totalCents = totalOf(lines)
  const payments = readPayments(closing.payments, totalCents)
  // Before it is described: the completion finds it with this version, or refuses.
  const appointment = closing.appointmentId
    ? await getAppointmentRecordFor(db, closing.appointmentId.toLowerCase(), userId)
    : undefined
  const described = await describeVisit(db, { draft: closing, lines, userId })
  const { barbershopId } = described
  const usesUsual = payments.some(({ method, registerId }) => method === 'cash' && registerId === undefined)
  const usualRegisterId = usesUsual ? await getUsualRegister(db, barbershopId) : undefined

  await db.transaction().execute(async (tx) => {
    await lockVisits(tx, barbershopId)
    const stored = await listStoredVisits(tx, { id, appointmentId: appointment?.id })
    if (isRepeatedClosing(stored, { id, barbershopId, lines, payments })) return
    const open = checkOpen(stored, { id, barbershopId, appointmentId: appointment?.id, version: closing.version })
    const at = request.actedAt ?? request.now
    if (appointment && at < beginOf(appointment)) throw new ApiError('NOT_STARTED')
    const completed = appointment && (await completeAppointment(tx, appointment, request))
    const visit = {
      id,
      barbershopId,
      day: toLocal(toEpochMinute(at), described.timeZone).date,
      appointmentId: appointment?.id,
      barberId: described.barberId,
      profileId: described.profileId,
      customerName: described.customerName,
      userId,
      at,
      lines: described.lines,
      closing: { totalCents, payments, usualRegisterId },
      version: open?.version,
    }
    if (!(await writeVisit(tx, visit))) throw new ApiError('VISIT_CHANGED')
    await checkDebtOf(tx, described, payments)
    const { profileId } = described
    await postTransaction(
      tx,
      {
        id,
        barbershopId,
        kind: 'visit',
        sourceId: id,
        occurredAt: at,
        actorId: userId,
        postings: visitPostings({ lines, payments, usualRegisterId, profileId }),
      },
      request.now,
    )
    await recordEvent(tx, { name: 'visits.closed', visitId: id, barbershopId, actorId: userId, at: request.now })
    if (profileId) await addJob(tx, sendReceiptJob, { visitId: id }, { key: `visit-receipt:${id}` })
    await request.record?.(tx, completed)
  })

  return getVisit(db, id, userId)
}

/** No money is taken before it: a device that states an earlier day would choose the commission plan and the tier of the month. */
const beginOf = ({ startsAt, servingFrom }: AppointmentRecord) =>
  servingFrom && servingFrom < startsAt ? servingFrom : startsAt

/** An appointment that is completed already stays so: the money may be taken later. */
async function completeAppointment(tx: Database, seen: AppointmentRecord, request: CloseRequest) {
  const { userId, appointmentVersion, actedAt, now } = request
  const { version } = await changeStatusIn(tx, seen, {
    id: seen.id,
    userId,
    action: 'complete',
    version: appointmentVersion ?? seen.version,
    now,
    ...(actedAt && { actedAt }),
  })
  return { id: seen.id, version }
}

/** The debt is read under the lock of its account, so that two devices do not lend the rest of one limit. */
async function checkDebtOf(tx: Database, described: DescribedVisit, payments: readonly TakenPayment[]): Promise<void> {
  const change = debtChange(described.lines, payments)
  if (change.borrowedCents === 0 && change.repaidCents === 0) return
  const { barbershopId, profileId, debtLimitCents } = described
  if (!profileId) throw new ApiError('CUSTOMER_NOT_FOUND', {}, 'Fiado é só para um cliente cadastrado.')
  const account = { barbershopId, kind: 'debt', ownerId: profileId } as const
  await lockBalance(tx, account)
  checkDebt(change, { owedCents: await getBalance(tx, account), limitCents: debtLimitCents })
}
