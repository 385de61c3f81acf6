import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Asset = { type: string; etag: string; cacheControl: string; bodies: Partial<Record<Encoding, Buffer>> }

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** Names under assets/ carry a hash of their content and never change; the rest may with the next release. */
function cacheControl(url: string) {
  return url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

async function readAsset(folder: string, name: string): Promise<[string, Asset] | undefined> {
  const type = contentTypes[extname(name)]
  if (!type || name.startsWith('.')) return undefined
  const path = join(folder, name)
  const body = (file: string) => readFile(file).catch(() => undefined)
  const [identity, br, gzip] = await Promise.all([readFile(path), body(`${path}.br`), body(`${path}.gz`)])
  const url = `/${name.split(sep).join('/')}`
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return [url, { type, etag, cacheControl: cacheControl(url), bodies: { identity, br, gzip } }]
}

/** Reads every built file once: they are few and small, and an address that is not among them cannot reach the disk. */
export async function readAssets(folder: string) {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const assets = await Promise.all(files.map((file) => readAsset(folder, file.slice(folder.length + 1))))
  return new Map(assets.filter((asset) => asset !== undefined))
}

/** The best encoding that both sides know. A client that says nothing gets plain bytes. */
export function chooseEncoding(acceptEncoding: string | undefined, bodies: Asset['bodies']): Encoding {
  const accepted = (acceptEncoding ?? '').toLowerCase().split(',')
  const accepts = (name: Encoding) =>
    accepted.some((entry) => {
      const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim())
      return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  if (bodies.br && accepts('br')) return 'br'
  return bodies.gzip && accepts('gzip') ? 'gzip' : 'identity'
}
