// `npm run sbom`, and with every build of the web: every package of the lock, as CycloneDX. Those of development stand in it, too: leaving them out, npm loses some that run.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, fail, root } from './project.mjs'

// Beside what is served, not among it: nobody outside needs our versions.
const target = join(root, 'web/build/sbom.cdx.json')

/** Asks the npm that called us, if one did, else the machine's. Undefined when it knows no such thing. */
export function readSbom() {
  const npm = process.env.npm_execpath
  const [program, ...args] = npm ? [process.env.npm_node_execpath ?? process.execPath, npm] : ['npm']
  const wish = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const result = spawnSync(program, [...args, ...wish], {
    cwd: root,
    env: npm ? process.env : environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return result.status === 0 ? result.stdout : undefined
}

/** False where npm cannot make one: a build is one also without it. */
export function writeSbom() {
  const sbom = readSbom()
  if (sbom === undefined) return false
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, sbom)
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!writeSbom()) fail('O npm não soube listar os pacotes: "npm sbom" existe a partir do npm 10.')
  console.log(target)
}
