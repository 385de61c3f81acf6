import type { Notification } from '@na-regua/contract/notifications'
import type { IconName } from '../../ui/icon.tsx'

type NotificationStyle = { icon: IconName; tone: string }

const neutral = 'bg-sunken text-ink'
const good = 'bg-green-soft text-green'
const bad = 'bg-red-soft text-red'
const pending = 'bg-brass-soft text-brass'
const info = 'bg-navy-soft text-navy'

const styles: Record<string, NotificationStyle> = {
  booking_received: { icon: 'calendar', tone: pending },
  booking_requested: { icon: 'calendar', tone: pending },
  booking_confirmed: { icon: 'calendar-check', tone: good },
  booking_rejected: { icon: 'close', tone: bad },
  booking_cancelled: { icon: 'close', tone: bad },
  booking_missed: { icon: 'close', tone: bad },
  booking_rescheduled: { icon: 'refresh', tone: pending },
  booking_completed: { icon: 'scissors', tone: good },
  booking_released: { icon: 'clock', tone: bad },
  booking_reminder: { icon: 'clock', tone: pending },
  booking_delayed: { icon: 'clock', tone: pending },
  presence_confirmed: { icon: 'check', tone: good },
  review_received: { icon: 'star', tone: pending },
  review_answered: { icon: 'chat', tone: info },
  dispute_opened: { icon: 'chat', tone: pending },
  dispute_answered: { icon: 'chat', tone: info },
  barbershop_approved: { icon: 'shop', tone: good },
  staff_changed: { icon: 'people', tone: info },
  plan_changed: { icon: 'gem', tone: info },
  account_changed: { icon: 'user', tone: neutral },
  queue_called: { icon: 'people', tone: good },
  queue_next: { icon: 'people', tone: pending },
  visit_due: { icon: 'scissors', tone: info },
  series_changed: { icon: 'repeat', tone: info },
  last_minute: { icon: 'clock', tone: info },
  slot_offered: { icon: 'clock', tone: good },
}

/** Icon and colour by type; a newer server may send unknown types. */
export function styleOf(type: string): NotificationStyle {
  return (Object.hasOwn(styles, type) && styles[type]) || { icon: 'bell', tone: neutral }
}

/** On the bell, which has space for two digits. */
export function formatUnread(count: number) {
  return count > 99 ? '99+' : String(count)
}

export function bellLabel(unread: number) {
  if (unread === 0) return 'Notificações'
  return `Notificações, ${formatUnread(unread)} ${unread === 1 ? 'não lida' : 'não lidas'}`
}

/** What the banner above every page announces by itself. */
const urgentTypes = ['queue_called', 'slot_offered']

/** Unread notifications to be announced: those that were not seen before, oldest first; none on the first load. */
export function listNewUnread(seen: ReadonlySet<string> | undefined, notifications: readonly Notification[]) {
  if (!seen) return []
  return notifications.filter(({ id, read, type }) => !read && !seen.has(id) && !urgentTypes.includes(type)).reverse()
}

/** In the list of devices. */
export function labelDevice(userAgent: string) {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  return browser && system ? `${browser} no ${system}` : (browser ?? system ?? 'Este aparelho')
}

const browsers = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const

const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
] as const
