import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Compressed bytes of scripts and styles that the first page load of a route downloads. */
export type RouteWeight = {
  path: string
  scripts: number
  /** The number of scripts. */
  files: number
  styles: number
  /** A navigation in the browser requests data of the server. */
  needsServer: boolean
}

type Part = {
  module: string
  imports?: string[]
  css?: string[]
  clientLoaderModule?: string
  hasLoader?: boolean
  hasClientLoader?: boolean
}
type Manifest = { entry: Part; routes: Record<string, Part & { id: string; path?: string }> }

const MANIFEST = /^manifest-.*\.js$/
const client = join(import.meta.dirname, '../web/build/client')

/**
 * Every route of the built web with the files that its page loads before it is interactive, heaviest first. With
 * the manifest of all routes.
 */
export function weighRoutes(): RouteWeight[] {
  const manifest = readManifest()
  const { root } = manifest.routes
  if (!root) throw new Error('the manifest of the build lists no root route')
  const pages = Object.values(manifest.routes).filter((route) => route !== root)
  const weighed = pages.map((page) => {
    const parts = [manifest.entry, root, page]
    const scripts = parts.flatMap(({ module, imports = [], clientLoaderModule = [] }) => [
      module,
      imports,
      clientLoaderModule,
    ])
    const urls = [...new Set([`/assets/${findAsset(MANIFEST)}`, ...scripts.flat()])]
    return {
      path: `/${page.path ?? ''}`,
      scripts: weigh(urls),
      files: urls.length,
      needsServer: page.hasLoader === true && !page.hasClientLoader,
      styles: weigh(parts.flatMap(({ css = [] }) => css)),
    }
  })
  return weighed.sort((one, other) => other.scripts - one.scripts)
}

/** All font files that a page may load. */
export function weighFonts(): number {
  const names = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.woff2'))
  return weigh(names.map((name) => `/assets/${name}`))
}

function readManifest(): Manifest {
  const text = readFileSync(join(client, 'assets', findAsset(MANIFEST)), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

function findAsset(pattern: RegExp): string {
  const name = readdirSync(join(client, 'assets')).find((file) => pattern.test(file))
  if (!name) throw new Error('the web is not built: run npm start or npm test once')
  return name
}

function weigh(urls: readonly string[]): number {
  return [...new Set(urls)].reduce((sum, url) => sum + sizeOf(join(client, url)), 0)
}

/** Transfer size. A font file is compressed already. */
function sizeOf(file: string): number {
  return statSync(file.endsWith('.woff2') ? file : `${file}.br`).size
}
