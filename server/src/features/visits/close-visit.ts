import { ApiError } from '@na-regua/contract/errors'
import type { Visit, VisitClosing } from '@na-regua/contract/visits'
import type { Database, DatabasePool, RecordChange } from '../../lib/database.ts'
import { recordEvent } from '../../lib/events.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { changeStatusIn, getAppointmentRecordFor } from '../appointments/status/change-status.ts'
import type { AppointmentRecord } from '../appointments/status/queries.ts'
import { getUsualRegister } from '../cash/queries.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { getBalance, lockBalance } from '../ledger/queries.ts'
import { type DescribedVisit, describeVisit } from './describe-visit.ts'
import { getVisit, listStoredVisits, lockVisits, type StoredVisit, writeVisit } from './queries.ts'
import {
  checkDebt,
  debtChange,
  type Line,
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
  record?: RecordChange
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
  const described = await describeVisit(db, { draft: closing, lines, userId })
  const { barbershopId } = described
  const usesUsual = payments.some(({ method, registerId }) => method === 'cash' && registerId === undefined)
  const usualRegisterId = usesUsual ? await getUsualRegister(db, barbershopId) : undefined
  const appointment = closing.appointmentId
    ? await getAppointmentRecordFor(db, closing.appointmentId.toLowerCase(), userId)
    : undefined

  await db.transaction().execute(async (tx) => {
    await lockVisits(tx, barbershopId)
    const stored = await listStoredVisits(tx, { id, appointmentId: appointment?.id })
    if (isRepeated(stored, { id, barbershopId, payments, totalCents })) return
    const open = checkOpen(stored, { id, barbershopId, appointmentId: appointment?.id, version: closing.version })
    if (appointment) await completeAppointment(tx, appointment, request)
    const at = request.actedAt ?? request.now
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
    await recordEvent(tx, { name: 'visits.closed', visitId: id, barbershopId, actorId: userId, at })
    await request.record?.(tx, { id, version: (open?.version ?? 0) + 1 })
  })

  return getVisit(db, id, userId)
}

type Closed = { id: string; barbershopId: string; payments: readonly TakenPayment[]; totalCents: number }

/** Whether this very closing was stored before: a device sends it again when the response was lost. */
function isRepeated(stored: readonly StoredVisit[], { id, barbershopId, payments, totalCents }: Closed): boolean {
  const visit = stored.find((one) => one.id === id && one.barbershopId === barbershopId)
  return (
    visit?.status === 'CLOSED' &&
    visit.totalCents === totalCents &&
    visit.paymentIds.join() === payments.map((payment) => payment.id).join()
  )
}

type SeenVisit = {
  id: string
  barbershopId: string
  appointmentId: string | undefined
  version: number | undefined
}

/** The open visit that is closed; undefined for one that is new. Throws if there is another, or it is not as the caller saw it. */
function checkOpen(
  stored: readonly StoredVisit[],
  { id, barbershopId, appointmentId, version }: SeenVisit,
): StoredVisit | undefined {
  const own = stored.find((visit) => visit.id === id)
  if (own && own.barbershopId !== barbershopId) throw new ApiError('VISIT_NOT_FOUND')
  if (stored.some(({ status }) => status === 'CLOSED')) throw new ApiError('VISIT_CLOSED')
  if (own?.status === 'REVERSED') throw new ApiError('VISIT_CLOSED')
  const isSame = own
    ? own.status === 'OPEN' && own.version === version && own.appointmentId === (appointmentId ?? null)
    : version === undefined
  if (!isSame || stored.some((visit) => visit.id !== id)) throw new ApiError('VISIT_CHANGED')
  return own
}

/** An appointment that is completed already stays so: the money may be taken later. */
async function completeAppointment(tx: Database, seen: AppointmentRecord, request: CloseRequest): Promise<void> {
  const { userId, appointmentVersion: version, actedAt, now } = request
  await changeStatusIn(tx, seen, {
    id: seen.id,
    userId,
    action: 'complete',
    now,
    ...(version !== undefined && { version }),
    ...(actedAt && { actedAt }),
  })
}

/** The debt is read under the lock of its account, so that two devices do not lend the rest of one limit. */
async function checkDebtOf(tx: Database, described: DescribedVisit, payments: readonly TakenPayment[]): Promise<void> {
  const change = debtChange(described.lines as readonly Line[], payments)
  if (change.borrowedCents === 0 && change.repaidCents === 0) return
  const { barbershopId, profileId, debtLimitCents } = described
  if (!profileId) throw new ApiError('CUSTOMER_NOT_FOUND', {}, 'Fiado é só para um cliente cadastrado.')
  const account = { barbershopId, kind: 'debt', ownerId: profileId } as const
  await lockBalance(tx, account)
  checkDebt(change, { owedCents: await getBalance(tx, account), limitCents: debtLimitCents })
}
