import type { Appointment } from '@na-regua/contract/appointments'
import type { editsApi } from '@na-regua/contract/edits'
import type { Body } from '@na-regua/contract/route'
import type { CommandDraft } from '@na-regua/offline'
import { formatDuration, formatMoney } from '../../../lib/format.ts'
import { type CommandPreview, toTarget } from '../../../lib/use-commands.ts'
import { nameAt } from '../commands/rules.ts'

export type Edit = Omit<Body<typeof editsApi.edit>, 'version'>

/** What staff chose. Without a duration or a price they are those of the services. */
export type EditDraft = {
  barberId: string
  serviceIds: readonly string[]
  durationMin?: number | undefined
  priceCents?: number | undefined
  priceReason: string
}

/** How long the services take, and what they cost: as agreed while they are the same, otherwise as the barber provides them. */
export type ServiceTerms = { durationMin: number; priceCents: number }

const serviceIdsOf = ({ services }: Pick<Appointment, 'services'>) => services.flatMap(({ id }) => id ?? [])

export function startDraft(appointment: Appointment): EditDraft {
  return { barberId: appointment.barber.id, serviceIds: serviceIdsOf(appointment), priceReason: '' }
}

export const hasOtherServices = (appointment: Appointment, { serviceIds }: Pick<EditDraft, 'serviceIds'>) =>
  serviceIds.join() !== serviceIdsOf(appointment).join()

/** True when the price is neither the agreed one nor that of the new services. */
export const needsReason = ({ priceCents }: EditDraft, terms: ServiceTerms) =>
  priceCents !== undefined && priceCents !== terms.priceCents

/** What is to be changed; undefined: nothing, or something is missing. What was shown is what is stored. */
export function toEdit(appointment: Appointment, draft: EditDraft, terms: ServiceTerms): Edit | undefined {
  const { barberId, serviceIds, durationMin = terms.durationMin, priceCents = terms.priceCents } = draft
  const priceReason = needsReason(draft, terms) ? draft.priceReason.trim() : undefined
  if (Number.isNaN(durationMin) || Number.isNaN(priceCents) || priceReason === '') return undefined
  const isNew = hasOtherServices(appointment, draft)
  if (isNew && serviceIds.length === 0) return undefined
  const edit: Edit = {
    ...(isNew && { serviceIds: [...serviceIds] }),
    ...((isNew || durationMin !== appointment.durationMin) && { durationMin }),
    ...((isNew || priceCents !== appointment.priceCents) && { priceCents }),
    ...(priceReason !== undefined && { priceReason }),
    ...(barberId !== appointment.barber.id && { barberId }),
  }
  return Object.keys(edit).length > 0 ? edit : undefined
}

type Choices = { services: Appointment['services']; barber: { id: string; name: string } | undefined }

/** The appointment as it will be. */
export function applyEdit(appointment: Appointment, edit: Edit, { services, barber }: Choices): Appointment {
  const durationMin = edit.durationMin ?? appointment.durationMin
  const chosen = edit.serviceIds ? services : appointment.services
  const name = chosen.map((service) => service.name).join(' + ')
  return {
    ...appointment,
    durationMin,
    endTime: new Date(Date.parse(appointment.startTime) + durationMin * 60_000).toISOString(),
    priceCents: edit.priceCents ?? appointment.priceCents,
    services: chosen,
    service: edit.serviceIds ? { id: chosen[0]?.id ?? null, name } : appointment.service,
    barber: edit.barberId && barber ? { ...appointment.barber, ...barber } : appointment.barber,
  }
}

/** 'Corte + Barba com Rui, 50 min, R$ 80,00'. */
export function describeTerms({ service, barber, durationMin, priceCents }: Appointment) {
  return `${service.name} com ${barber.name}, ${formatDuration(durationMin)}, ${formatMoney(priceCents)}`
}

/** What is possible where the visit does not fit, of a refusal. */
export type EditConflict = { maxDurationMin: number | null; freeBarbers: { id: string; name: string }[] }

export function readConflict(details: Record<string, unknown>): EditConflict {
  const { maxDurationMin, freeBarbers } = details as Partial<EditConflict>
  return { maxDurationMin: maxDurationMin ?? null, freeBarbers: freeBarbers ?? [] }
}

export function toEditCommand(appointment: Appointment, edited: Appointment, input: Edit) {
  const draft: CommandDraft = { type: 'edit', target: toTarget(appointment), input }
  const preview: CommandPreview = {
    name: nameAt(appointment),
    act: `Mudar para ${edited.service.name}, ${formatMoney(edited.priceCents)}`,
    appointment: edited,
  }
  return { draft, preview }
}

export function toStaffNoteCommand(appointment: Appointment, input: { before: string; staffNote: string }) {
  const draft: CommandDraft = { type: 'staffNote', target: toTarget(appointment), input }
  const preview: CommandPreview = {
    name: nameAt(appointment),
    act: 'Anotar',
    appointment: { ...appointment, staffNote: input.staffNote || null },
  }
  return { draft, preview }
}
