import { createHash } from 'node:crypto'
import type { NotificationType } from '@na-regua/contract/notifications'
import type { PushAction, PushPayload } from '@na-regua/contract/push'

/** What a device that hides details shows: what kind of thing happened, but no name, service or time. */
const hiddenTitles: Record<NotificationType, string> = {
  booking_received: 'Novo pedido de agendamento',
  booking_requested: 'Seu pedido de agendamento foi enviado',
  booking_confirmed: 'Um agendamento foi confirmado',
  booking_rejected: 'Um pedido de agendamento foi recusado',
  booking_cancelled: 'Um agendamento foi cancelado',
  booking_rescheduled: 'Um agendamento mudou',
  booking_completed: 'Um atendimento terminou',
  booking_missed: 'Um agendamento foi marcado como falta',
  booking_released: 'Um pedido de agendamento ficou sem resposta',
  booking_reminder: 'Lembrete de um agendamento',
  booking_delayed: 'Novidade no seu horário de hoje',
  presence_confirmed: 'Uma presença foi confirmada',
  review_received: 'Nova avaliação',
  review_answered: 'Uma avaliação foi respondida',
  dispute_opened: 'Uma comissão foi contestada',
  dispute_answered: 'Uma contestação foi respondida',
  barbershop_approved: 'Novidade na sua barbearia',
  staff_changed: 'Novidade na equipe',
  plan_changed: 'Novidade no seu plano',
  account_changed: 'Novidade na sua conta',
  queue_called: 'É a sua vez na fila',
  queue_next: 'Você é o próximo da fila',
  series_changed: 'Novidade no seu horário fixo',
  last_minute: 'Horário relâmpago perto de você',
  slot_offered: 'Um horário abriu para você',
  visit_due: 'Está na hora de marcar de novo?',
}

/** The most bytes of the texts as JSON. With the path, two buttons and the tags below the whole stays under 3,000 bytes, and 4,096 when encrypted. */
const TITLE_BYTES = 200
const BODY_BYTES = 900

export type PushContent = {
  deviceId: string
  userId: string
  dedupeKey: string
  type: NotificationType
  title: string
  message: string
  path: string | null
  hidesDetails: boolean
  notificationId: string | null
  badge: number
  /** The keys of pushes that were read or replaced since. */
  readKeys: readonly string[]
  createdAt: Date
}

export function renderPush(content: PushContent, actions: PushAction[]): PushPayload {
  const { deviceId, userId, dedupeKey, type, path, hidesDetails, notificationId, badge, readKeys, createdAt } = content
  const texts = hidesDetails ? { title: hiddenTitles[type], body: '' } : { title: content.title, body: content.message }
  return {
    deviceId,
    title: cutToBytes(texts.title, TITLE_BYTES),
    body: cutToBytes(texts.body, BODY_BYTES),
    path: path ?? '/',
    tag: tagOf(userId, dedupeKey),
    notificationId,
    badge,
    actions,
    readTags: readKeys.map((readKey) => tagOf(userId, readKey)),
    createdAt: createdAt.toISOString(),
  }
}

/** Also the `Topic` of the push, RFC 8030: at most 32 characters of base64url. */
function tagOf(userId: string, dedupeKey: string): string {
  return createHash('sha256').update(`${userId} ${dedupeKey}`).digest('hex').slice(0, 32)
}

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/** Cut between graphemes, so that no character loses its accent and no emoji a part. */
export function cutToBytes(text: string, max: number): string {
  if (bytesOf(text) <= max) return text
  let cut = ''
  let bytes = bytesOf('…')
  for (const { segment } of graphemes.segment(text)) {
    bytes += bytesOf(segment)
    if (bytes > max) break
    cut += segment
  }
  return `${cut.trimEnd()}…`
}
