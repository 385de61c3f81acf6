import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The processes of the PostgreSQL under `dataDir`, the postmaster first. */
function listProcesses(dataDir: string): [number, ...number[]] {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  return [postmaster, ...children.filter(Boolean).map(Number)]
}

/** kill -9 of the postmaster, of one backend, or of all processes, in turns. */
export function killPostgres(dataDir: string, turn: number) {
  const [postmaster, ...children] = listProcesses(dataDir)
  const victims = [[postmaster], [children.at(-1) ?? postmaster], [postmaster, ...children]][turn % 3] ?? []
  for (const victim of victims) {
    try {
      process.kill(victim, 'SIGKILL')
    } catch {
      // It exited because another process was killed.
    }
  }
}
