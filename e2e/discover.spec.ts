import { barbershopsApi } from '@na-regua/contract/barbershops'
import { openAlwaysOpenBarbershop, openClosedBarbershop } from './app/always-open-barbershop.ts'
import { behindList, checkAccessibility } from './steps/accessibility.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf, closeFilters, expectCompactCards, openFilters, openSearch, readTotal } from './steps/discovery.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { requestApi } from './steps/request-api.ts'
import { isPhone } from './steps/screen.ts'
import { expect, test, testAsCustomer } from './test.ts'

const inGoiania = `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`
const inTheOcean = '/?lat=-28&lon=-30'

test('the home page lists what is near, with the hours of today on each card [1.1, 2.1, 2.30, 2.42, 2.45, 2.46]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, inGoiania)
  await expect(page).toHaveTitle(/Barbearias perto de você/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encontre as melhores barbearias próximas a você')
  expect(await readTotal(page)).toBeGreaterThan(50)
  await expect(page.getByText(/em um raio de 50km$/)).toBeVisible()
  const card = cardsOf(page).first()
  await expect(card).toContainText(/Aberto|Fechado/)
  await expect(card).toContainText(/\d,\d{2} km/)
  await expect(card).toContainText(/A partir de R\$\s\d+,\d{2}/)
  await expect(card).toContainText(/Aberto até: \d\d:\d\d|Fechado no momento/)
  const availability = /Livre|livre|Fechado|Sem horário/
  const shown = card.getByRole('img', { name: availability }).or(card.getByText(availability))
  await expect(shown.filter({ visible: true }).first()).toBeVisible()
  if (isPhone(page)) {
    await expectCompactCards(page)
    await cardsOf(page).nth(4).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Filtros' }), 'the filters stay in sight').toBeInViewport()
    await expect(page.getByLabel('Ordenar por:'), 'and the order').toBeInViewport({ ratio: 1 })
  }
  await checkAccessibility(page)
})

testAsCustomer(
  'the first screen of a desktop has two barbershops with their times, and a way to the agenda',
  {
    tag: '@wide',
  },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await openPage(page, inGoiania)
    const hero = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) })
    expect((await hero.boundingBox())?.height, 'height of the hero').toBeLessThanOrEqual(280)
    const times = (card: number) =>
      cardsOf(page)
        .nth(card)
        .getByRole('link', { name: / com .+, / })
    await expect(times(0).last()).toBeInViewport({ ratio: 1 })
    await expect(times(1).last()).toBeInViewport({ ratio: 1 })
    await page.getByRole('banner').getByRole('link', { name: 'Agenda' }).click()
    await expect(page).toHaveURL(/\/customer\/appointments/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Agenda' })).toHaveAttribute('aria-current', 'page')
  },
)

test('filters are in the URL, survive a reload, and show the same in another browser [2.31, 2.32, 2.40]', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await openPage(page, inGoiania)
  const all = await readTotal(page)
  const filters = await openFilters(page)
  await filters.getByRole('group', { name: 'Distância' }).getByRole('button', { name: '5 km', exact: true }).click()
  await filters.getByRole('button', { name: '4+ estrelas' }).click()
  await filters.getByRole('button', { name: 'R$ 30,00 a R$ 50,00' }).click()
  await filters.getByRole('checkbox', { name: 'Wi-Fi gratuito' }).click()
  await expect(filters.getByRole('checkbox', { name: 'Wi-Fi gratuito' })).toBeChecked()
  await checkAccessibility(page)
  await closeFilters(page)

  const badges = page.getByRole('list', { name: 'Filtros ativos' }).getByRole('button')
  const labels = ['Até 5km', '4+ estrelas', /^Preço R\$\s30,00 - R\$\s50,00$/, 'Comodidades: Wi-Fi gratuito']
  await expect(badges).toHaveText(labels)
  await expect(page.getByText(/em um raio de 5km$/)).toBeVisible()
  const narrowed = await readTotal(page)
  expect(narrowed).toBeGreaterThan(0)
  expect(narrowed).toBeLessThan(all)
  await checkAccessibility(page)

  await reloadPage(page)
  await expect(badges).toHaveText(labels)
  expect(await readTotal(page)).toBe(narrowed)

  const friend = await context.newPage()
  await openPage(friend, page.url())
  await expect(friend.getByRole('list', { name: 'Filtros ativos' }).getByRole('button')).toHaveText(labels)
  expect(await readTotal(friend)).toBe(narrowed)
})

