import { type Static, Type } from 'typebox'
import { Instant } from './fields.ts'
import { route } from './route.ts'

export const OutboxMessage = Type.Object({
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  createdAt: Instant,
})
export type OutboxMessage = Static<typeof OutboxMessage>

/** Exists only in demo mode: the letters that would have left by e-mail, newest first. */
export const outboxApi = {
  list: route('GET', '/dev/outbox', {
    summary: 'E-mails da demonstração',
    response: { 200: Type.Array(OutboxMessage) },
  }),
}
