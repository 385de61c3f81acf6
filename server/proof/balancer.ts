import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Interval of HAProxy's health checks. Two failures in a row remove a process, as in deploy/haproxy.cfg. */
export const CHECK_MS = 200

function configuration(port: number, servers: readonly number[]): string {
  const lines = servers.map((server) => `  server app${server} 127.0.0.1:${server} check`)
  return `global
  maxconn 4000
defaults
  mode http
  timeout connect 5s
  timeout check 2s
  timeout http-request 10s
  timeout client 60s
  timeout server 60s
frontend web
  bind 127.0.0.1:${port}
  option http-buffer-request
  default_backend apps
backend apps
  balance leastconn
  retries 2
  retry-on conn-failure empty-response 503
  option redispatch 1
  http-request disable-l7-retry unless METH_GET
  option httpchk GET /health/ready
  http-check expect status 200
  default-server inter ${CHECK_MS}ms fall 2 rise 1
${lines.join('\n')}
`
}

/** Starts HAProxy in front of the app processes at these ports. */
export async function startBalancer({ port, servers, folder }: { port: number; servers: number[]; folder: string }) {
  if (spawnSync('haproxy', ['-v']).error)
    throw new Error('This proof needs HAProxy: apt-get install haproxy (Debian, Ubuntu).')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, servers))
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const killChild = () => void child.kill('SIGKILL')
  process.once('exit', killChild)
  while (!(await acceptsConnections(port))) {
    if (child.exitCode !== null) throw new Error('HAProxy did not start.')
    await wait(50)
  }
  return async function stop() {
    process.off('exit', killChild)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