test('badges remove filters one by one, and choosing an option again clears it [2.33]', async ({ page }) => {
  await openPage(page, `${inGoiania}&radius=5&rating=4&features=Wi-Fi+gratuito`)
  const badges = page.getByRole('list', { name: 'Filtros ativos' }).getByRole('button')
  await expect(badges).toHaveCount(3)
  await page.getByRole('button', { name: 'Remover filtro Até 5km' }).click()
  await expect(badges).toHaveText(['4+ estrelas', 'Comodidades: Wi-Fi gratuito'])
  await expect(page.getByText(/em um raio de 50km$/)).toBeVisible()

  const filters = await openFilters(page)
  await filters.getByRole('button', { name: '4+ estrelas' }).click()
  await expect(filters.getByRole('button', { name: '4+ estrelas' })).toHaveAttribute('aria-pressed', 'false')
  await closeFilters(page)
  await expect(badges).toHaveText(['Comodidades: Wi-Fi gratuito'])
  await badges.first().click()
  await expect(badges).toHaveCount(0)
  await expect(page).toHaveURL(inGoiania)
})

test('a service, a day and a part of it narrow the list with a live number, and "Limpar tudo" clears all filters [2.32]', async ({
  page,
}) => {
  await openPage(page, `${inGoiania}&radius=5&rating=4&price=0-3000&features=Wi-Fi+gratuito&sort=rating`)
  const filters = await openFilters(page)
  const clear = filters.getByRole('button', { name: 'Limpar tudo' })
  const number = filters.getByRole('button', { name: /^Ver [\d.]+ barbearias?$/ })
  const few = isPhone(page) ? await number.innerText() : ''
  await clear.click()
  if (isPhone(page)) await expect(number).not.toHaveText(few)
  // Not the number of no result: that is 0 on evenings of closed days, too.
  const all = isPhone(page) ? await number.innerText() : ''
  expect(all).not.toBe('Ver 0 barbearias')
  await filters.getByRole('combobox', { name: 'Serviço' }).fill('degrade')
  await filters.getByRole('group', { name: 'Dia' }).getByRole('button', { name: 'Amanhã' }).click()
  await filters.getByRole('group', { name: 'Período' }).getByRole('button', { name: 'Noite' }).click()
  const readParams = () => Object.fromEntries(new URL(page.url()).searchParams)
  await expect.poll(readParams).toMatchObject({ sort: 'rating', service: 'degrade', freeFrom: '18:00' })
  await checkAccessibility(page)
  if (isPhone(page)) await expect(number).not.toHaveText(all)
  const shown = isPhone(page) ? Number((await number.innerText()).replace(/\D/g, '')) : undefined
  await closeFilters(page)
  const badges = page.getByRole('list', { name: 'Filtros ativos' })
  await expect(badges.getByRole('button')).toHaveText(['Serviço: degrade', /^\p{L}{3}, \d\d\/\d\d$/u, 'À noite'])
  const total = await readTotal(page)
  if (shown !== undefined) expect(total).toBe(shown)
  await openFilters(page)
  await clear.click()
  await closeFilters(page)
  await expect(badges).toBeHidden()
  await expect(page).toHaveURL(`${inGoiania}&sort=rating`)
})

test('the first page has six and "Carregar mais barbearias" appends six more, none twice [2.39, 4.8]', async ({
  page,
}) => {
  await openPage(page, inGoiania)
  const names = cardsOf(page).getByRole('heading')
  await expect(names).toHaveCount(6)
  // Their text content: what is below the fold is not laid out.
  const before = await names.allTextContents()
  await page.getByRole('button', { name: 'Carregar mais barbearias' }).click()
  await expect(names).toHaveCount(12)
  expect((await names.allTextContents()).slice(0, 6)).toEqual(before)
  const addresses = await names.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(addresses).size).toBe(12)
})

test('the last page ends the list [2.39]', async ({ page }) => {
  await openPage(page, '/?lat=-3.8548&lon=-32.4249&radius=20')
  expect(await readTotal(page)).toBe(await cardsOf(page).count())
  await expect(page.getByRole('button', { name: 'Carregar mais barbearias' })).toBeHidden()
})

