import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Asset } from './web-assets.ts'

export type HtmlPage = {
  status: number
  headers: Record<string, string>
  /** For the policy that goes with the page. */
  scriptHashes: string[]
  bodies: Asset['bodies']
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * The hashes of the inline scripts that carry our nonce, and the page without it. Hashes name exactly the scripts that the
 * rendering wrote, so a page can be cached, compressed and revalidated as it is, while a script that got in otherwise
 * carries no nonce, hence no hash, and does not run.
 */
export function addScriptNonces(html: string, nonce: string) {
  const hashes = new Set<string>()
  for (const [, attributes = '', content = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (content === '' || !attributes.includes(`nonce="${nonce}"`)) continue
    hashes.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), scriptHashes: [...hashes] }
}

/**
 * Makes a rendered answer ready to be sent many times. Quality 5 compresses a page in a few milliseconds, paid once for
 * everyone who asks while the page is fresh.
 */
export async function addPageNonces(rendered: Response, nonce: string): Promise<HtmlPage> {
  const { html, scriptHashes } = addScriptNonces(await rendered.text(), nonce)
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(identity, { level: 6 }),
  ])
  const headers: Record<string, string> = {
    'content-type': rendered.headers.get('content-type') ?? 'text/html; charset=utf-8',
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
  }
  const location = rendered.headers.get('location')
  if (location) headers.location = location
  return { status: rendered.status, headers, scriptHashes, bodies: { identity, br, gzip: gz } }
}
