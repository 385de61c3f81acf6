// Builds the web when its sources changed since the last build. `npm run build`, and before every start.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, fail, node, root } from './project.mjs'
import { setup } from './setup.mjs'
import { writeSbom } from './write-sbom.mjs'

const web = join(root, 'web')
const stamp = join(web, 'build/sources.sha256')
const generated = new Set(['build', 'node_modules', '.react-router', 'test-results'])

export function buildWeb() {
  const sources = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Construindo a web (só quando ela muda)…')
  rmSync(stamp, { force: true })
  const build = [join(root, 'node_modules/.bin/react-router'), 'build']
  const result = spawnSync(node, build, {
    cwd: web,
    env: { ...environment, NODE_ENV: 'production' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.status !== 0) fail(`${result.stdout}${result.stderr}\nA construção da web falhou.`)
  writeSbom()
  writeFileSync(stamp, sources)
}

/** Everything that the build reads: the web, the contract, the package versions. */
function hashSources() {
  const hash = createHash('sha256')
  for (const file of [...listFiles(web), ...listFiles(join(root, 'contract')), join(root, 'package-lock.json')]) {
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
