import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBarbershop } from '../../../../test/barbershop-factories.ts'
import { createHarness, type Harness } from '../../../../test/harness.ts'
import { listSitemapShops, listSitemapStarts } from './queries.ts'
import { formatShopPages } from './rules.ts'

let harness: Harness
let openShop: string
let closedShop: string
beforeAll(async () => {
  harness = await createHarness({ environment: { PUBLIC_URL: 'https://naregua.test' } })
  openShop = (await createBarbershop(harness)).id
  closedShop = (await createBarbershop(harness, { isActive: false })).id
})
afterAll(() => harness.close())

const read = (url: string) => harness.app.inject(url)

describe('robots.txt', () => {
  it('leads to the sitemap and away from what is private', async () => {
    const answer = await read('/robots.txt')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    expect(answer.payload).toContain('Sitemap: https://naregua.test/sitemap.xml')
    for (const path of ['/api/', '/admin', '/barbershop/*/booking/', '/profile'])
      expect(answer.payload).toContain(`Disallow: ${path}\n`)
  })
})

describe('the sitemap', () => {
  it('is an index of pages that all exist', async () => {
    const index = await read('/sitemap.xml')
    expect(index.statusCode).toBe(200)
    expect(index.headers['content-type']).toMatch(/^application\/xml/)
    const pages = [...index.payload.matchAll(/<loc>https:\/\/naregua\.test(.*?)<\/loc>/g)].map(([, path = '']) => path)
    expect(pages).toEqual(['/sitemaps/0.xml', '/sitemaps/1.xml'])
    for (const page of pages) expect((await read(page)).statusCode).toBe(200)
  })

  it('names the home page and each shop that is open to the public', async () => {
    expect((await read('/sitemaps/0.xml')).payload).toContain('<loc>https://naregua.test/</loc>')
    const { payload } = await read('/sitemaps/1.xml')
    expect(payload).toMatch(
      new RegExp(`<loc>https://naregua.test/barbershop/${openShop}</loc><lastmod>20..-..-..</lastmod>`),
    )
    expect(payload).not.toContain(closedShop)
  })

  it.each(['/sitemaps/2.xml', '/sitemaps/99999.xml', '/sitemaps/x.xml', '/sitemaps/-1.xml', '/sitemaps/1'])(
    'has no %s',
    async (url) => {
      expect((await read(url)).statusCode).toBe(404)
    },
  )

  it('may be kept for some minutes by whoever reads it', async () => {
    expect((await read('/sitemap.xml')).headers['cache-control']).toBe('public, max-age=600')
  })
})

describe('pages of shops', () => {
  it('follow one another without a gap or a double', async () => {
    for (let extra = 0; extra < 6; extra++) await createBarbershop(harness)
    const all = (await listSitemapShops(harness.db, '00000000-0000-0000-0000-000000000000', 100)).map(({ id }) => id)
    const starts = await listSitemapStarts(harness.db, 3)
    const pages = await Promise.all(starts.map((start) => listSitemapShops(harness.db, start, 3)))
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
    expect(pages.flat().map(({ id }) => id)).toEqual(all)
  })

  it('escape what an address may hold', () => {
    expect(formatShopPages('https://a.test/?x=<&>', [])).not.toContain('<&>')
    expect(formatShopPages('https://a.test/?a&b', [{ id: '1', changed: '2026-01-01' }])).toContain(
      '?a&amp;b/barbershop/1',
    )
  })
})
