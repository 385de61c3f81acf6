// Builds the web when its sources changed since the last build. `npm run build`, and before every start.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, fail, node, root } from './project.mjs'
import { setup } from './setup.mjs'
import { writeSbom } from './write-sbom.mjs'

const web = join(root, 'web')
const stamp = join(web, 'build/sources.sha256')
const client = join(web, 'build/client')
const assets = join(client, 'assets')
const workerFiles = ['service-worker.js', 'service-worker.js.br', 'service-worker.js.gz']
const aside = join(web, 'build/previous-assets')
const ownNames = join(web, 'build/assets.json')
const generated = new Set(['build', 'node_modules', '.react-router', 'test-results'])

export function buildWeb() {
  const sources = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Construindo a web (só quando ela muda)…')
  rmSync(stamp, { force: true })
  const previous = setAsideAssets()
  const build = [join(root, 'node_modules/.bin/react-router'), 'build']
  const result = spawnSync(node, build, {
    cwd: web,
    env: { ...environment, NODE_ENV: 'production' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.status !== 0) fail(`${result.stdout}${result.stderr}\nA construção da web falhou.`)
  restoreWorker()
  restoreAssets(previous)
  buildServiceWorker()
  writeSbom()
  writeFileSync(stamp, sources)
}

/** A copy of the files of the version before, which pages that are still open may load: the build empties their folder. */
function setAsideAssets() {
  if (!existsSync(assets)) return []
  const names = readNames()
  rmSync(aside, { recursive: true, force: true })
  cpSync(assets, aside, { recursive: true })
  for (const name of workerFiles) if (existsSync(join(client, name))) cpSync(join(client, name), join(aside, name))
  return names
}

/** Between the two builds the old worker is served: a page that finds none would take it for removed. */
function restoreWorker() {
  for (const name of workerFiles) if (existsSync(join(aside, name))) renameSync(join(aside, name), join(client, name))
}

/** Beside those of the new version, for one version: what an older one left is not restored again. */
function restoreAssets(names) {
  const own = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name))
  for (const name of names.filter((name) => !own.includes(name) && !name.startsWith('manifest-'))) {
    for (const file of [name, `${name}.br`, `${name}.gz`])
      if (existsSync(join(aside, file))) renameSync(join(aside, file), join(assets, file))
  }
  rmSync(aside, { recursive: true, force: true })
  writeFileSync(ownNames, JSON.stringify(own))
}

/** The names of the last build without those restored by it. */
function readNames() {
  return existsSync(ownNames) ? JSON.parse(readFileSync(ownNames, 'utf8')) : []
}

function buildServiceWorker() {
  const script = join(root, 'scripts/build-service-worker.mjs')
  const result = spawnSync(node, [script], { env: { ...environment, NODE_ENV: 'production' }, encoding: 'utf8' })
  if (result.status !== 0) fail(`${result.stdout}${result.stderr}\nA construção do service worker falhou.`)
  console.log(result.stdout.trim())
}

/** Everything that the build reads: the web, the contract, the package versions. */
function hashSources() {
  const hash = createHash('sha256')
  for (const file of [
    ...listFiles(web),
    ...listFiles(join(root, 'contract')),
    ...listFiles(join(root, 'offline')),
    join(root, 'package-lock.json'),
  ]) {
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function listFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !generated.has(name))
  const paths = entries.map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
  return paths.flat().sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setup()
  buildWeb()
}
