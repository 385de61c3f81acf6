import { allocate } from '@na-regua/contract/amounts'
import { ApiError } from '@na-regua/contract/errors'
import type { VisitClosing } from '@na-regua/contract/visits'
import type { Database } from '../../lib/database.ts'
import { findVisitContext, type VisitContext } from './queries.ts'
import { invalid, isLargeDiscount, type Line, type NamedLine } from './rules.ts'

type Draft = Omit<VisitClosing, 'payments' | 'lines' | 'version'>

/** A visit as its barbershop knows what it is made of. */
export type DescribedVisit = {
  barbershopId: string
  timeZone: string
  /** The completion of the appointment finds it as it was described, or refuses. */
  appointmentVersion: number | undefined
  barberId: string | undefined
  profileId: string | undefined
  customerName: string | undefined
  debtLimitCents: number | null
  /** Whether the customer has an account, and gets a receipt. */
  hasAccount: boolean
  /** Whether the lines need the permission for discounts: the statement that writes them decides about it again. */
  needsDiscounts: boolean
  lines: NamedLine[]
}

/**
 * Looks up services, products, barbers and customer in the barbershop of the visit, and decides whether the caller may have it so. Throws
 * what is not found there, and FORBIDDEN.
 */
export async function describeVisit(
  db: Database,
  { draft, lines, userId }: { draft: Draft; lines: readonly Line[]; userId: string },
): Promise<DescribedVisit> {
  const barbershopId = draft.barbershopId.toLowerCase()
  const appointmentId = draft.appointmentId?.toLowerCase()
  const context = await findVisitContext(db, {
    barbershopId,
    userId,
    serviceIds: lines.flatMap(({ serviceId }) => serviceId ?? []),
    productIds: lines.flatMap(({ productId }) => productId ?? []),
    barberIds: [draft.barberId, ...lines.flatMap((line) => [line.barberId, line.assistantBarberId])].filter(
      (id) => id !== undefined,
    ),
    appointmentId,
    profileId: draft.profileId,
  })
  if (!context) throw new ApiError('BARBERSHOP_NOT_FOUND')
  const { appointment, profile } = context
  if (appointmentId && !appointment) throw new ApiError('APPOINTMENT_NOT_FOUND')
  if (draft.profileId && !profile) throw new ApiError('CUSTOMER_NOT_FOUND')
  const barberId = appointment?.barberId ?? draft.barberId?.toLowerCase()
  if (!context.closesAll && context.ownBarberId !== barberId)
    throw new ApiError('FORBIDDEN', {}, 'Você fecha as comandas dos seus atendimentos.')
  checkKnown({ barberId, lines, context })
  const agreed = listAgreedPrices(context)
  const problems = lines.map((line) => findPriceProblem(line, findListedPrice(line, context, agreed)))
  const problem = problems.find((one) => one !== undefined)
  if (problem && !context.givesDiscounts) throw new ApiError('FORBIDDEN', {}, problem)
  return {
    barbershopId,
    timeZone: context.timeZone,
    appointmentVersion: appointment?.version,
    barberId,
    profileId: profile?.id,
    customerName: (appointment?.customerName ?? draft.customerName?.trim()) || undefined,
    debtLimitCents: profile?.debtLimitCents ?? null,
    hasAccount: profile?.hasAccount ?? false,
    needsDiscounts: problem !== undefined,
    lines: lines.map((line) => ({ ...line, name: nameOf(line, context) })),
  }
}

type Known = {
  barberId: string | undefined
  lines: readonly Line[]
  context: VisitContext
}

/** Throws for what is not of this barbershop. */
function checkKnown({ barberId, lines, context }: Known): void {
  const { services, products, barberIds } = context
  const isBarber = (id: string | undefined) => id === undefined || barberIds.includes(id)
  const has = (listed: readonly { id: string }[], id: string | undefined) =>
    id === undefined || listed.some((one) => one.id === id)
  if (!isBarber(barberId)) throw new ApiError('BARBER_NOT_FOUND')
  for (const line of lines) {
    if (!has(services, line.serviceId)) throw new ApiError('SERVICE_NOT_FOUND')
    if (!has(products, line.productId)) throw new ApiError('PRODUCT_NOT_FOUND')
    if (!isBarber(line.barberId) || !isBarber(line.assistantBarberId)) throw new ApiError('BARBER_NOT_FOUND')
  }
}

type AgreedPrice = { serviceId: string | null; name: string; cents: number }

/** What the services of an appointment cost, so that they sum to what was agreed for all of them. */
function listAgreedPrices({ appointment }: VisitContext): AgreedPrice[] {
  if (!appointment) return []
  const { services, priceCents } = appointment
  const parts = allocate(
    priceCents,
    services.map((service) => service.priceCents),
  )
  return services.map(({ id, name }, index) => ({ serviceId: id, name, cents: parts[index] as number }))
}

/** What one of it costs, as it was agreed or is listed; undefined for a service that is in no list, and was not booked as such. */
function findListedPrice(
  line: Line,
  { services, products }: VisitContext,
  agreed: readonly AgreedPrice[],
): number | undefined {
  const { kind, serviceId, productId, barberId, name, unitCents } = line
  if (kind === 'tip' || kind === 'debt') return unitCents
  if (kind === 'product') return products.find(({ id }) => id === productId)?.priceCents
  // A service that was deleted since it was booked has its name only.
  const booked = agreed.find((one) => (serviceId ? one.serviceId === serviceId : !one.serviceId && one.name === name))
  if (booked) return booked.cents
  const service = services.find(({ id }) => id === serviceId)
  return service && (service.barberPrices?.[barberId ?? ''] ?? service.priceCents)
}

/** Why the line needs the permission for discounts. */
function findPriceProblem(line: Line, listedCents: number | undefined): string | undefined {
  if (listedCents === undefined) return 'Cobrar um serviço fora da lista é do dono, ou de quem ele deixa dar desconto.'
  return isLargeDiscount(line, listedCents) ? 'Dar desconto acima de 10% é do dono, ou de quem ele permite.' : undefined
}

function nameOf({ kind, serviceId, productId, name }: Line, { services, products }: VisitContext): string {
  if (kind === 'tip') return 'Gorjeta'
  if (kind === 'debt') return 'Fiado anterior'
  const listed =
    kind === 'service' ? services.find(({ id }) => id === serviceId) : products.find(({ id }) => id === productId)
  const known = listed?.name ?? name
  if (!known) throw invalid('Diga qual foi o serviço.')
  return known
}
