import http from 'node:http'

/** Bytes over the wire of what a first visit loads before anybody touches the page. */
export type PageWeight = { path: string; html: number; scripts: number; styles: number; fonts: number }

export async function weighPage(url: string, path: string): Promise<PageWeight> {
  const page = await fetchCompressed(url + path)
  const html = page.text
  const styles = unique(html.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g))
  const preloads = unique(html.matchAll(/<link[^>]+rel="modulepreload"[^>]+href="([^"]+)"/g))
  const entries = unique(html.matchAll(/(?:src|import)\s*=?\s*"(\/assets\/[^"]+\.js)"/g))
  const imported = unique(html.matchAll(/from "(\/assets\/[^"]+\.js)"/g))
  const fonts = unique(html.matchAll(/<link[^>]+href="([^"]+\.woff2)"/g))
  const sum = async (paths: string[]) => {
    const sizes = await Promise.all([...new Set(paths)].map(async (path) => (await fetchCompressed(url + path)).bytes))
    return sizes.reduce((total, size) => total + size, 0)
  }
  return {
    path,
    html: page.bytes,
    scripts: await sum([...preloads, ...entries, ...imported]),
    styles: await sum(styles),
    fonts: await sum(fonts),
  }
}

function unique(matches: Iterable<RegExpMatchArray>): string[] {
  return [...new Set([...matches].map((match) => match[1] as string))]
}

/** `fetch` hides how many bytes came over the wire; `node:http` does not. */
async function fetchCompressed(url: string): Promise<{ bytes: number; text: string }> {
  const bytes = await new Promise<number>((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        let total = 0
        response.on('data', (chunk: Buffer) => {
          total += chunk.length
        })
        response.on('end', () => resolve(total))
      })
      .on('error', reject)
  })
  const answer = await fetch(url)
  return { bytes, text: await answer.text() }
}
