// `npm run sbom`, and every build of the web: the runtime packages as CycloneDX 1.5. Read from the lock file, because `npm sbom`
// fails on a peer conflict of a development tool, and with --omit=dev leaves out some runtime packages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './project.mjs'

// Outside the served folder: our versions are not public.
const target = join(root, 'web/build/sbom.cdx.json')

export function readSbom() {
  const { name, version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const runtime = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  const component = { type: 'application', name, version }
  const components = runtime.map(([path, locked]) => toComponent(path.split('node_modules/').at(-1), locked))
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components }
}

function toComponent(name, { version, license, integrity }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [alg, hash] = integrity?.split('-') ?? []
  return {
    type: 'library',
    name,
    version,
    purl,
    'bom-ref': purl,
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