test('each order sorts by its column [2.36]', async ({ page }) => {
  await openPage(page, inGoiania)
  const order = page.getByLabel('Ordenar por:')
  await expect(order).toHaveValue('distance')
  const readFigures = async (pattern: RegExp) => {
    // By element, and not by line: what is below the fold is not laid out.
    const texts = await cardsOf(page).evaluateAll((cards) =>
      cards.map((card) => Array.from(card.querySelectorAll('p, span'), (part) => part.textContent).join('\n')),
    )
    return texts.map((text) => Number(pattern.exec(text)?.[1]?.replace(',', '.')))
  }
  const distances = await readFigures(/(\d+,\d{2}) km/)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))

  await order.selectOption('Preço')
  await expect(page).toHaveURL(`${inGoiania}&sort=price`)
  await expect(async () => {
    const prices = await readFigures(/A partir de R\$\s(\d+,\d{2})/)
    expect(prices).toHaveLength(6)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  }).toPass({ timeout: 60_000 })

  await order.selectOption('Avaliação')
  await expect(async () => {
    const ratings = await readFigures(/(\d,\d) \(\d+\)/)
    const counts = await readFigures(/\d,\d \((\d+)\)/)
    expect(ratings).toHaveLength(6)
    expect(ratings[0]).toBeGreaterThan(4.5)
    // The number of reviews counts too: each starts with ten of 4.6. Shown ratings are rounded by 0.05 at most.
    const weighed = ratings.map((rating, index) => {
      const count = counts[index] ?? 0
      return (rating * count + 46) / (count + 10)
    })
    for (const [index, value] of weighed.slice(1).entries()) expect(value).toBeLessThan((weighed[index] ?? 0) + 0.1)
  }).toPass({ timeout: 60_000 })
})

test('"Atende agora" leaves only open barbershops, "Livre hoje" only those with a slot today', async ({
  page,
  backend,
}) => {
  // Where only these two are: at some hours every barbershop of the demo is open.
  const place = { latitude: -3 - Math.random(), longitude: -66 - Math.random() }
  const { shop, owner } = await openAlwaysOpenBarbershop(backend, place)
  const closed = await openClosedBarbershop(backend, owner.user.id, place)
  const url = `/?lat=${place.latitude}&lon=${place.longitude}&radius=1`
  // The index reads changes once a second.
  const query = { ...place, radiusInKm: 1, orderBy: 'distance', page: 1, perPage: 6 } as const
  const count = async (filter: { freeToday?: boolean }) =>
    (await requestApi(barbershopsApi.nearby, { query: { ...query, ...filter } })).body.pagination.total
  await expect.poll(() => count({})).toBe(2)
  // Its hours were inserted after it.
  await expect.poll(() => count({ freeToday: true })).toBe(1)

  await openPage(page, url)
  const names = cardsOf(page).getByRole('heading')
  await expect(names.filter({ hasText: closed.name })).toBeVisible()
  for (const [name, parameter] of [
    ['Atende agora', 'open'],
    ['Livre hoje', 'free'],
  ] as const) {
    const filter = page.getByRole('button', { name })
    await filter.click()
    await expect(page).toHaveURL(`${url}&${parameter}=1`)
    await expect(names).toHaveText([shop.name])
    await expect(page.getByText('1 estabelecimento encontrado em um raio de 1km')).toBeVisible()
    await expect(filter).toHaveAttribute('aria-pressed', 'true')
    await filter.click()
    await expect(page).toHaveURL(url)
    await expect(names).toHaveCount(2)
  }
})

