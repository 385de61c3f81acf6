import type { Notification, Topic } from '@na-regua/contract/notifications'
import type { IconName } from '../../ui/icon.tsx'

type Face = { icon: IconName; tone: string }

const calm = 'bg-sunken text-ink'
const good = 'bg-green-soft text-green'
const bad = 'bg-red-soft text-red'
const waiting = 'bg-brass-soft text-brass'
const news = 'bg-navy-soft text-navy'

const faces: Record<string, Face> = {
  booking_received: { icon: 'calendar', tone: waiting },
  booking_confirmed: { icon: 'calendar-check', tone: good },
  booking_rejected: { icon: 'close', tone: bad },
  booking_cancelled: { icon: 'close', tone: bad },
  booking_missed: { icon: 'close', tone: bad },
  booking_rescheduled: { icon: 'refresh', tone: waiting },
  booking_completed: { icon: 'scissors', tone: good },
  booking_released: { icon: 'clock', tone: bad },
  booking_reminder: { icon: 'clock', tone: waiting },
  presence_confirmed: { icon: 'check', tone: good },
  review_received: { icon: 'star', tone: waiting },
  review_answered: { icon: 'chat', tone: news },
  barbershop_approved: { icon: 'shop', tone: good },
  staff_changed: { icon: 'people', tone: news },
  plan_changed: { icon: 'gem', tone: news },
  account_changed: { icon: 'user', tone: calm },
}

/** By type; the server may know types that this page does not. */
export function faceOf(type: string): Face {
  return (Object.hasOwn(faces, type) && faces[type]) || { icon: 'bell', tone: calm }
}

/** On the bell: two digits have room. */
export function formatUnread(count: number) {
  return count > 99 ? '99+' : String(count)
}

export function bellLabel(unread: number) {
  if (unread === 0) return 'Notificações'
  return `Notificações, ${formatUnread(unread)} ${unread === 1 ? 'não lida' : 'não lidas'}`
}

/** What came since the last look, oldest first. Nothing is news at the first look. */
export function newsSince(seen: ReadonlySet<string> | undefined, notifications: readonly Notification[]) {
  if (!seen) return []
  return notifications.filter(({ id, read }) => !read && !seen.has(id)).reverse()
}

type TopicWords = { title: string; description: string; letters: string }

export const topicWords: Record<Topic, TopicWords> = {
  appointments: {
    title: 'Agendamentos',
    description: 'Pedidos, confirmações, remarcações e cancelamentos',
    letters: 'sobre agendamentos',
  },
  reminders: { title: 'Lembretes', description: 'Um aviso antes do seu horário', letters: 'de lembrete' },
  reviews: { title: 'Avaliações', description: 'Convites para avaliar e respostas', letters: 'sobre avaliações' },
  business: { title: 'Negócio', description: 'Equipe, barbearias e plano', letters: 'sobre o seu negócio' },
}
