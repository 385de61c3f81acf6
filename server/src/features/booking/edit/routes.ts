import { editsApi } from '@na-regua/contract/edits'
import type { Clock } from '../../../lib/clock.ts'
import { type Config, siteUrlOf } from '../../../lib/config.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { canSendMessages } from '../../../lib/whatsapp.ts'
import { createBookingLink } from '../link/queries.ts'
import { changeStaffNote } from './change-staff-note.ts'
import { editAppointment } from './edit-appointment.ts'
import { undoEdit } from './undo-edit.ts'

type EditDeps = { db: DatabasePool; clock: Clock; config: Config; countAttempts: CountAttempts }

/** Open to every signed-in user: what a caller may do follows from their part in the appointment, not from their role. */
export function editRoutes(app: App, { db, clock, config, countAttempts }: EditDeps) {
  app.route({
    ...editsApi.edit,
    access: 'self',
    statements: 16,
    handler: async ({ caller, params, body: { version, ...edit } }) => {
      const sendsLink = canSendMessages(config) && caller.isEmailVerified
      const request = { id: params.id, version, edit, userId: caller.id, sendsLink, now: clock.now() }
      const appointment = await editAppointment({ db, countAttempts }, request)
      const options = { site: siteUrlOf(config), isSent: sendsLink, isMoved: true }
      return { appointment, link: await createBookingLink(db, appointment, options) }
    },
  })
  app.route({
    ...editsApi.undoEdit,
    access: 'self',
    statements: 16,
    handler: async ({ caller, params, body }) => {
      const request = { id: params.id, version: body.version, userId: caller.id, now: clock.now() }
      return { appointment: await undoEdit({ db, countAttempts }, request) }
    },
  })
  app.route({
    ...editsApi.note,
    access: 'self',
    statements: 4,
    handler: async ({ caller, params, body }) => ({
      appointment: await changeStaffNote(db, { ...body, id: params.id, userId: caller.id, now: clock.now() }),
    }),
  })
}
