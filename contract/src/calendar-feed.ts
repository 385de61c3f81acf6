import { Type } from 'typebox'
import { Instant, Nullable, RandomToken, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'

/** The URL of the user's appointments for calendar clients. Returned once on creation; only its hash is stored. */
export const calendarFeedApi = defineApi(
  { tag: 'calendarFeed', description: 'A agenda em programas de calendário' },
  {
    get: route('GET', '/users/me/calendar-feed', {
      summary: 'Desde quando o link do calendário existe',
      response: { 200: Type.Object({ createdAt: Nullable(Instant) }) },
    }),
    create: route('POST', '/users/me/calendar-feed', {
      summary: 'Cria o link do calendário, ou troca por um novo; o anterior deixa de valer',
      response: { 201: Type.Object({ url: Type.String(), createdAt: Instant }) },
    }),
    remove: route('DELETE', '/users/me/calendar-feed', {
      summary: 'Desliga o link do calendário',
      response: { 200: Type.Object({ removed: Type.Boolean() }) },
    }),
    read: route('GET', '/calendar/:token.ics', {
      summary: 'A agenda para programas de calendário: o que é de cliente e o que é de barbeiro',
      produces: ['text/calendar'],
      params: Strict({ token: RandomToken }),
      errors: ['NOT_FOUND', 'CALENDAR_FEED_ENDED'],
      response: { 200: Type.String(), 304: Type.Null() },
    }),
  },
)
