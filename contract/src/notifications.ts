import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable } from './fields.ts'

/** The specification's four, and what else happens to people here. An unknown one is shown with a default icon. */
export const notificationTypes = [
  'booking_received',
  'booking_confirmed',
  'booking_rejected',
  'booking_cancelled',
  'booking_rescheduled',
  'booking_completed',
  'booking_missed',
  'booking_released',
  'booking_reminder',
  'review_received',
  'review_answered',
  'barbershop_approved',
  'staff_changed',
  'plan_changed',
  'account_changed',
] as const
export const NotificationType = Type.Enum(notificationTypes)
export type NotificationType = (typeof notificationTypes)[number]

/** What a person may switch off, each by channel. Letters about the account itself (codes, changed password, payment) belong to no topic. */
export const topics = ['appointments', 'reminders', 'reviews', 'business'] as const
export type Topic = (typeof topics)[number]

export const channels = ['in-app', 'email', 'whatsapp'] as const
export type Channel = (typeof channels)[number]

export const Notification = Type.Object({
  id: Id,
  type: NotificationType,
  title: Type.String(),
  message: Type.String(),
  /** Where a press leads, a path of the web. */
  path: Nullable(Type.String()),
  read: Type.Boolean(),
  createdAt: Instant,
})
export type Notification = Static<typeof Notification>
