import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../../lib/config.ts'
import { doubtful, explain, type Finding, fine, wrong } from './finding.ts'

const GIB = 2 ** 30

type MachineConfig = Pick<Config, 'dataDir' | 'host' | 'port'>

/** The data folder, the port and the web build. */
export async function examineMachine({ dataDir, host, port }: MachineConfig, webFolder: string): Promise<Finding[]> {
  return [await examineFolder(dataDir), await examinePort(host, port), examineWeb(webFolder)]
}

async function examineFolder(dataDir: string): Promise<Finding> {
  const probe = join(dataDir, `doctor-${randomUUID()}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, 'doctor')
    await rm(probe)
  } catch (error) {
    return wrong(`DATA_DIR: ${dataDir} não aceita arquivos (${explain(error)}).`, 'Dê a pasta a quem roda o servidor.')
  }
  const { bavail, bsize } = await statfs(dataDir)
  const free = (bavail * bsize) / GIB
  if (free < 1) return wrong(`Restam ${free.toFixed(1)} GiB em ${dataDir}.`, 'Libere espaço antes que o banco pare.')
  return fine(`${dataDir} aceita arquivos, com ${free.toFixed(0)} GiB livres.`)
}

async function examinePort(host: string, port: number): Promise<Finding> {
  const isOurs = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(2000) })
    .then((response) => response.ok)
    .catch(() => false)
  if (isOurs) return fine(`Na Régua já atende na porta ${port}.`)
  const refused = await new Promise<string | undefined>((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(explain(error)))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
  return refused
    ? wrong(`A porta ${port} não pode ser usada (${refused}).`, 'Escolha outra com PORT, ou encerre quem a usa.')
    : fine(`A porta ${port} está livre.`)
}

function examineWeb(folder: string): Finding {
  return existsSync(join(folder, 'server'))
    ? fine('As páginas estão construídas.')
    : doubtful(
        'As páginas ainda não foram construídas.',
        '`npm start` as constrói; para outro início, rode `npm run build`.',
      )
}
