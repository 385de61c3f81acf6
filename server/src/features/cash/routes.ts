import { cashApi } from '@na-regua/contract/cash'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { addRegister, changeRegister } from './change-register.ts'
import { closeCash } from './close-cash.ts'
import { moveCash, reverseMovement } from './move-cash.ts'
import { openCash } from './open-cash.ts'
import {
  type CashPlace,
  findCashPlace,
  listOpenSessions,
  listRegisters,
  listSessionsOfDay,
  sumPaymentsOutside,
} from './queries.ts'

type CashDeps = { db: DatabasePool; clock: Clock }

/** For everyone but those who work with its register the barbershop does not exist. */
export function cashRoutes(app: App, deps: CashDeps) {
  const { db, clock } = deps
  app.route({
    ...cashApi.current,
    access: 'cash',
    statements: 3,
    handler: async ({ caller, params }) => {
      const place = await getPlace(deps, { barbershopId: params.id, userId: caller.id })
      const today = toLocal(toEpochMinute(clock.now()), place.timeZone).date
      const open = await listOpenSessions(db, params.id)
      const registers = (await listRegisters(db, params.id)).map((register) => ({
        ...register,
        session: open.find((session) => session.register.id === register.id) ?? null,
      }))
      return { ...place, today, registers }
    },
  })
  app.route({
    ...cashApi.addRegister,
    access: 'money',
    statements: 9,
    handler: async ({ caller, params, body }, reply) => {
      const register = await addRegister(db, { ...body, barbershopId: params.id, userId: caller.id })
      return reply.status(201).send({ register })
    },
  })
  app.route({
    ...cashApi.changeRegister,
    access: 'money',
    statements: 7,
    handler: async ({ caller, params, body }) => ({
      register: await changeRegister(db, { ...body, id: params.id, userId: caller.id }),
    }),
  })
  app.route({
    ...cashApi.day,
    access: 'cash',
    statements: 3,
    handler: async ({ caller, params, query: { date } }) => {
      const barbershopId = params.id
      const { timeZone } = await getPlace(deps, { barbershopId, userId: caller.id })
      const sessions = await listSessionsOfDay(db, { barbershopId, date })
      return { date, timeZone, sessions, outside: await sumPaymentsOutside(db, { barbershopId, date, timeZone }) }
    },
  })
  app.route({
    ...cashApi.open,
    access: 'cash',
    statements: 14,
    handler: async ({ caller, params, body }, reply) => {
      const session = await openCash(deps, { ...body, barbershopId: params.id, userId: caller.id })
      return reply.status(201).send({ session })
    },
  })
  app.route({
    ...cashApi.move,
    access: 'cash',
    statements: 12,
    handler: async ({ caller, params, body }) => ({
      session: await moveCash(deps, { sessionId: params.id, userId: caller.id, movement: body }),
    }),
  })
  app.route({
    ...cashApi.reverse,
    access: 'cash',
    statements: 10,
    handler: async ({ caller, params, body }) => ({
      session: await reverseMovement(deps, { movementId: params.id, userId: caller.id, reason: body.reason }),
    }),
  })
  app.route({
    ...cashApi.close,
    access: 'cash',
    statements: 13,
    handler: async ({ caller, params, body: { counted, note } }) => ({
      session: await closeCash(deps, { id: params.id, userId: caller.id, counted, note }),
    }),
  })
}

async function getPlace({ db }: CashDeps, request: { barbershopId: string; userId: string }): Promise<CashPlace> {
  const place = await findCashPlace(db, request)
  if (!place) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return place
}
