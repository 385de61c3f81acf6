import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { cache, environment, node, root } from './project.mjs'

/** A second Ctrl-C after this long is meant: the first often arrives twice, from the terminal and from npm. */
const AGAIN_MS = 1_000
const PARENT_CHECK_MS = 500

/**
 * What is young is collected in smaller portions, and what C libraries took in many threads lies in two heaps instead of one for each:
 * an idle server needs 60 MB less. Compiled modules are kept, which saves a third of a start.
 */
const modest = ['--max-semi-space-size=4']

/**
 * Runs `node …args` on the project's Node. The child has a session of its own, so that it hears of Ctrl-C once, from us,
 * and a channel to us, by whose end it notices that we were killed.
 */
export function startNode(args) {
  const child = spawn(node, [...modest, ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(cache, 'compiled'), MALLOC_ARENA_MAX: '2', ...environment },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(1))
  })
  let askedAt = 0

  /** Asks it to end in order; asked again, ends it at once. */
  function stop() {
    const isImpatient = askedAt > 0 && Date.now() - askedAt > AGAIN_MS
    if (isImpatient) child.kill('SIGKILL')
    else if (!askedAt) child.kill('SIGTERM')
    askedAt ||= Date.now()
  }

  return { ended, stop }
}

/** Calls `stop` when the terminal, npm or the system wants us to end, also when npm was killed and could not say so. */
export function onStop(stop) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, PARENT_CHECK_MS)
  timer.unref()
}
