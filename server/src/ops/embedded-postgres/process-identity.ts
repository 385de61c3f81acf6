import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether a process with this PID is running, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Start time of a process as an opaque string. PIDs are reused (in a container nearly always), the pair of PID and start time is
 * not. Undefined when there is no such process.
 */
export function findProcessStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return readColumn(pid, 'lstart')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; the state is the 3rd field, the first after it, the start the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie: its parent never waited for it, as in a container without init.
    return fields[0] === 'Z' ? undefined : `${boot} ${fields[19]}`
  } catch {
    return undefined
  }
}

/** The command line of a process; `undefined` when there is no such process. */
export function findCommand(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return readColumn(pid, 'command')
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}

function readColumn(pid: number, column: string): string {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
}
