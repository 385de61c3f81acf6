import type { Appointment } from '@na-regua/contract/appointments'
import { formatMoney } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { describeArrival } from '../agenda/card-actions.tsx'
import {
  describeCancellation,
  formatRowDay,
  isUpcoming,
  listStaffActions,
  type StaffAction,
  type StaffSide,
} from '../agenda/rules.ts'
import { describeDeadline } from '../day/rules.ts'

/** A request, which staff accept or refuse. */
export const isDecidable = (appointment: Appointment, now: Date) =>
  listStaffActions(appointment, now).includes('confirm')

/** The act at the end of a row: what an appointment most likely needs. */
export function findNextAct(appointment: Appointment, now: Date): 'confirm' | 'complete' | undefined {
  return listStaffActions(appointment, now).find((action) => action === 'confirm' || action === 'complete')
}

/** The day of a row: 'Hoje', 'Amanhã', 'Sáb, 21/11', with the year of another one. */
export function formatDayOfRow({ startTime, timeZone }: Pick<Appointment, 'startTime' | 'timeZone'>, now: Date) {
  const year = toLocalTime(now, timeZone).date.slice(0, 4)
  return formatRowDay(startTime, now, timeZone).replace(`/${year}`, '')
}

/** What there is to know beside the status, the most urgent first. */
export function describeRowState(appointment: Appointment, side: StaffSide, now: Date): string | undefined {
  const isComing = appointment.isPresenceConfirmed && isUpcoming(appointment, now)
  return (
    describeDeadline(appointment, now)?.replace('Responda ', '') ??
    describeArrival(appointment) ??
    describeCancellation(appointment, side) ??
    (isComing ? 'Presença confirmada' : undefined) ??
    (appointment.seriesId ? 'Horário fixo' : undefined)
  )
}

/** What there is to know of the customer: who booked for a guest, what to be careful of, a note. */
export function describeCustomer({ guestName, customer, customerProfile, note, isWalkIn }: Appointment) {
  if (!guestName && customerProfile?.allergies)
    return { text: `Cuidado: ${customerProfile.allergies}`, isWarning: true }
  const text = guestName ? `Agendado por ${customer.name}` : note && `“${note}”`
  return { text: text || (isWalkIn ? 'Encaixe' : undefined), isWarning: false }
}

/** '3 selecionados · R$ 160,00'. */
export function describeSelection(selected: readonly Pick<Appointment, 'priceCents'>[]) {
  const cents = selected.reduce((sum, { priceCents }) => sum + priceCents, 0)
  return `${selected.length} ${selected.length === 1 ? 'selecionado' : 'selecionados'} · ${formatMoney(cents)}`
}

type Choice = { id: string; name: string; barbershopId: string }
type Shop = { id: string; name: string }

/** The choices of a filter, of one barbershop if that is chosen; with its name where it would not be clear. */
export function toOptions(
  choices: readonly (Choice & { hasLeft?: boolean })[],
  shops: readonly Shop[],
  shopId?: string,
) {
  const shopOf = (id: string) => shops.find((shop) => shop.id === id)?.name
  return choices
    .filter(({ barbershopId }) => barbershopId === (shopId ?? barbershopId))
    .map(({ id, name, barbershopId, hasLeft }) => {
      const parts = [name, hasLeft && 'saiu', shops.length > 1 && !shopId && shopOf(barbershopId)]
      return { value: id, label: parts.filter(Boolean).join(' · ') }
    })
}

/** What the customer reads, so that it need not be typed. */
export const refusalReasons = [
  'Esse horário não está mais livre',
  'O barbeiro não atende nesse dia',
  'A barbearia estará fechada',
  'O tempo não dá para esse serviço',
] as const

export const actLabels = { confirm: 'Aceitar', complete: 'Finalizar' } as const satisfies Partial<
  Record<StaffAction, string>
>
