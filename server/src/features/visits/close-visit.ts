import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { Visit, VisitClosing } from '@na-regua/contract/visits'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { addJob } from '../../lib/jobs.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { changeLocked, getAppointmentRecordFor } from '../appointments/status/change-status.ts'
import { type AppointmentRecord, lockAppointment } from '../appointments/status/queries.ts'
import { getUsualRegister } from '../cash/queries.ts'
import { addCommissions, listEarners } from '../commissions/earnings/add-commissions.ts'
import { listPlansOn } from '../commissions/queries.ts'
import { postTransactions } from '../ledger/post-transaction.ts'
import { getBalance, lockBalance } from '../ledger/queries.ts'
import { insertSales } from '../products/queries.ts'
import { salePostings } from '../products/rules.ts'
import { chargeCards } from '../receivables/charge-cards.ts'
import { feePostings } from '../receivables/rules.ts'
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
 * Closes a visit, which may not have been opened before, in one transaction: the appointment is completed, what was sold leaves the stock,
 * its barbers earn, and all of it is in the book. Repeated with the same payments it returns the same visit.
 */
export async function closeVisit(db: DatabasePool, request: CloseRequest): Promise<Visit> {
  const { userId, closing, now } = request
  const id = request.id.toLowerCase()
  const appointmentId = closing.appointmentId?.toLowerCase()
  const givenLines = readLines(closing.lines)
  const totalCents = totalOf(givenLines)
  const taken = readPayments(closing.payments, totalCents)
  const described = await describeVisit(db, { draft: closing, lines: givenLines, userId })
  const { barbershopId, timeZone, profileId, lines } = described
  const at = request.actedAt ?? now
  const day = toLocal(toEpochMinute(at), timeZone).date
  const payments = await chargeCards(db, { barbershopId, day }, await placeCash(db, barbershopId, taken))
  const plans = await listPlansOn(db, { barbershopId, barberIds: listEarners(lines), day })

  await db.transaction().execute(async (tx) => {
    await lockVisits(tx, barbershopId)
    const stored = await listStoredVisits(tx, { id, appointmentId })
    if (isRepeatedClosing(stored, { id, barbershopId, lines, payments })) return
    const open = checkOpen(stored, { id, barbershopId, appointmentId, version: closing.version })
    const completed = appointmentId ? await completeAppointment(tx, appointmentId, described, request) : undefined
    const visit = {
      id,
      barbershopId,
      day,
      appointmentId,
      barberId: described.barberId,
      profileId,
      customerName: described.customerName,
      userId,
      needsDiscounts: described.needsDiscounts,
      at,
      lines,
      closing: { totalCents, payments },
      version: open?.version,
    }
    if (!(await writeVisit(tx, visit))) throw new ApiError('VISIT_CHANGED')
    await checkDebtOf(tx, described, payments)
    const sellsProducts = lines.some(({ kind }) => kind === 'product')
    const sold = sellsProducts ? await insertSales(tx, { visitId: id, actorId: userId, now }) : []
    const unitCosts = new Map(sold.map(({ line, quantity, valueCents }) => [line, valueCents / quantity]))
    const feeCents = payments.reduce((sum, payment) => sum + payment.feeCents, 0)
    const commissions = await addCommissions(tx, { ...visit, timeZone, unitCosts, feeCents, plans })
    const source = { barbershopId, sourceId: id, occurredAt: at, actorId: userId }
    await postTransactions(
      tx,
      [
        { ...source, id, kind: 'visit', postings: visitPostings({ lines, payments, profileId }) },
        { ...source, id: randomUUID(), kind: 'cardFees', postings: feePostings(payments) },
        { ...source, id: randomUUID(), kind: 'commission', postings: commissions },
        { ...source, id: randomUUID(), kind: 'productCost', postings: salePostings(sold) },
      ],
      now,
    )
    if (described.hasAccount) await addJob(tx, sendReceiptJob, { visitId: id }, { key: `visit-receipt:${id}` })
    await request.record?.(tx, completed)
  })

  return getVisit(db, id, userId)
}

/** Cash goes into the usual register unless another is chosen. */
async function placeCash(
  db: Database,
  barbershopId: string,
  payments: readonly TakenPayment[],
): Promise<TakenPayment[]> {
  const isUnplaced = ({ method, registerId }: TakenPayment) => method === 'cash' && registerId === undefined
  if (!payments.some(isUnplaced)) return [...payments]
  const registerId = await getUsualRegister(db, barbershopId)
  return payments.map((payment) => (isUnplaced(payment) ? { ...payment, registerId } : payment))
}

/** No money is taken before it: a device that states an earlier day would choose the commission plan and the tier of the month. */
const beginOf = ({ startsAt, servingFrom }: AppointmentRecord) =>
  servingFrom && servingFrom < startsAt ? servingFrom : startsAt

/** An appointment that is completed already stays so: the money may be taken later. The caller holds the barbershop, which counts it. */
async function completeAppointment(tx: Database, id: string, seen: DescribedVisit, request: CloseRequest) {
  const { userId, appointmentVersion, actedAt, now } = request
  await lockAppointment(tx, id)
  const record = await getAppointmentRecordFor(tx, id, userId)
  if ((actedAt ?? now) < beginOf(record)) throw new ApiError('NOT_STARTED')
  const { version } = await changeLocked(tx, record, {
    id,
    userId,
    action: 'complete',
    version: appointmentVersion ?? seen.appointmentVersion,
    now,
    ...(actedAt && { actedAt }),
  })
  return { id, version }
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
