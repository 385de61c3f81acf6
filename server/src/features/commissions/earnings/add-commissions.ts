import type { Database } from '../../../lib/database.ts'
import { lockAccounts, openAccounts } from '../../ledger/queries.ts'
import type { Posting } from '../../ledger/rules.ts'
import type { BarberPlan } from '../queries.ts'
import { allocateFees, computeCommission, shareOf } from '../rules.ts'
import { insertLines, listTierTotals, type NewLine } from './queries.ts'

type VisitLine = {
  kind: 'service' | 'product' | 'tip' | 'debt'
  serviceId: string | undefined
  productId: string | undefined
  barberId: string | undefined
  assistantBarberId: string | undefined
  name: string
  quantity: number
  unitCents: number
  discountCents: number
  discountBorneBy: 'both' | 'barbershop' | 'barber'
}

type EarningVisit = {
  id: string
  barbershopId: string
  timeZone: string
  /** The local one on which it is closed. */
  day: string
  at: Date
  lines: readonly VisitLine[]
  /** What one of a product costs the barbershop, by the position of its line. */
  unitCosts: ReadonlyMap<number, number>
  /** Of the visit's cards. */
  feeCents: number
  /** Of that day, by barber. */
  plans: ReadonlyMap<string, BarberPlan>
}

/** The barbers whose plans decide about what lines earn. */
export function listEarners(lines: readonly VisitLine[]): string[] {
  const sold = lines.filter(({ kind }) => kind === 'service' || kind === 'product')
  return [...new Set(sold.flatMap(({ barberId }) => barberId ?? []))]
}

/**
 * Adds what the barbers of a visit earn, in the transaction that closes it: one line for each service, product and tip. Returns what the
 * book says of it.
 */
export async function addCommissions(tx: Database, visit: EarningVisit): Promise<Posting[]> {
  const lines = computeLines(visit, await lockTierTotals(tx, visit))
  if (lines.length > 0) await insertLines(tx, { ...visit, visitId: visit.id, earnedAt: visit.at }, lines)
  return lines.flatMap(postingsOf)
}

/** Closings of one barber follow each other where tiers need the sum of the month. */
async function lockTierTotals(tx: Database, { barbershopId, timeZone, day, lines, plans }: EarningVisit) {
  const tiered = lines.flatMap(({ kind, barberId, serviceId = null, productId = null }) => {
    const terms = plans.get(barberId ?? '')?.terms
    if (!barberId || !terms || kind !== 'service') return []
    return shareOf({ kind, serviceId, productId }, terms).kind === 'tiers' ? [barberId] : []
  })
  const barberIds = [...new Set(tiered)]
  if (barberIds.length === 0) return new Map<string, number>()
  const accounts = barberIds.map((ownerId) => ({ kind: 'commissionPayable' as const, ownerId }))
  const accountOf = await openAccounts(tx, barbershopId, accounts)
  await lockAccounts(tx, accounts.map(accountOf))
  return listTierTotals(tx, { barberIds, day, timeZone })
}

function computeLines({ lines, unitCosts, feeCents, plans }: EarningVisit, tierTotals: Map<string, number>): NewLine[] {
  const fees = allocateFees(lines, feeCents)
  return lines.flatMap((line, position) => {
    const { barberId, assistantBarberId } = line
    if (!barberId || line.kind === 'debt') return []
    if (line.kind === 'tip') return [tipLine(line, barberId, position)]
    const plan = plans.get(barberId)
    const earning = {
      ...line,
      kind: line.kind,
      serviceId: line.serviceId ?? null,
      productId: line.productId ?? null,
      unitCostCents: unitCosts.get(position) ?? 0,
      feeCents: fees[position] ?? 0,
      hasAssistant: assistantBarberId !== undefined,
    }
    const tierFromCents = tierTotals.get(barberId) ?? 0
    const { pipeline, cents, tierCents } = computeCommission(earning, plan?.terms ?? null, tierFromCents)
    tierTotals.set(barberId, tierFromCents + tierCents)
    const earned = {
      barberId,
      kind: line.kind,
      name: line.name,
      position,
      planId: plan?.id ?? null,
      pipeline,
      tierCents,
      cents,
    }
    if (!assistantBarberId) return [earned]
    const assistance = {
      ...earned,
      barberId: assistantBarberId,
      kind: 'assistance' as const,
      tierCents: 0,
      cents: pipeline.assistantCents,
    }
    return [earned, assistance]
  })
}

function tipLine({ name, unitCents }: VisitLine, barberId: string, position: number): NewLine {
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
