/** Stored in queued jobs and in the keys of notifications, so the value stays as it is. */
export const WALK_IN_KIND = 'seated'

/** What participants are notified of. */
const appointmentEventKinds = [
  'received',
  'confirmed',
  'rejected',
  'cancelled',
  'rescheduled',
  'completed',
  'missed',
  'released',
  'booked',
  'autoConfirmed',
  'autoRescheduled',
  'moved',
  'handedOver',
  'edited',
  'cancelledByCustomer',
  WALK_IN_KIND,
] as const

export type AppointmentEventKind = (typeof appointmentEventKinds)[number]

/** Who is notified: customer and barber; the owner for a barber without an account. Owners see all changes on their event stream. */
export type ParticipantSide = 'customer' | 'barber' | 'owner'

export type AppointmentEventDetails = {
  id: string
  serviceName: string
  customerName: string
  /** For whom the customer booked it; null: for themselves. */
  guestName: string | null
  barberName: string
  shopName: string
  timeZone: string
  startsAt: Date
  /** The start before it was rescheduled or moved. */
  previousStart?: Date
  /** The barber before staff moved it. */
  previousBarberName?: string
  durationMin?: number
  priceCents?: number
  /** Until when the barbershop can confirm the request. */
  confirmBy?: Date
  reason?: string
  /** Of a receipt: what was booked or cancelled together with it. */
  together?: readonly TogetherDetails[]
  /** After a cancellation: another time that is free, in words, and where it is booked. */
  alternative?: AlternativeTime | undefined
}

export type TogetherDetails = Pick<
  AppointmentEventDetails,
  'id' | 'serviceName' | 'customerName' | 'guestName' | 'barberName' | 'startsAt' | 'timeZone'
> & { version: number }

export type AlternativeTime = { text: string; path: string }

/** Opens the appointment on its day, which the page looks up: by the time it is opened it may be on another one. */
export function barberAppointmentPath(id: string) {
  return `/barber/appointments?agendamento=${id}`
}

/** As `barberAppointmentPath`, in the agenda of the barbershop. */
export function ownerAppointmentPath(id: string) {
  return `/admin/appointments?ver=dia&agendamento=${id}`
}

/** A guest is named to the barber instead of the customer, and to the customer with the service. */
export function nameForSide(
  side: ParticipantSide,
  { serviceName, customerName, guestName }: Pick<AppointmentEventDetails, 'serviceName' | 'customerName' | 'guestName'>,
) {
  if (!guestName) return { serviceName, customerName }
  if (side === 'customer') return { serviceName: `${serviceName} para ${guestName}`, customerName }
  return { serviceName, customerName: `${guestName} (agendado por ${customerName})` }
}

/** One per user, kind and version. */
export function appointmentDedupeKey(id: string, kind: AppointmentEventKind, version: number): string {
  return `${appointmentSubject(id)}:${kind}:${version}`
}

/** The start of every key of an appointment, also of reminders and delays. */
export const appointmentSubject = (id: string) => `appointment:${id}`
