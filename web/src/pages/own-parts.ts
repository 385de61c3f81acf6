import { type ComponentProps, lazy } from 'react'
import type { OwnBarbershopList } from '../features/barbershops/own-barbershops/own-barbershop-list.tsx'
import { WaitlistSettingsDialog } from '../features/waitlist/owner-section.tsx'

const QueueSettingsDialog = lazy(async () => ({
  default: (await import('../features/queue/settings/settings-dialog.tsx')).QueueSettingsDialog,
}))

const LastMinuteRuleDialog = lazy(async () => ({
  default: (await import('../features/last-minute/staff-offers.tsx')).LastMinuteRuleDialog,
}))

/** What each barbershop of the panel has beside its own fields, and which other features edit. */
export const otherParts: ComponentProps<typeof OwnBarbershopList>['otherParts'] = [
  { label: 'Fila', icon: 'people', isReadable: true, component: QueueSettingsDialog },
  { label: 'Horário relâmpago', icon: 'clock', isReadable: true, component: LastMinuteRuleDialog },
  { label: 'Horários que abrem', icon: 'bell', isReadable: true, component: WaitlistSettingsDialog },
]