test('two filters pressed within one frame both apply', async ({ page }) => {
  await openPage(page, inGoiania)
  const filters = await openFilters(page)
  const pressed = filters.getByRole('button', { name: /^(5 km|4\+ estrelas)$/ })
  await expect(pressed).toHaveCount(2)
  await pressed.evaluateAll(async (buttons) => {
    for (const button of buttons) {
      ;(button as HTMLElement).click()
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
  await expect(page).toHaveURL(/radius=5/)
  await expect(page).toHaveURL(/rating=4/)
})

test('where no barbershop is near, the page offers a larger radius [2.35]', async ({ page, watch }) => {
  // No municipality is near the ocean.
  watch.expect(/^GET \/api\/reverse-geocode\S+ 404$/)
  await openPage(page, inTheOcean)
  await expect(page.getByText('0 estabelecimentos encontrados em um raio de 50km')).toBeVisible()
  await expect(page.getByText('Nenhuma barbearia encontrada por aqui')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Buscar em até 100km' }).click()
  await expect(page.getByText(/em um raio de 100km$/)).toBeVisible()
})

test('an empty list names the filter that keeps barbershops away, with how many there are without it', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, `${inGoiania}&price=0-100`)
  await expect(page.getByText('Nenhuma barbearia encontrada por aqui')).toBeVisible()
  const looser = page.getByRole('region', { name: 'O que mudar para encontrar' }).getByRole('button')
  await expect(looser).toHaveText(/^Sem o limite de R\$\s1,00: [\d.]+$/)
  await checkAccessibility(page)
  const total = Number((await looser.innerText()).replace(/.*: /, '').replace('.', ''))
  await looser.click()
  await expect(page).toHaveURL(inGoiania)
  await expect(cardsOf(page).first()).toBeVisible()
  expect(await readTotal(page)).toBe(total)
})

test('far from every barbershop the list leads to the nearest one, and first of all to a notification', async ({
  page,
  watch,
}) => {
  watch.expect(/^GET \/api\/reverse-geocode\S+ 404$/)
  await openPage(page, inTheOcean)
  const results = page.getByRole('region', { name: 'Barbearias Próximas' })
  await expect(results.getByRole('button', { name: /Avise-me|Buscar em|Alterar/ })).toHaveText([
    'Avise-me se abrir',
    'Buscar em até 100km',
    'Alterar localização',
  ])
  const nearest = page.getByRole('region', { name: /^A barbearia mais perto, em .+ - [A-Z]{2}$/ }).getByRole('link')
  await expect(nearest).toContainText(/[\d.]+,\d{2} km/)
  await nearest.click()
  await expect(page).toHaveURL(/\/barbershop\//)
})

test('each filter says how many barbershops it finds, and the order is in view beside the filters', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, inGoiania)
  await expect(page.getByLabel('Ordenar por:')).toBeInViewport({ ratio: 1 })
  const filters = await openFilters(page)
  const near = filters.getByRole('button', { name: '5 km', exact: true })
  await expect(near).toHaveAccessibleDescription(/^[\d.]+ barbearias?$/)
  await checkAccessibility(page)
  const description = String(await near.getAttribute('aria-description'))
  await near.click()
  await closeFilters(page)
  await expect(page.getByText(/em um raio de 5km$/)).toBeVisible()
  expect(await readTotal(page)).toBe(Number(description.replace(/\D/g, '')))
})

test('grid and list are toggled on a desktop, and the choice is stored [2.37]', { tag: '@desktop' }, async ({
  page,
}) => {
  await openPage(page, inGoiania)
  const list = page.getByRole('button', { name: 'Ver em lista' })
  if (isPhone(page)) return expect(list).toBeHidden()
  const gridWidth = (await cardsOf(page).first().boundingBox())?.width ?? 0
  await list.click()
  await expect(list).toHaveAttribute('aria-pressed', 'true')
  const listWidth = (await cardsOf(page).first().boundingBox())?.width ?? 0
  expect(listWidth).toBeGreaterThan(gridWidth * 1.5)
  await checkAccessibility(page)
  await reloadPage(page)
  await expect(list).toHaveAttribute('aria-pressed', 'true')
})

test('the search needs two characters, tolerates typing errors, and matches service and neighbourhood [2.18, 2.19, 2.20, 5.1]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, inGoiania)
  const search = await openSearch(page)
  await expect(search).toHaveAttribute('placeholder', 'Buscar por nome, serviço, bairro...')
  const options = page.getByRole('listbox', { name: 'Barbearias encontradas' }).getByRole('option')
  await search.focus()
  await expect(page.getByText('Digite para buscar barbearias próximas').filter({ visible: true }).first()).toBeVisible()
  await search.fill('n')
  await expect(options).toHaveCount(0)
  await search.fill('navaia de oro')
  const found = options.filter({ hasText: 'Navalha de Ouro' })
  await expect(found).toContainText('Setor Bueno, Goiânia')
  await expect(found).toContainText(/\d,\d{2} km/)
  await checkAccessibility(page, behindList)
  await search.fill('setor marista')
  await expect(options.first()).toContainText('Setor Marista')
  await search.fill('degrade')
  await expect(options.filter({ hasText: /Degradê\s?R\$/ }).first()).toBeVisible()
  await search.fill('xyzw qqq')
  await expect(page.getByText('Nenhuma barbearia encontrada').filter({ visible: true }).first()).toBeVisible()
})

