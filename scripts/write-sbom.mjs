// `npm run sbom`, and with every build of the web: which packages run, as CycloneDX 1.5. Out of the lock by ourselves, because
// `npm sbom` refuses a tree in which a tool of development disagrees with its own parts, and without those loses some that run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './project.mjs'

// Beside what is served, not among it: nobody outside needs our versions.
const target = join(root, 'web/build/sbom.cdx.json')

export function readSbom() {
  const { name, version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const running = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  const component = { type: 'application', name, version }
  const components = running.map(([path, locked]) => toComponent(path.split('node_modules/').at(-1), locked))
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components }
}

function toComponent(name, { version, license, integrity }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [alg, hash] = integrity?.split('-') ?? []
  return {
    type: 'library',
    ...{ name, version, purl, 'bom-ref': purl },
    ...(license && { licenses: [{ expression: license }] }),
    ...(alg === 'sha512' && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
  }
}

export function writeSbom() {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, JSON.stringify(readSbom(), undefined, 1))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeSbom()
  console.log(target)
}
