import { contractsApi, type PartnerShares } from '@na-regua/contract/contracts'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { type App, TRANSFER_TIMEOUT_MS } from '../../../lib/http.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { receiveUpload } from '../../../lib/requests/receive-upload.ts'
import { exportShares } from './export-shares.ts'
import {
  type ContractInput,
  deleteContract,
  findContractFile,
  findContracts,
  findShareMonth,
  insertContract,
  isBarberManaged,
  isContractManaged,
  listPartnerShares,
  updateContract,
} from './queries.ts'
import { findContractProblem, sumShares } from './rules.ts'
import { storeContractFile } from './store-file.ts'

type ContractDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

const HOUR = 3600
/** More are a mistake: a contract is of a year or so. */
const MAX_CONTRACTS = 50

/** The contracts of barbers, and what those of partners (Salão Parceiro) give each side. */
export function contractRoutes(app: App, deps: ContractDeps) {
  const { db, clock } = deps
  app.route({
    ...contractsApi.list,
    access: 'staff',
    statements: 1,
    async handler({ caller, params }) {
      const found = await findContracts(db, { barbershopId: params.id, userId: caller.id, now: clock.now() })
      if (!found) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return found
    },
  })
  app.route({
    ...contractsApi.create,
    access: 'money',
    statements: 2,
    async handler({ caller, params, body }, reply) {
      requireSound(body)
      const contract = { ...body, barbershopId: params.id, userId: caller.id, now: clock.now() }
      const inserted = await insertContract(db, contract, { limit: MAX_CONTRACTS })
      if (!inserted) throw new ApiError((await isBarberManaged(db, contract)) ? 'CONTRACT_LIMIT' : 'BARBER_NOT_FOUND')
      reply.status(201)
      return inserted
    },
  })
  app.route({
    ...contractsApi.update,
    access: 'money',
    statements: 2,
    async handler({ caller, params, body }) {
      requireSound(body)
      const access = { id: params.id, userId: caller.id }
      const updated = await updateContract(db, { ...body, ...access, now: clock.now() })
      if (updated) return updated
      throw new ApiError((await isContractManaged(db, access)) ? 'EDIT_CONFLICT' : 'NOT_FOUND')
    },
  })
  app.route({
    ...contractsApi.remove,
    access: 'money',
    statements: 1,
    async handler({ caller, params }) {
      if (!(await deleteContract(db, { id: params.id, userId: caller.id }))) throw new ApiError('NOT_FOUND')
      return { removed: true as const }
    },
  })
  fileRoutes(app, deps)
  shareRoutes(app, deps)
}

function requireSound(contract: ContractInput): void {
  const problem = findContractProblem(contract)
  if (problem) throw new ApiError('INVALID_INPUT', {}, problem)
}

function fileRoutes(app: App, deps: ContractDeps) {
  const { db, countAttempts } = deps
  app.route({
    ...contractsApi.addFile,
    access: 'money',
    statements: 5,
    handlerTimeout: TRANSFER_TIMEOUT_MS,
    handler: async (request) => {
      const access = { id: request.params.id, userId: request.caller.id }
      // Before the file is received.
      if (!(await isContractManaged(db, access))) throw new ApiError('NOT_FOUND')
      await countAttempts({ action: 'contract', of: ['account', access.userId], max: 60, seconds: HOUR })
      const { bytes } = await receiveUpload(request, contractsApi.addFile.schema.upload, {
        invalid: 'CONTRACT_FILE_INVALID',
        tooLarge: 'CONTRACT_FILE_TOO_LARGE',
      })
      return storeContractFile(deps, { ...access, bytes })
    },
  })
  app.route({
    ...contractsApi.file,
    access: 'staff',
    statements: 1,
    handlerTimeout: TRANSFER_TIMEOUT_MS,
    async handler({ caller, params }, reply) {
      const file = await findContractFile(db, { id: params.id, userId: caller.id })
      if (!file) throw new ApiError('NOT_FOUND')
      // Saved, never shown as a page: a PDF is what someone else has made.
      reply.header('content-disposition', 'attachment')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      return reply.type(file.type).send(file.bytes)
    },
  })
}

function shareRoutes(app: App, { db }: ContractDeps) {
  async function readShares(barbershopId: string, userId: string, month: string): Promise<PartnerShares> {
    const found = await findShareMonth(db, { barbershopId, userId, month })
    if (!found) throw new ApiError('BARBERSHOP_NOT_FOUND')
    const shares = await listPartnerShares(db, found)
    return { month, shares, total: sumShares(shares) }
  }
  app.route({
    ...contractsApi.shares,
    access: 'money',
    statements: 2,
    config: { isExpensive: true },
    handler: ({ caller, params, query }) => readShares(params.id, caller.id, query.month),
  })
  app.route({
    ...contractsApi.sharesCsv,
    access: 'money',
    statements: 2,
    config: { isExpensive: true },
    async handler({ caller, params, query }, reply) {
      const shares = await readShares(params.id, caller.id, query.month)
      return reply.type('text/csv; charset=utf-8').send(exportShares(shares))
    },
  })
}
