import { randomUUID } from 'node:crypto'
import { reviewsApi } from '@na-regua/contract/reviews'
import { axeCheck } from './steps/accessibility.ts'
import { call } from './steps/call.ts'
import { findShowcase } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

test('the page says who, where, when, how good and from how much', async ({ page }) => {
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  await expect(page).toHaveTitle(new RegExp(`^${shop.name}.*${shop.neighborhood}, ${shop.city}`))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(shop.name)
  await expect(main).toContainText(shop.address)
  await expect(main).toContainText(
    new RegExp(`${shop.averageRating?.toFixed(1).replace('.', ',')}\\s*\\(${shop.reviewCount} `),
  )
  const lowest = Math.min(...shop.services.map(({ priceCents }) => priceCents))
  await expect(main).toContainText(new RegExp(`A partir de\\s*R\\$\\s${(lowest / 100).toFixed(2).replace('.', ',')}`))
  await expect(main.getByText(/^Aberto até \d\d:\d\d$|^Fechado$/).first()).toBeVisible()
  for (const name of shop.features) await expect(main.getByText(name, { exact: true })).toBeVisible()
  await axeCheck(page)
})

test('the tabs show services, barbers and reviews, by finger and by arrows', async ({ page }) => {
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  const panel = page.getByRole('tabpanel').filter({ visible: true })
  await expect(page.getByRole('tab', { name: 'Serviços', selected: true })).toBeVisible()
  for (const { name } of shop.services) await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Barbeiros' }).click()
  for (const { name } of shop.barbers) await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible()
  await axeCheck(page)

  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Avaliações', selected: true })).toBeFocused()
  await expect(panel.getByRole('article')).toHaveCount(5)
  await axeCheck(page)
})

test('reviews are paged between the first and the last', { tag: '@phone' }, async ({ page }) => {
  const shop = await findShowcase()
  const { body } = await call(reviewsApi.list, { params: { id: shop.id }, query: { page: 1, perPage: 5 } })
  const { totalPages } = body.pagination
  expect(totalPages).toBeGreaterThan(1)
  await visit(page, `/barbershop/${shop.id}`)
  await page.getByRole('tab', { name: 'Avaliações' }).click()
  const pages = page.getByRole('navigation', { name: 'Páginas de avaliações' })
  const [previous, next] = ['Anterior', 'Próxima'].map((name) => pages.getByRole('button', { name }))
  await expect(pages).toContainText(`Página 1 de ${totalPages}`)
  await expect(previous as NonNullable<typeof previous>).toBeDisabled()
  const first = await page.getByRole('tabpanel').getByRole('article').first().innerText()
  await next?.click()
  await expect(pages).toContainText(`Página 2 de ${totalPages}`)
  await expect(page.getByRole('tabpanel').getByRole('article').first()).not.toHaveText(first)
  await previous?.click()
  await expect(pages).toContainText(`Página 1 de ${totalPages}`)
  await expect(next as NonNullable<typeof next>).toBeFocused()
})

test('the week of opening hours has today marked, on the clock of the shop', { tag: '@phone' }, async ({ page }) => {
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  const hours = page.getByRole('region', { name: 'Horário de Funcionamento' })
  await expect(hours.getByRole('term')).toHaveCount(7)
  const today = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', timeZone: shop.timeZone }).format(new Date())
  await expect(hours.getByRole('term').filter({ hasText: 'hoje' })).toHaveText(new RegExp(`^${today}`, 'i'))
})

test('one press calls, writes or shows the way', { tag: '@phone' }, async ({ page }) => {
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  await expect(page.getByRole('link', { name: 'Ligar' })).toHaveAttribute('href', `tel:+55${shop.phone}`)
  const whatsapp = new URL(String(await page.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')))
  expect(whatsapp.origin + whatsapp.pathname).toBe(`https://wa.me/55${shop.whatsapp}`)
  expect(whatsapp.searchParams.get('text')).toContain(shop.name)
  const map = page.getByRole('link', { name: /Abrir no Google Maps/ })
  await expect(map).toHaveAttribute('target', '_blank')
  const address = decodeURIComponent(String(await map.getAttribute('href')))
  expect(address).toContain(`${shop.latitude},${shop.longitude}`)
})

test('a machine reads it as a hair salon with place, hours, prices and rating', { tag: '@phone' }, async ({ page }) => {
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  const texts = await page.locator('script[type="application/ld+json"]').allInnerTexts()
  expect(texts).toHaveLength(1)
  const data = JSON.parse(String(texts[0]))
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'HairSalon',
    name: shop.name,
    geo: { '@type': 'GeoCoordinates', latitude: shop.latitude, longitude: shop.longitude },
    address: { '@type': 'PostalAddress', addressLocality: shop.city, addressRegion: shop.state },
    aggregateRating: { '@type': 'AggregateRating', reviewCount: shop.reviewCount },
  })
  expect(data.openingHoursSpecification.length).toBeGreaterThan(0)
  expect(data.priceRange).toMatch(/R\$/)
  const head = page.locator('head')
  await expect(head.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    `${process.env.E2E_URL}/barbershop/${shop.id}`,
  )
  await expect(head.locator('meta[property="og:title"]')).toHaveAttribute('content', new RegExp(shop.name))
  await expect(head.locator('meta[name="description"]')).toHaveAttribute('content', /.{50}/)
})

test('the pictures are leafed through', async ({ page }) => {
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  await page.getByRole('button', { name: 'Ver foto 3' }).click()
  await expect(page.getByText(`Foto 3 / ${shop.images.length}`)).toBeVisible()
  await page.getByRole('list', { name: /^Fotos de/ }).press('ArrowLeft')
  await expect(page.getByText(`Foto 2 / ${shop.images.length}`)).toBeVisible()
})

test('"Agendar" on a barber or a service starts with that choice', async ({ page, customer }) => {
  const shop = await findShowcase()
  const [barber, service] = [shop.barbers[1], shop.services[2]]
  await visit(page, `/barbershop/${shop.id}`)
  await page.getByRole('link', { name: `Agendar ${service?.name}`, exact: true }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Serviço: ${service?.name}`) })).toBeVisible()
  await page.goBack()
  await page.getByRole('tab', { name: 'Barbeiros' }).click()
  await page.getByRole('link', { name: `Agendar com ${barber?.name}` }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Barbeiro: ${barber?.name}`) })).toBeVisible()
  expect(customer.user.isEmailVerified).toBe(true)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('services, barbers, reviews and hours read all the same', { tag: '@phone' }, async ({ page, watch }) => {
    // What Chromium says of each file of script then.
    watch.expect(/^GET \/assets\/\S+\.js csp$/)
    const shop = await findShowcase()
    await page.goto(`/barbershop/${shop.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.name)
    const service = shop.services[0]?.name
    await expect(page.getByRole('heading', { name: service, exact: true })).toBeVisible()
    for (const { name } of shop.barbers) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Horário de Funcionamento' })).toContainText('hoje')
    await expect(page.getByRole('tablist')).toBeHidden()
  })
})

test.describe('what is not there', () => {
  for (const id of [randomUUID(), 'nao-e-um-id', "1' or '1'='1"]) {
    test(`answers 404 in words: ${id.replaceAll(/[0-9a-f]{4,}/g, '…')}`, { tag: '@phone' }, async ({ page, watch }) => {
      watch.expect(/ 404$/)
      const response = await visit(page, `/barbershop/${encodeURIComponent(id)}`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Barbearia não encontrada')
      await axeCheck(page)
      await page.getByRole('link', { name: 'Voltar para início' }).click()
      await expect(page).toHaveURL('/')
    })
  }
})
