/** Addresses in one sitemap. Search engines take 50,000; smaller files stay quick to make and to read. */
export const SITEMAP_PAGE = 10_000

type Place = { loc: string; lastmod?: string }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

function escapeXml(text: string) {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}

function formatXml(root: 'urlset' | 'sitemapindex', item: 'url' | 'sitemap', places: readonly Place[]) {
  const lines = places.map(({ loc, lastmod }) => {
    const changed = lastmod ? `<lastmod>${lastmod}</lastmod>` : ''
    return `<${item}><loc>${escapeXml(loc)}</loc>${changed}</${item}>\n`
  })
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  return `${head}<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${root}>\n`
}

/** `site` is the address that people reach, without a slash at its end. Page 0 holds what is no shop. */
export function formatSitemapIndex(site: string, shopPages: number): string {
  const pages = Array.from({ length: shopPages + 1 }, (_, page) => ({ loc: `${site}/sitemaps/${page}.xml` }))
  return formatXml('sitemapindex', 'sitemap', pages)
}

/** What anybody may read, besides the shops. */
const sitePages = ['/', '/become-owner', '/sobre', '/contato', '/faq', '/termos', '/privacidade']

export function formatSitePages(site: string): string {
  return formatXml(
    'urlset',
    'url',
    sitePages.map((path) => ({ loc: site + path })),
  )
}

export function formatShopPages(site: string, shops: readonly { id: string; changed: string }[]): string {
  const places = shops.map(({ id, changed }) => ({ loc: `${site}/barbershop/${id}`, lastmod: changed }))
  return formatXml('urlset', 'url', places)
}

/** What belongs to one person, or is made for programs, is not for search engines. */
export function formatRobots(site: string): string {
  const closed = [
    '/api/',
    '/admin',
    '/barber/',
    '/customer/',
    '/barbershop/*/booking/',
    '/profile',
    '/checkout',
    '/dev/',
  ]
  const lines = ['User-agent: *', 'Allow: /', ...closed.map((path) => `Disallow: ${path}`), '']
  return [...lines, `Sitemap: ${site}/sitemap.xml`, ''].join('\n')
}
