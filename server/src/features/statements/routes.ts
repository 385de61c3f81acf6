import { ApiError } from '@na-regua/contract/errors'
import { pixApi } from '@na-regua/contract/pix'
import { statementsApi } from '@na-regua/contract/statements'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { type App, TRANSFER_TIMEOUT_MS } from '../../lib/http.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { receiveUpload } from '../../lib/requests/receive-upload.ts'
import { getBookZone } from '../ledger/queries.ts'
import { acceptPayment, decideAside, matchEntry } from './decide-entry.ts'
import { importStatement } from './import-statement.ts'
import { findPixSettings, listWaitingPix } from './queries.ts'
import { readInbox } from './read-inbox.ts'
import { savePix } from './save-pix.ts'

type StatementDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

const HOUR = 3600

export function statementRoutes(app: App, deps: StatementDeps) {
  pixRoutes(app, deps)
  const { db, countAttempts } = deps
  app.route({
    ...statementsApi.inbox,
    access: 'money',
    statements: 4,
    handler: ({ caller, params }) => readInbox(deps, { barbershopId: params.id, userId: caller.id }),
  })
  app.route({
    ...statementsApi.upload,
    access: 'money',
    // Without those that a txid names, each of which is confirmed by a transaction of its own.
    statements: 6,
    handlerTimeout: TRANSFER_TIMEOUT_MS,
    handler: async (request) => {
      const { caller, params } = request
      // Before the file is received.
      await getBookZone(db, params.id, caller.id)
      await countAttempts({ action: 'statement', of: ['account', caller.id], max: 60, seconds: HOUR })
      const { bytes, fileName } = await receiveUpload(request, statementsApi.upload.schema.upload, {
        invalid: 'IMPORT_INVALID',
        tooLarge: 'IMPORT_TOO_LARGE',
      })
      return importStatement(deps, { barbershopId: params.id, userId: caller.id, fileName, bytes })
    },
  })
  decisionRoutes(app, deps)
}

function decisionRoutes(app: App, deps: StatementDeps) {
  app.route({
    ...statementsApi.match,
    access: 'money',
    statements: 12,
    handler: async ({ caller, params, body }) => {
      await matchEntry(deps, { entryId: params.id, paymentId: body.paymentId, userId: caller.id })
      return { decided: true as const }
    },
  })
  app.route({
    ...statementsApi.setAside,
    access: 'money',
    statements: 2,
    handler: async ({ caller, params, body }) => {
      await decideAside(deps, { id: params.id, userId: caller.id, isSetAside: body.isSetAside })
      return { decided: true as const }
    },
  })
  app.route({
    ...statementsApi.accept,
    access: 'money',
    statements: 8,
    handler: async ({ caller, params }) => {
      await acceptPayment(deps, { paymentId: params.id, userId: caller.id })
      return { decided: true as const }
    },
  })
}

function pixRoutes(app: App, deps: StatementDeps) {
  const getSettings = async (barbershopId: string, userId: string) => {
    const settings = await findPixSettings(deps.db, barbershopId, userId)
    if (!settings) throw new ApiError('BARBERSHOP_NOT_FOUND')
    return settings
  }
  app.route({
    ...pixApi.get,
    access: 'staff',
    statements: 1,
    handler: async ({ caller, params }) => ({ settings: await getSettings(params.id, caller.id) }),
  })
  app.route({
    ...pixApi.save,
    access: 'owner',
    statements: 4,
    handler: async ({ caller, params, body }) => {
      await savePix(deps, { barbershopId: params.id, userId: caller.id, ...body })
      return { settings: await getSettings(params.id, caller.id) }
    },
  })
  app.route({
    ...statementsApi.waiting,
    access: 'staff',
    statements: 1,
    handler: async ({ caller, params }) => {
      const payments = await listWaitingPix(deps.db, params.id, caller.id)
      if (!payments) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { payments }
    },
  })
}
