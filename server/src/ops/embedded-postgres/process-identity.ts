import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether a process of that number runs now, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * When the process started, as an opaque text that stays the same for its whole life: numbers of processes are used
 * again (in a container nearly always), the pair of number and start is not. `undefined` when there is no such process.
 */
export function findProcessStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return ask(pid, 'lstart')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; the state is the 3rd field, the first after it, the start the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A dead process that its parent never asked about, as in a container without init, keeps its number as a zombie.
    return fields[0] === 'Z' ? undefined : `${boot} ${fields[19]}`
  } catch {
    return undefined
  }
}

/** The command line of a process; `undefined` when there is no such process. */
export function findCommand(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return ask(pid, 'command')
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}

function ask(pid: number, column: string): string {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
}
