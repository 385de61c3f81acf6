import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { bookWalkIn } from './book-walk-in.ts'

/** Open to every signed-in user: what a caller may do follows from their part in the barbershop, not from their role. */
export function walkInRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...appointmentsApi.walkIn,
    access: 'self',
    statements: 9,
    handler: async ({ caller, body }, reply) => {
      const appointment = await bookWalkIn(db, { userId: caller.id, input: body, now: clock.now() })
      return reply.status(201).send({ appointment })
    },
  })
}
