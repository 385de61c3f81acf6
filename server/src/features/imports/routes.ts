import { importsApi } from '@na-regua/contract/imports'
import { type App, TRANSFER_TIMEOUT_MS } from '../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../lib/rate-limit.ts'
import { receiveUpload } from '../../lib/requests/receive-upload.ts'
import { checkImport, type ImportDeps, uploadImport } from './check-import.ts'
import { getImport, getImportTarget, listImports } from './queries.ts'
import { commitImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'

type ImportRouteDeps = ImportDeps & { countAttempts: CountAttempts }

const HOUR = 3600
const DAY = 24 * HOUR

/** Only for the owner of the barbershop; for everyone else it and its imports do not exist. */
export function importRoutes(app: App, deps: ImportRouteDeps) {
  readingRoutes(app, deps)
  const { countAttempts } = deps
  app.route({
    ...importsApi.upload,
    access: 'settings',
    statements: 5,
    handler: async (request) => {
      const { caller, params, query } = request
      // Before the file is received.
      await getImportTarget(deps.db, params.id, caller.id)
      await countAttempts(
        { action: 'import', of: ['account', caller.id], max: 60, seconds: HOUR },
        { action: 'import', of: ['client', clientKey(request)], max: 60, seconds: HOUR },
      )
      const { bytes, fileName } = await receiveUpload(request, importsApi.upload.schema.upload, {
        invalid: 'IMPORT_INVALID',
        tooLarge: 'IMPORT_TOO_LARGE',
      })
      return uploadImport(deps, { barbershopId: params.id, userId: caller.id, ...query, fileName, bytes })
    },
  })
  changingRoutes(app, deps)
}

function changingRoutes(app: App, deps: ImportRouteDeps) {
  const { countAttempts } = deps
  app.route({
    ...importsApi.check,
    access: 'settings',
    statements: 5,
    // Files of one account are read one after the other.
    handlerTimeout: TRANSFER_TIMEOUT_MS,
    config: { isExpensive: true },
    handler: async ({ caller, params, body }) => {
      await countAttempts({ action: 'import-check', of: ['account', caller.id], max: 200, seconds: HOUR })
      return checkImport(deps, { id: params.id, userId: caller.id, mapping: body })
    },
  })
  app.route({
    ...importsApi.commit,
    access: 'settings',
    statements: 6,
    handler: async ({ caller, params, body }) => {
      await countAttempts({ action: 'import-commit', of: ['account', caller.id], max: 50, seconds: DAY })
      return { import: await commitImport(deps, { id: params.id, userId: caller.id, version: body.version }) }
    },
  })
  app.route({
    ...importsApi.undo,
    access: 'settings',
    statements: 5,
    handler: async ({ caller, params }) => {
      await countAttempts({ action: 'import-undo', of: ['account', caller.id], max: 50, seconds: DAY })
      return { import: await undoImport(deps, { id: params.id, userId: caller.id }) }
    },
  })
}

function readingRoutes(app: App, { db, clock }: ImportDeps) {
  app.route({
    ...importsApi.list,
    access: 'settings',
    statements: 2,
    handler: async ({ caller, params }) => {
      await getImportTarget(db, params.id, caller.id)
      return { imports: await listImports(db, params.id, caller.id, clock.now()) }
    },
  })
  app.route({
    ...importsApi.get,
    access: 'settings',
    statements: 1,
    handler: async ({ caller, params }) => ({ import: await getImport(db, params.id, caller.id, clock.now()) }),
  })
}
