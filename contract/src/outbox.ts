import { type Static, Type } from 'typebox'
import { Instant } from './fields.ts'
import { defineApi, route } from './route.ts'

export const OutboxMessage = Type.Object({
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  createdAt: Instant,
})
export type OutboxMessage = Static<typeof OutboxMessage>

/** Demo mode only: the emails that would have been sent, newest first. */
export const outboxApi = defineApi(
  { tag: 'outbox', description: 'E-mails da demonstração, só nela' },
  {
    list: route('GET', '/dev/outbox', {
      summary: 'E-mails da demonstração',
      response: { 200: Type.Array(OutboxMessage) },
    }),
  },
)
