import { randomUUID } from 'node:crypto'
import type { Database } from '../../../lib/database.ts'
import type { Events } from '../../../lib/events.ts'
import { postTransaction } from '../../ledger/post-transaction.ts'
import { lockAccounts, openAccounts } from '../../ledger/queries.ts'
import type { Posting } from '../../ledger/rules.ts'
import { allocateFees, computeCommission, shareOf } from '../rules.ts'
import {
  type ClosedLine,
  type ClosedVisit,
  getClosedVisit,
  insertLines,
  listTierTotals,
  type NewLine,
} from './queries.ts'

/** What the barbers of a closed visit earn, in the transaction of the closing: one line for each service, product and tip. */
export async function addCommissions(tx: Database, { visitId, actorId, at }: Events['visits.closed']): Promise<void> {
  const visit = await getClosedVisit(tx, visitId)
  const { barbershopId, closedAt } = visit
  if (!visit.lines.some(({ barberId }) => barberId)) return
  const lines = computeLines(visit, await lockTierTotals(tx, visit))
  await insertLines(tx, { barbershopId, visitId, earnedAt: closedAt }, lines)
  await postTransaction(
    tx,
    {
      id: randomUUID(),
      barbershopId,
      kind: 'commission',
      sourceId: visitId,
      occurredAt: closedAt,
      actorId,
      postings: lines.flatMap(postingsOf),
    },
    at,
  )
}

/** Closings of one barber follow each other where tiers need the sum of the month. */
async function lockTierTotals(tx: Database, { barbershopId, lines, plans, monthStartsAt, monthEndsAt }: ClosedVisit) {
  const tiered = lines.flatMap(({ kind, barberId, serviceId, productId }) => {
    const terms = plans[barberId ?? '']?.terms
    if (!barberId || !terms || kind !== 'service') return []
    return shareOf({ kind, serviceId, productId }, terms).kind === 'tiers' ? [barberId] : []
  })
  const barberIds = [...new Set(tiered)]
  if (barberIds.length === 0) return new Map<string, number>()
  const accounts = barberIds.map((ownerId) => ({ kind: 'commissionPayable' as const, ownerId }))
  const accountOf = await openAccounts(tx, barbershopId, accounts)
  await lockAccounts(tx, accounts.map(accountOf))
  return listTierTotals(tx, { barberIds, from: monthStartsAt, until: monthEndsAt })
}

function computeLines({ lines, feeCents, plans }: ClosedVisit, tierTotals: Map<string, number>): NewLine[] {
  const fees = allocateFees(lines, feeCents)
  return lines.flatMap((line, index) => {
    const { barberId } = line
    if (!barberId || line.kind === 'debt') return []
    if (line.kind === 'tip') return [tipLine(line, barberId)]
    const plan = plans[barberId]
    const earning = {
      ...line,
      kind: line.kind,
      feeCents: fees[index] ?? 0,
      hasAssistant: line.assistantBarberId !== null,
    }
    const tierFromCents = tierTotals.get(barberId) ?? 0
    const { pipeline, cents, tierCents } = computeCommission(earning, plan?.terms ?? null, tierFromCents)
    tierTotals.set(barberId, tierFromCents + tierCents)
    const earned = {
      barberId,
      kind: line.kind,
      name: line.name,
      position: line.position,
      planId: plan?.id ?? null,
      pipeline,
      tierCents,
      cents,
    }
    if (!line.assistantBarberId) return [earned]
    const assistance = {
      ...earned,
      barberId: line.assistantBarberId,
      kind: 'assistance' as const,
      tierCents: 0,
      cents: pipeline.assistantCents,
    }
    return [earned, assistance]
  })
}

function tipLine({ name, position, unitCents }: ClosedLine, barberId: string): NewLine {
  return { barberId, kind: 'tip', name, position, planId: null, pipeline: null, tierCents: 0, cents: unitCents }
}

/** A tip is in the book with its visit. */
function postingsOf({ kind, barberId, position, cents }: NewLine): Posting[] {
  if (kind === 'tip') return []
  return [
    { kind: 'commission', cents, line: position },
    { kind: 'commissionPayable', ownerId: barberId, cents: -cents, line: position },
  ]
}
