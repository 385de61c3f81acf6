import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createPrograms,
  findFreePorts,
  findPostgresPrograms,
  findProgram,
  listTree,
  type Program,
  signalAll,
  until,
} from './programs.ts'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))

export type Cluster = Awaited<ReturnType<typeof startCluster>>
export type ClusterNode = { name: string; port: number; patroniPort: number; data: string; patroni: Program }

/** Starts etcd, two PostgreSQL under Patroni and HAProxy on this machine, with the files of deploy/. */
export async function startCluster() {
  const programs = {
    etcd: findProgram('etcd', 'etcd-server'),
    patroni: findProgram('patroni', 'patroni'),
    haproxy: findProgram('haproxy', 'haproxy'),
    postgres: findPostgresPrograms(),
  }
  const folder = mkdtempSync(join(tmpdir(), 'na-regua-failover-'))
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? findUser('postgres') : undefined
  for (const file of ['patroni.yml', 'create-database.sh', 'haproxy.cfg'])
    cpSync(join(deploy, file), join(folder, file))
  chmodSync(folder, 0o755)
  const [etcdPort = 0, peerPort = 0, webPort = 0, databasePort = 0, app1 = 0, app2 = 0, ...rest] =
    await findFreePorts(10)
  const { start, stopAll } = createPrograms(folder)
  const password = randomBytes(16).toString('hex')

  const peer = `http://127.0.0.1:${peerPort}`
  const client = `http://127.0.0.1:${etcdPort}`
  start('etcd', {
    command: programs.etcd,
    args: [
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
    ].concat([
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `default=${peer}`,
    ]),
  })

  function startNode(name: string, port: number, patroniPort: number): ClusterNode {
    const data = join(folder, name)
    mkdirSync(data, { recursive: true, mode: 0o700 })
    if (user) chownSync(data, user.uid, user.gid)
    const env = {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(data, 'data'),
      PATRONI_POSTGRESQL_PGPASS: join(data, 'pgpass'),
      PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
      APP_PASSWORD: password,
    }
    const patroni = start(name, { command: programs.patroni, args: [join(folder, 'patroni.yml')], env, user })
    return { name, port, patroniPort, data: join(data, 'data'), patroni }
  }

  const [port1 = 0, api1 = 0, port2 = 0, api2 = 0] = rest
  const nodes: [ClusterNode, ClusterNode] = [startNode('pg1', port1, api1), startNode('pg2', port2, api2)]
  start('haproxy', {
    command: programs.haproxy,
    args: ['-db', '-f', join(folder, 'haproxy.cfg')],
    env: {
      WEB_BIND: `127.0.0.1:${webPort}`,
      DATABASE_BIND: `127.0.0.1:${databasePort}`,
      APP1: `127.0.0.1:${app1}`,
      APP2: `127.0.0.1:${app2}`,
      PG1: `127.0.0.1:${port1}`,
      PG1_PATRONI: String(api1),
      PG2: `127.0.0.1:${port2}`,
      PG2_PATRONI: String(api2),
    },
  })

  async function stop() {
    const pids = nodes.flatMap(pidsOf)
    signalAll(pids, 'SIGCONT')
    await stopAll()
    signalAll(pids, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  return {
    folder,
    start,
    nodes,
    appPorts: [app1, app2] as const,
    url: `postgres://na_regua:${password}@127.0.0.1:${databasePort}/na_regua`,
    urlOf: ({ port }: ClusterNode) => `postgres://postgres:${password}@127.0.0.1:${port}/na_regua`,
    site: `http://127.0.0.1:${webPort}`,
    restart(node: ClusterNode) {
      node.patroni = startNode(node.name, node.port, node.patroniPort).patroni
    },
    stop,
  }
}

/** All processes of the node's Patroni and PostgreSQL. */
export function pidsOf(node: ClusterNode): number[] {
  return [...listTree(node.patroni.child.pid as number), ...postgresPidsOf(node)]
}

export function postgresPidsOf({ data }: ClusterNode): number[] {
  try {
    return listTree(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]))
  } catch {
    return []
  }
}

/** Whether Patroni reports this role for its node. */
export async function isRole({ patroniPort }: ClusterNode, role: 'primary' | 'synchronous'): Promise<boolean> {
  const signal = AbortSignal.timeout(2000)
  const response = await fetch(`http://127.0.0.1:${patroniPort}/${role}`, { signal }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status === 200
}

/** Waits for a primary with a synchronous standby. */
export async function waitForPair({
  nodes,
}: Pick<Cluster, 'nodes'>): Promise<{ primary: ClusterNode; standby: ClusterNode }> {
  let pair: { primary: ClusterNode; standby: ClusterNode } | undefined
  await until('a primary with a synchronous standby', 120, async () => {
    for (const [primary, standby] of [nodes, nodes.toReversed()] as [ClusterNode, ClusterNode][])
      if ((await isRole(primary, 'primary')) && (await isRole(standby, 'synchronous'))) pair = { primary, standby }
    return pair !== undefined
  })
  return pair as { primary: ClusterNode; standby: ClusterNode }
}

function findUser(name: string) {
  const id = (flag: string) => Number(execFileSync('id', [flag, name]))
  return { uid: id('-u'), gid: id('-g') }
}
