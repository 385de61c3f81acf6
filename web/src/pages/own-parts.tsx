import type { Customer } from '@na-regua/contract/customers'
import type { Permission } from '@na-regua/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useState } from 'react'
import { NewAppointmentSheet } from '../features/appointments/new-appointment/new-appointment-button.tsx'
import type { OwnBarbershopList } from '../features/barbershops/own-barbershops/own-barbershop-list.tsx'
import { staffedBarbershopsQuery } from '../features/customers/queries.ts'
import type { DisplacementSlot } from '../lib/displacement-slot.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { toLocalTime } from '../lib/local-time.ts'
import { isPermitted, isPermittedIn } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { createStoredValue, useStoredValue } from '../lib/use-stored-value.ts'
import { Select } from '../ui/select.tsx'
import { MissingDialog } from '../ui/toast.tsx'

/** Until the tab is closed: the board, the customers and a reload stay in the barbershop that was chosen. */
const chosenBarbershop = createStoredValue({
  key: 'workBarbershop',
  storage: 'session',
  parse: (text) => text,
  format: String,
})

/** The barbershop that the user works in now: the one that was chosen last, or the first. */
export function useChosenBarbershop<T extends { id: string }>(shops: readonly T[] | undefined) {
  const [id] = useStoredValue(chosenBarbershop)
  return shops?.find((shop) => shop.id === id) ?? shops?.[0]
}

/** The barbershops in which the user may do any of it, with the one that they work in now. */
export function usePermittedBarbershops(...permissions: readonly Permission[]) {
  const user = useUser()
  const isStaff = user !== undefined && permissions.some((permission) => isPermitted(permission, user))
  const query = useQuery({ ...staffedBarbershopsQuery(user?.id ?? ''), enabled: isStaff })
  const mayWorkIn = (id: string) => user && permissions.some((permission) => isPermittedIn(id, permission, user))
  const shops = query.data?.filter(({ id }) => mayWorkIn(id))
  return { isStaff, query, shops, shop: useChosenBarbershop(shops) }
}

export const chooseBarbershop = (id: string) => void chosenBarbershop.write(id)

type BarbershopChoiceProps = { shops: readonly { id: string; name: string }[] | undefined; value: string | undefined }

/** For staff of several barbershops. */
export function BarbershopChoice({ shops = [], value }: BarbershopChoiceProps) {
  if (shops.length < 2 || !value) return null
  return (
    <Select
      aria-label="Barbearia"
      options={shops.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={chooseBarbershop}
    />
  )
}

const DisplacementDialog = lazyPart(
  async () => (await import('../features/appointments/displacement/displacement-dialog.tsx')).DisplacementDialog,
  MissingDialog,
)

/** What becomes of the appointments that a change displaces, for every screen that makes such changes. */
export const displacement: DisplacementSlot = (props) => (
  <Suspense>
    <DisplacementDialog {...props} />
  </Suspense>
)

const QueueSettingsDialog = lazyPart(
  async () => (await import('../features/queue/settings/settings-dialog.tsx')).QueueSettingsDialog,
  MissingDialog,
)

const LastMinuteRuleDialog = lazyPart(
  async () => (await import('../features/last-minute/staff-slots.tsx')).LastMinuteRuleDialog,
  MissingDialog,
)

const WaitlistSettingsDialog = lazyPart(
  async () => (await import('../features/waitlist/owner-section.tsx')).WaitlistSettingsDialog,
  MissingDialog,
)

const PixSettingsDialog = lazyPart(
  async () => (await import('../features/statements/pix-settings-dialog.tsx')).PixSettingsDialog,
  MissingDialog,
)

const VisitSettingsDialog = lazyPart(
  async () => (await import('../features/visits/settings-dialog.tsx')).VisitSettingsDialog,
  MissingDialog,
)

/** What each barbershop of the panel has beside its own fields, and which other features edit. */
export const otherParts: ComponentProps<typeof OwnBarbershopList>['otherParts'] = [
  { label: 'Fila', icon: 'people', isFrequent: true, isReadable: true, component: QueueSettingsDialog },
  { label: 'Horário relâmpago', icon: 'tag', isReadable: true, component: LastMinuteRuleDialog },
  { label: 'Horários que abrem', icon: 'bell', isReadable: true, component: WaitlistSettingsDialog },
  { label: 'Comandas', icon: 'check', permission: 'money', isReadable: true, component: VisitSettingsDialog },
  { label: 'Pix', icon: 'card', permission: 'money', isReadable: true, component: PixSettingsDialog },
]

const GapSlots = lazyPart(
  async () => (await import('../features/last-minute/staff-slots.tsx')).GapSlots,
  () => null,
)

/** A gap of a day, to be offered for less: it belongs to another feature than the day. */
export function renderGapSlots(gap: ComponentProps<typeof GapSlots>) {
  return (
    <Suspense>
      <GapSlots {...gap} />
    </Suspense>
  )
}

/** The booking for a customer whose profile is open, from today on. */
export function useCustomerBooking({ id, timeZone }: { id: string; timeZone: string }) {
  const [customer, book] = useState<Customer>()
  const dialog = customer && (
    <Suspense>
      <NewAppointmentSheet
        target={{ barbershopId: id, timeZone, date: toLocalTime(new Date(), timeZone).date, known: customer }}
        onClose={() => book(undefined)}
      />
    </Suspense>
  )
  return [dialog, book] as const
}

type QueueSheetProps = Pick<ComponentProps<typeof NewAppointmentSheet>, 'queue' | 'onClose'> & {
  target: { barbershopId: string; timeZone: string }
}

/** For a customer who waits in the queue. */
export function QueueSheet({ target, ...props }: QueueSheetProps) {
  const { date } = toLocalTime(new Date(), target.timeZone)
  return (
    <Suspense>
      <NewAppointmentSheet target={{ ...target, date }} {...props} />
    </Suspense>
  )
}
