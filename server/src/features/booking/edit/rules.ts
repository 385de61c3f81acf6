import type { Appointment } from '@na-regua/contract/appointments'
import type { editsApi } from '@na-regua/contract/edits'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { AppointmentRecord } from '../../appointments/status/queries.ts'
import type { AppointmentActor } from '../../appointments/status/rules.ts'
import type { BarberCandidate } from '../../availability/candidates/queries.ts'

/** What staff change, without the version that they saw. */
export type Edit = Omit<Body<typeof editsApi.edit>, 'version'>

export type VisitService = Appointment['services'][number]

/** What an appointment is for, and who serves it. */
export type VisitTerms = {
  barber: { barberId: string; userId: string; barberName: string }
  services: readonly VisitService[]
  durationMin: number
  bufferMin: number
  priceCents: number
}

export type EditedTerms = VisitTerms & {
  /** Null at the agreed price, and at that of the new services. */
  priceReason: string | null
}

/** Ids in lower case, as the database has them; a blank reason is none. */
export function parseEdit({ serviceIds, barberId, priceReason, ...edit }: Edit): Edit {
  return {
    ...edit,
    serviceIds: serviceIds?.map((id) => id.toLowerCase()),
    barberId: barberId?.toLowerCase(),
    priceReason: priceReason?.trim() || undefined,
  }
}

/**
 * Returns as whom the caller edits. An open appointment is edited whole, also when it is over without an outcome; a completed one gets
 * another price until its day ends, as long as an outcome is corrected.
 */
export function checkEdit(
  actors: readonly AppointmentActor[],
  { status, dayEndsAt }: Pick<AppointmentRecord, 'status' | 'dayEndsAt'>,
  { serviceIds, durationMin, barberId }: Edit,
  at: Date,
): 'barber' | 'owner' {
  const actor = actors.find((side) => side !== 'customer')
  if (!actor) throw new ApiError('FORBIDDEN')
  if (isOpenStatus(status)) return actor
  if (status !== 'COMPLETED') throw new ApiError('STATE_CHANGED')
  if (serviceIds || durationMin || barberId) throw new ApiError('STATE_CHANGED', {}, ONLY_PRICE)
  if (at >= dayEndsAt) throw new ApiError('CORRECTION_TOO_LATE', {}, PRICE_TOO_LATE)
  return actor
}

const ONLY_PRICE = 'Este atendimento já foi finalizado: agora só o preço muda.'
const PRICE_TOO_LATE = 'O preço de um atendimento finalizado muda até o fim do dia.'

export function isOpenStatus(status: AppointmentRecord['status']): boolean {
  return status === 'SCHEDULED' || status === 'CONFIRMED'
}

/** Whether the edit depends on what the barber provides. */
export function needsCandidate({ services, barber }: VisitTerms, { serviceIds, barberId }: Edit): boolean {
  return isOtherBarber(barber, barberId) || hasOtherServices(services, serviceIds)
}

function isOtherBarber({ barberId }: VisitTerms['barber'], requested: string | undefined): boolean {
  return requested !== undefined && requested !== barberId
}

function hasOtherServices(services: readonly VisitService[], ids: Edit['serviceIds']): boolean {
  return ids !== undefined && ids.join() !== services.map(({ id }) => id).join()
}

/**
 * The terms after the edit. New services are as the barber provides them today; what is not edited stays as agreed, with another barber
 * too. Throws SERVICE_NOT_FOUND if the barber does not do them, and PRICE_REASON_MISSING with the price that needs no reason.
 */
export function decideTerms(agreed: VisitTerms, edit: Edit, candidate: BarberCandidate | undefined): EditedTerms {
  const isNew = hasOtherServices(agreed.services, edit.serviceIds)
  const selected = isNew ? candidate?.selected : undefined
  const refused = agreed.services.some(({ id }) => id && candidate?.barber.terms[id]?.isProvided === false)
  if (isNew ? !selected : refused) throw explainServices(agreed, isNew, candidate)
  const { durationMin, priceCents, bufferMin } = selected ?? agreed
  const services = selected?.services.map(({ bufferMin: _, barberIds: _of, ...service }) => service) ?? agreed.services
  const price = edit.priceCents ?? priceCents
  if (price !== priceCents && !edit.priceReason) throw new ApiError('PRICE_REASON_MISSING', { priceCents })
  return {
    barber: candidate?.barber ?? agreed.barber,
    services,
    durationMin: edit.durationMin ?? durationMin,
    bufferMin,
    priceCents: price,
    priceReason: price === priceCents ? null : (edit.priceReason ?? null),
  }
}

function explainServices({ services }: VisitTerms, isNew: boolean, candidate: BarberCandidate | undefined): ApiError {
  const name = candidate?.barber.barberName ?? 'Este barbeiro'
  const what = isNew ? 'tudo isso' : describeServices(services)
  return new ApiError('SERVICE_NOT_FOUND', {}, `${name} não faz ${what}.`)
}

export function describeServices(services: readonly VisitService[]): string {
  return services.map(({ name }) => name).join(' + ')
}

/** A repeated request, which succeeds. */
export function hasTerms(agreed: VisitTerms, edited: VisitTerms): boolean {
  const isSameTime = agreed.durationMin === edited.durationMin && agreed.barber.barberId === edited.barber.barberId
  const ids = edited.services.flatMap(({ id }) => id ?? [])
  return isSameTime && agreed.priceCents === edited.priceCents && !hasOtherServices(agreed.services, ids)
}
