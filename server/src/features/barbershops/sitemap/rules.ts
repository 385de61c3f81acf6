/** URLs in one sitemap. Search engines accept 50,000; smaller files are faster to generate and to read. */
export const SITEMAP_PAGE = 10_000

type SitemapUrl = { loc: string; lastmod?: string }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

function escapeXml(text: string) {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}

function formatXml(root: 'urlset' | 'sitemapindex', item: 'url' | 'sitemap', urls: readonly SitemapUrl[]) {
  const lines = urls.map(({ loc, lastmod }) => {
    const changed = lastmod ? `<lastmod>${lastmod}</lastmod>` : ''
    return `<${item}><loc>${escapeXml(loc)}</loc>${changed}</${item}>\n`
  })
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  return `${head}<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${root}>\n`
}

/** `origin` is the public URL without a trailing slash. Page 0 lists everything but barbershops. */
export function formatSitemapIndex(origin: string, barbershopPages: number): string {
  const pages = Array.from({ length: barbershopPages + 1 }, (_, page) => ({ loc: `${origin}/sitemaps/${page}.xml` }))
  return formatXml('sitemapindex', 'sitemap', pages)
}

/** Public pages besides those of barbershops. */
const publicPaths = ['/', '/become-owner', '/sobre', '/contato', '/faq', '/termos', '/privacidade']

export function formatSitePages(origin: string): string {
  return formatXml(
    'urlset',
    'url',
    publicPaths.map((path) => ({ loc: origin + path })),
  )
}

type SitemapBarbershop = { id: string; slug: string | null; changed: string }

/** The canonical URL of each (decision 31). */
export function formatBarbershopPages(origin: string, shops: readonly SitemapBarbershop[]): string {
  const urls = shops.map(({ id, slug, changed }) => ({
    loc: `${origin}/${slug ?? `barbershop/${id}`}`,
    lastmod: changed,
  }))
  return formatXml('urlset', 'url', urls)
}

/** Excludes private pages and the API. */
export function formatRobots(origin: string): string {
  const disallowed = [
    '/api/',
    '/admin',
    '/barber/',
    '/customer/',
    '/barbershop/*/booking/',
    '/profile',
    '/checkout',
    '/dev/',
  ]
  const lines = ['User-agent: *', 'Allow: /', ...disallowed.map((path) => `Disallow: ${path}`), '']
  return [...lines, `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
