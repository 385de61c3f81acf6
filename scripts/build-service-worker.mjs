// Bundles the service worker after the web, with the list of the files that it stores. Run by build-web.mjs.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './project.mjs'

const client = join(root, 'web/build/client')
const file = join(client, 'service-worker.js')
const bundled = join(client, 'service-worker.next.js')

/** The pages that open without network, by the path of their route. */
const offlinePages = [
  '',
  'customer/appointments',
  'customer/favorites',
  'barber/appointments',
  'barber/schedule',
  'admin/appointments',
  'clientes',
  'caixa',
  // Pages that require a login lead there.
  'login',
]
/** Pages that one can only reach from others by a link: their code, without HTML. */
const offlineParts = ['barbershop/:id', 'notifications', 'profile']

/** Useless without network: maps, captchas, card forms. Their files are loaded by others only when they are needed. */
const excluded = /^(draw-map|home-map|location-dialog|layers|marker-icon|altcha-widget|stripe-form)/

const manifestName = readdirSync(join(client, 'assets')).find((name) => /^manifest-.*\.js$/.test(name))
const manifest = readManifest()

function readManifest() {
  const text = readFileSync(join(client, 'assets', manifestName), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

function findRoute(path) {
  const route = Object.values(manifest.routes).find((one) => one.id !== 'root' && (one.path ?? '') === path)
  if (!route) throw new Error(`the web has no route ${path}`)
  return route
}

/** What these files import, now or later, and what their styles refer to. */
function listFiles(names) {
  const found = new Set()
  const waiting = [...names]
  const all = new Set(readdirSync(join(client, 'assets')))
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (found.has(name) || !all.has(name)) continue
    found.add(name)
    if (!/\.(js|css)$/.test(name)) continue
    const text = readFileSync(join(client, 'assets', name), 'utf8')
    const others = [...text.matchAll(/(?:\.\/|assets\/)([\w.-]+\.(?:js|css|woff2|svg))/g)].map(([, other]) => other)
    waiting.push(...others.filter((other) => !excluded.test(other)), ...listImports(text))
  }
  return [...found].sort()
}

/** A module does not run without what it imports at once. */
function listImports(text) {
  return [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, name]) => name)
}

function listPrecache() {
  const routes = [...offlinePages, ...offlineParts].map(findRoute)
  const parts = [manifest.entry, manifest.routes.root, ...routes]
  const urls = parts.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css])
  const names = listFiles(urls.map((url) => url.replace('/assets/', '')))
  return [...names, manifestName].map((name) => ({ url: `/assets/${name}`, revision: null }))
}

async function bundle() {
  await build({
    configFile: false,
    root: join(root, 'offline'),
    logLevel: 'error',
    publicDir: false,

    define: { 'process.env.NODE_ENV': '"production"', __MANIFEST_URL__: JSON.stringify(`/assets/${manifestName}`) },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'offline/src/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.next.js' },
      },
    },
  })
  const code = readFileSync(bundled, 'utf8')
  rmSync(bundled)
  return code
}

/** The version is a hash of all that the worker stores and does: the same build twice is the same version. */
function writeWorker(code, files) {
  const offlinePage = { url: '/offline.html', revision: hash(readFileSync(join(client, 'offline.html'))) }
  const version = hash(code + JSON.stringify([files, offlinePage]))
  const pages = offlinePages.map((path) => ({ url: `/${path}`, revision: version }))
  const text = code
    .replace('self.__WB_MANIFEST', () => JSON.stringify([...files, offlinePage, ...pages]))
    .replaceAll('__VERSION__', () => JSON.stringify(version))
  replace(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  replace(`${file}.gz`, gzipSync(text, { level: 9 }))
  replace(file, text)
  return version
}

/** A server of this folder sends the old file or the new one, never a part of it or none. */
function replace(path, content) {
  writeFileSync(`${path}.next`, content)
  renameSync(`${path}.next`, path)
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** What a browser downloads for it, of which it has most already. */
function weigh(files) {
  return files.reduce((sum, { url }) => {
    const path = join(client, url)
    return sum + statSync(/\.(js|css|svg)$/.test(path) ? `${path}.br` : path).size
  }, 0)
}

const files = listPrecache()
const version = writeWorker(await bundle(), files)
console.log(`service worker ${version}: ${files.length} files, ${Math.round(weigh(files) / 1024)} KiB compressed`)