test('a sentence becomes filters that can be corrected, and is remembered in this browser', async ({ page }) => {
  await openPage(page, inGoiania)
  const search = await openSearch(page)
  await expect(search, 'no other tap before typing').toBeFocused()
  await search.fill('barba amanhã à tarde perto do Flamboyant até 60')
  const chips = page.getByRole('list', { name: 'O que entendemos' })
  for (const part of ['serviço: Barba', 'lugar: Shopping Flamboyant', 'dia: Amanhã', 'horário: À tarde'])
    await expect(chips.getByRole('button', { name: `Remover ${part}` })).toBeVisible()
  await checkAccessibility(page)
  await chips.getByRole('combobox', { name: /^Mudar preço/ }).selectOption({ label: 'Até R$\u00a080,00' })
  await chips.getByRole('button', { name: 'Remover horário: À tarde' }).click()
  await page.getByRole('option', { name: /^Ver barbearias/ }).click()
  await expect(page).toHaveURL(/lat=-16\.7099&lon=-49\.2369&service=barba&freeOn=[\d-]+&radius=5&price=0-8000$/)
  await expect(
    cardsOf(page)
      .first()
      .getByRole('img', { name: /^Livre amanhã das/ }),
  ).toBeVisible()
  await openSearch(page)
  const recent = page.getByRole('region', { name: 'Buscas recentes' })
  await recent.getByRole('button', { name: /^Remover busca barba amanhã/ }).click()
  await expect(recent).toBeHidden()
})

test('the heart requires a login and leads to it [5.4]', async ({ page }) => {
  await openPage(page, inGoiania)
  await cardsOf(page)
    .first()
    .getByRole('button', { name: /^Favoritar / })
    .click()
  await expect(page.getByText('Você precisa estar logado para favoritar uma barbearia')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('"Detalhes" opens the barbershop at its top, and going back shows the same list at the same place [2.15, 2.47, 2.50]', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, `${inGoiania}&sort=rating`)
  const cards = cardsOf(page)
  for (const count of [12, 18]) {
    await page.getByRole('button', { name: 'Carregar mais barbearias' }).click()
    await expect(cards).toHaveCount(count)
  }
  const card = cards.nth(14)
  const name = await card.getByRole('heading').innerText()
  const scrollY = () => page.evaluate(() => Math.round(window.scrollY))
  const expectList = async (position: number) => {
    await expect(page).toHaveURL(`${inGoiania}&sort=rating`)
    await expect(cards).toHaveCount(18)
    await expect(card.getByRole('heading')).toHaveText(name)
    await expect.poll(async () => Math.abs((await scrollY()) - position)).toBeLessThan(5)
    await expect(card.getByRole('heading')).toBeInViewport()
  }
  const details = card.getByRole('link', { name: /^Detalhes/ })
  await details.scrollIntoViewIfNeeded()
  const position = await scrollY()
  expect(position).toBeGreaterThan(1000)
  await details.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect.poll(scrollY).toBe(0)
  await page.getByRole('tab', { name: 'Avaliações' }).click()
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect.poll(scrollY).toBe(400)
  await page.goBack()
  await expectList(position)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect.poll(scrollY).toBe(400)
  await page.getByRole('link', { name: 'Voltar para busca' }).click()
  await expectList(position)

  await card.getByRole('link', { name: /^Detalhes/ }).click()
  await page
    .getByRole('link', { name: /^Agendar (?!Agora)/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await page.getByRole('link', { name: 'Voltar para busca' }).click()
  await expect(page).toHaveURL(`${inGoiania}&sort=rating`)
  await expect(cards).toHaveCount(18)
})
