import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness, type Harness } from '../../../../test/harness.ts'
import { listSitemapBarbershops, listSitemapStarts } from './queries.ts'
import { formatBarbershopPages } from './rules.ts'

let harness: Harness
let openShop: string
let closedShop: string
beforeAll(async () => {
  harness = await createHarness({ environment: { PUBLIC_URL: 'https://naregua.test' } })
  openShop = (await createBarbershopRow(harness)).id
  closedShop = (await createBarbershopRow(harness, { isActive: false })).id
})
afterAll(() => harness.close())

const get = (url: string) => harness.app.inject(url)

describe('robots.txt', () => {
  it('names the sitemap and excludes private pages', async () => {
    const response = await get('/robots.txt')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
    expect(response.payload).toContain('Sitemap: https://naregua.test/sitemap.xml')
    for (const path of ['/api/', '/admin', '/barbershop/*/booking/', '/profile'])
      expect(response.payload).toContain(`Disallow: ${path}\n`)
  })
})

describe('the sitemap', () => {
  it('is an index of pages that all exist', async () => {
    const index = await get('/sitemap.xml')
    expect(index.statusCode).toBe(200)
    expect(index.headers['content-type']).toMatch(/^application\/xml/)
    const pages = [...index.payload.matchAll(/<loc>https:\/\/naregua\.test(.*?)<\/loc>/g)].map(([, path = '']) => path)
    expect(pages).toEqual(['/sitemaps/0.xml', '/sitemaps/1.xml'])
    for (const page of pages) expect((await get(page)).statusCode).toBe(200)
  })

  it('lists the home page and each active barbershop', async () => {
    expect((await get('/sitemaps/0.xml')).payload).toContain('<loc>https://naregua.test/</loc>')
    const { payload } = await get('/sitemaps/1.xml')
    expect(payload).toMatch(
      new RegExp(`<loc>https://naregua.test/barbershop/${openShop}</loc><lastmod>20..-..-..</lastmod>`),
    )
    expect(payload).not.toContain(closedShop)
  })

  it.each(['/sitemaps/2.xml', '/sitemaps/99999.xml', '/sitemaps/x.xml', '/sitemaps/-1.xml', '/sitemaps/1'])(
    'has no %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  it('may be cached for ten minutes', async () => {
    expect((await get('/sitemap.xml')).headers['cache-control']).toBe('public, max-age=600')
  })
})

describe('pages of barbershops', () => {
  it('follow one another without a gap or a duplicate', async () => {
    for (let extra = 0; extra < 6; extra++) await createBarbershopRow(harness)
    const all = (await listSitemapBarbershops(harness.db, '00000000-0000-0000-0000-000000000000', 100)).map(
      ({ id }) => id,
    )
    const starts = await listSitemapStarts(harness.db, 3)
    const pages = await Promise.all(starts.map((start) => listSitemapBarbershops(harness.db, start, 3)))
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
    expect(pages.flat().map(({ id }) => id)).toEqual(all)
  })

  it('escape the characters of a URL', () => {
    expect(formatBarbershopPages('https://a.test/?x=<&>', [])).not.toContain('<&>')
    expect(formatBarbershopPages('https://a.test/?a&b', [{ id: '1', slug: null, changed: '2026-01-01' }])).toContain(
      '?a&amp;b/barbershop/1',
    )
  })
})
