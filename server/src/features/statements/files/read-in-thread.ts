import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { createThreads } from '../../../lib/run-in-threads.ts'
import { explainThreadFailure } from '../../imports/threads/read-in-thread.ts'
import type { ParsedStatement } from './rules.ts'

export type StatementOutput =
  | { name: 'statement'; statement: ParsedStatement }
  | { name: 'refusal'; code: ErrorCode; message: string }

/** Beside the threads of imports. A statement of a year takes less than a second. */
const run = createThreads<Uint8Array, StatementOutput>({
  module: new URL('./read-thread.ts', import.meta.url),
  maxThreads: 1,
  maxQueued: 20,
  timeoutMs: 10_000,
  maxHeapMb: 256,
})

/** Throws IMPORT_INVALID, IMPORT_TOO_LARGE. */
export async function readStatementInThread(bytes: Buffer): Promise<ParsedStatement> {
  const output = await run(bytes).catch(explainThreadFailure)
  if (output.name === 'refusal') throw new ApiError(output.code, {}, output.message)
  return output.statement
}
