import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { createConcurrencyQueues } from '../../../lib/requests/concurrency.ts'
import { createThreads, ThreadFailure } from '../../../lib/run-in-threads.ts'
import type { ReadImportFile, UploadedFile } from '../files/read-import-file.ts'
import type { ImportScope } from '../rows/rules.ts'
import type { FileToRead, ReadRows } from './read-rows.ts'

export type ReadTask = { name: 'upload'; file: UploadedFile } | { name: 'rows'; file: FileToRead; scope: ImportScope }

export type ReadOutput =
  | { name: 'upload'; value: ReadImportFile }
  | { name: 'rows'; value: ReadRows }
  | { name: 'refusal'; code: ErrorCode; message: string }

const MAX_QUEUED = 40

/** The threads of this process. A file of 5 MB takes about a second; the budgets of the parsers end hostile ones sooner than this limit. */
const run = createThreads<ReadTask, ReadOutput>({
  module: new URL('./read-thread.ts', import.meta.url),
  maxThreads: 2,
  maxQueued: MAX_QUEUED,
  timeoutMs: 20_000,
  maxHeapMb: 512,
})

/** One account takes one thread at most: the other one is for the others. */
const inTurn = createConcurrencyQueues({ concurrency: 1, maxQueued: MAX_QUEUED })

export async function readFileInThread(accountId: string, file: UploadedFile): Promise<ReadImportFile> {
  const output = await inTurn(accountId, () => run({ name: 'upload', file }))
  if (output.name === 'upload') return output.value
  throw refusalOf(output)
}

export async function readRowsInThread(accountId: string, stored: FileToRead, scope: ImportScope): Promise<ReadRows> {
  const { kind, mapping, barbershopId, content, createdAt } = stored
  const file = { kind, mapping, barbershopId, content, createdAt }
  const output = await inTurn(accountId, () => run({ name: 'rows', file, scope }))
  if (output.name === 'rows') return output.value
  throw refusalOf(output)
}

function refusalOf(output: ReadOutput): Error {
  if (output.name === 'refusal') return new ApiError(output.code, {}, output.message)
  return new Error(`an output of another task: ${output.name}`)
}

/** For a request. A job repeats what failed. */
export function explainThreadFailure(error: unknown): never {
  if (!(error instanceof ThreadFailure)) throw error
  throw new ApiError(
    'IMPORT_INVALID',
    {},
    'Não conseguimos ler este arquivo: ele demora demais. Exporte um período menor.',
  )
}
