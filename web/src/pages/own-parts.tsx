import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { OwnBarbershopList } from '../features/barbershops/own-barbershops/own-barbershop-list.tsx'
import { lazyPart } from '../lib/after-paint.ts'
import { MissingPart } from '../ui/loading.tsx'

const QueueSettingsDialog = lazy(async () => ({
  default: (await import('../features/queue/settings/settings-dialog.tsx')).QueueSettingsDialog,
}))

const LastMinuteRuleDialog = lazy(async () => ({
  default: (await import('../features/last-minute/staff-offers.tsx')).LastMinuteRuleDialog,
}))

const WaitlistSettingsDialog = lazy(async () => ({
  default: (await import('../features/waitlist/owner-section.tsx')).WaitlistSettingsDialog,
}))

/** What each barbershop of the panel has beside its own fields, and which other features edit. */
export const otherParts: ComponentProps<typeof OwnBarbershopList>['otherParts'] = [
  { label: 'Fila', icon: 'people', isReadable: true, component: QueueSettingsDialog },
  { label: 'Horário relâmpago', icon: 'clock', isReadable: true, component: LastMinuteRuleDialog },
  { label: 'Horários que abrem', icon: 'bell', isReadable: true, component: WaitlistSettingsDialog },
]

type Board = typeof import('../features/queue/board/board-panel.tsx')
type CustomerFields = typeof import('../features/appointments/walk-in/known-customers.tsx')['KnownCustomers']

/** Loaded by the dialog that has them: the day does not wait for them. */
const LateCustomerFields = lazyPart(
  async () => (await import('../features/appointments/walk-in/known-customers.tsx')).KnownCustomers,
  MissingPart,
)

function QueueCustomerFields(props: ComponentProps<CustomerFields>) {
  return (
    <Suspense>
      <LateCustomerFields {...props} />
    </Suspense>
  )
}

/** A part of the queue in a day, with the fields of a customer, which belong to another feature. */
export function lazyQueuePart<P extends object>(
  choose: (board: Board) => ComponentType<P & { customerFields: CustomerFields }>,
  instead: ComponentType<P>,
) {
  const Part = lazyPart(async () => {
    const Panel = choose(await import('../features/queue/board/board-panel.tsx'))
    return (props: P) => <Panel {...props} customerFields={QueueCustomerFields} />
  }, instead)
  // A page without network shows its day at once.
  void Part.preloadOffline()
  return Part
}

const GapOffer = lazyPart(
  async () => (await import('../features/last-minute/staff-offers.tsx')).GapOffer,
  () => null,
)

/** A gap of a day, to be offered for less: it belongs to another feature than the day. */
export function renderGapOffer(gap: ComponentProps<typeof GapOffer>) {
  return (
    <Suspense>
      <GapOffer {...gap} />
    </Suspense>
  )
}
