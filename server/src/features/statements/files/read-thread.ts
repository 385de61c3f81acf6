import { ApiError } from '@na-regua/contract/errors'
import { serveThread } from '../../../lib/run-in-threads.ts'
import type { StatementOutput } from './read-in-thread.ts'
import { readStatement } from './read-statement.ts'

// Runs in a thread of its own: what it reads may take as long as it wants, and its failure ends only the thread.
serveThread<Uint8Array, StatementOutput>(async (bytes) => {
  try {
    return { name: 'statement', statement: readStatement(Buffer.from(bytes)) }
  } catch (error) {
    // An error of another class would lose its code between threads.
    if (error instanceof ApiError) return { name: 'refusal', code: error.code, message: error.message }
    throw error
  }
})
