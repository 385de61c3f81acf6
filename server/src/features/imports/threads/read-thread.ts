import { ApiError } from '@na-regua/contract/errors'
import { serveThread } from '../../../lib/run-in-threads.ts'
import { readImportFile } from '../files/read-import-file.ts'
import type { ReadOutput, ReadTask } from './read-in-thread.ts'
import { readRows } from './read-rows.ts'

// Runs in a thread of its own: what it reads may take as long as it wants, and its failure ends only the thread.
serveThread<ReadTask, ReadOutput>(async (task) => {
  try {
    if (task.name === 'upload') return { name: 'upload', value: await readImportFile(task.file) }
    return { name: 'rows', value: await readRows(task.file, task.scope) }
  } catch (error) {
    // An error of another class would lose its code between threads.
    if (error instanceof ApiError) return { name: 'refusal', code: error.code, message: error.message }
    throw error
  }
})
