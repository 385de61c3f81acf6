import { favoritesApi } from '@na-regua/contract/favorites'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { noNetwork } from './offline-test.ts'
import { pickDay } from './steps/booking.ts'
import { findDemoBarbershop, setorBueno } from './steps/demo-barbershop.ts'
import { disconnectPages } from './steps/disconnect.ts'
import { cardsOf, closeFilters, openFilters, openSearch } from './steps/discovery.ts'
import { holdRequests } from './steps/hold-requests.ts'
import { openPage } from './steps/open-page.ts'
import { createOwnerWithPlan } from './steps/owners.ts'
import { requestApi } from './steps/request-api.ts'
import { signInAs } from './steps/users.ts'
import { expect, test, testAsCustomer } from './test.ts'

const inGoiania = `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`

test('the page of the plans has three periods, discounts of the longer ones and what a plan gives [2.11, 2.76, 2.77, 2.78, 2.79]', async ({
  page,
}) => {
  await openPage(page, '/become-owner')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Torne-se um proprietário')
  await expect(page.getByText('Leve seu negócio para o próximo nível')).toBeVisible()
  const plans = page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(page.getByRole('tab', { name: 'Mensal' })).toHaveAttribute('aria-selected', 'true')
  await expect(plans).toHaveCount(3)
  await expect(plans.filter({ hasText: 'Mais Popular' })).toHaveCount(1)
  const professional = plans.filter({ hasText: 'Profissional' })
  await expect(professional).toContainText('Pagamento mensal')
  await expect(professional).toContainText(/R\$\s79,90/)
  await expect(professional).not.toContainText('% OFF')
  for (const { period, text, badge } of [
    { period: 'Trimestral', text: 'Pagamento trimestral', badge: '5% OFF' },
    { period: 'Anual', text: 'Pagamento anual', badge: '10% OFF' },
  ]) {
    await page.getByRole('tab', { name: period }).click()
    await expect(professional).toContainText(text)
    await expect(professional).toContainText(badge)
    await expect(professional.locator('s')).toContainText(/R\$\s\d/)
    await expect(professional.getByRole('button', { name: 'Selecionar Profissional' })).toBeVisible()
  }
  for (const benefit of ['Controle Total', 'Crescimento', 'Suporte']) {
    await expect(page.getByRole('heading', { name: benefit })).toBeVisible()
  }
})

testAsCustomer(
  'without network a plan cannot be selected, with the reason [8.22]',
  async ({ page, context, watch }) => {
    watch.expect(...noNetwork)
    await openPage(page, '/become-owner')
    await disconnectPages(context)
    await page.getByRole('button', { name: 'Selecionar Premium' }).click()
    await expect(page.getByText('Erro ao redirecionar para o checkout. Por favor, tente novamente.')).toBeVisible()
    await context.setOffline(false)
  },
)

test('the list, its badges and its cards carry the texts of the specification [2.35, 2.40, 2.42, 2.45, 2.46, 2.47]', async ({
  page,
}) => {
  await openPage(page, inGoiania)
  await expect(page.getByRole('heading', { name: 'Barbearias Próximas', exact: true })).toBeVisible()
  await expect(page.getByText(/^\d+ estabelecimentos encontrados em um raio de 50km$/)).toBeVisible()
  const card = cardsOf(page).first()
  await expect(card).toContainText(/Aberto|Fechado/)
  await expect(card).toContainText(/A partir de R\$\s\d+,\d{2}/)
  await expect(card).toContainText(/Aberto até: \d{2}:\d{2}|Fechado no momento/)
  await expect(card.getByRole('link', { name: /^Detalhes/ })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Destaque' }).first()).toBeVisible()

  const filters = await openFilters(page)
  await filters.getByRole('button', { name: '10 km', exact: true }).click()
  await filters.getByRole('button', { name: '4+ estrelas' }).click()
  await filters.getByRole('button', { name: /^R\$\s30(,00)? a R\$\s50(,00)?$/ }).click()
  await filters.getByRole('checkbox', { name: 'Wi-Fi gratuito' }).click()
  await closeFilters(page)
  const badges = page.getByRole('list', { name: 'Filtros ativos' })
  await expect(badges).toContainText('Até 10km')
  await expect(badges).toContainText('4+ estrelas')
  await expect(badges).toContainText(/Preço R\$\s30(,00)? - R\$\s50(,00)?/)
  await expect(badges).toContainText('Comodidades: Wi-Fi gratuito')
})

test('the page of a barbershop names its benefits, and a hidden tab does not exist [2.50, 2.52, 2.57]', async ({
  page,
}) => {
  const { id } = await findDemoBarbershop()
  await openPage(page, `/barbershop/${id}`)
  await expect(page.getByRole('heading', { name: 'Benefícios' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Horário de Funcionamento' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Serviços', 'Barbeiros', 'Avaliações'])
  await page.getByRole('link', { name: 'Voltar para busca' }).click()
  await expect(page).toHaveURL(/^[^?]*\/(\?|$)/)
})

testAsCustomer('the profile has its section for safety, and leads out of the account [2.9, 2.75]', async ({ page }) => {
  await openPage(page, '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meu Perfil')
  await page.getByRole('heading', { name: 'Segurança' }).click()
  await expect(page.getByRole('button', { name: 'Redefinir Senha' })).toBeVisible()
  await page.getByRole('button', { name: 'Sair da Conta' }).click()
  await expect(page).toHaveURL('/')
})

test('pages of one role need a login [2.7, 2.9, 2.12]', async ({ page }) => {
  for (const path of ['/profile', '/customer/appointments', '/checkout?planId=x', '/barber/appointments']) {
    await openPage(page, path)
    await expect(page).toHaveURL(/\/login/)
  }
})

test('the dashboard of an owner has two tabs and the plan [2.87, 2.89]', async ({ page, backend }) => {
  await signInAs(page, await createOwnerWithPlan(backend))
  await openPage(page, '/admin')
  await expect(page.getByRole('tab')).toHaveText(['Gerenciar Barbearias', 'Gerenciar Barbeiros'])
})

test('an owner features a barbershop, and ends it [2.90, 4.19]', async ({ page, backend }) => {
  const { owner, first } = await openBarbershopsWithPlan(backend, 'premium')
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('button', { name: `Mais de ${first.name}` }).click()
  await page.getByRole('button', { name: `Destacar: ${first.name}` }).click()
  await page.getByRole('button', { name: `Remover Destaque: ${first.name}` }).click()
  await expect(page.getByRole('button', { name: `Destacar: ${first.name}` })).toBeVisible()
})

test('a barber has the page of their appointments [2.6, 2.100]', async ({ page, backend }) => {
  const { barber } = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments?status=pending')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meus Agendamentos')
  await expect(page.getByRole('tab')).toHaveText([/Todos/, /Pendentes/, /Confirmados/, /Concluídos/, /Cancelados/])
})

test('a favorite has its card with both ways on [2.103]', async ({ page, customer }) => {
  const { id, name } = await findDemoBarbershop()
  await requestApi(favoritesApi.toggle, { token: customer.token, body: { barbershopId: id } })
  await openPage(page, '/customer/favorites')
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toContainText(/Aberto|Fechado/)
  await expect(card).toContainText(/A partir de R\$\s\d+,\d{2}/)
  await expect(card.getByRole('link', { name: /^Agendar/ })).toBeVisible()
  await expect(card.getByRole('link', { name: /^Detalhes/ })).toHaveAttribute('href', new RegExp(id))
})

test('the booking counts the slots of each part of the day, and leads back [2.61, 2.64]', async ({
  page,
  backend,
  customer,
}) => {
  const { shop } = await openAlwaysOpenBarbershop(backend)
  await openPage(page, `/barbershop/${shop.id}/booking/${shop.barberId}/${shop.serviceId}`)
  await pickDay(page, { after: 1 })
  for (const period of ['Manhã', 'Tarde', 'Noite']) {
    await expect(page.getByRole('region', { name: period, exact: true })).toContainText(/\d+ horários/)
  }
  const back = page.getByRole('main').getByRole('link', { name: /^Voltar para/ })
  await expect(back).toHaveAttribute('href', `/barbershop/${shop.id}`)

  const booked = { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 50 } as const
  const { id } = await addAppointment(backend, shop, booked)
  await openPage(page, `/barbershop/${shop.id}/booking/${shop.barberId}/${shop.serviceId}?reschedule=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remarcar Horário')
  await expect(back).toHaveAttribute('href', /^\/customer\/appointments/)
})

test('six placeholders stand where the first list is on its way [2.38]', async ({ page }) => {
  await openPage(page, '/sobre')
  const release = await holdRequests(page, '**/api/barbershops/nearby?*')
  await page.getByRole('link', { name: 'Na Régua, início' }).click()
  const list = page.getByRole('region', { name: 'Barbearias Próximas' })
  await expect(list.locator('[data-placeholder=card]')).toHaveCount(6)
  release()
  await expect(cardsOf(page)).toHaveCount(6)
})

test('the confirmation of a payment opens without a login [2.13]', async ({ page, watch }) => {
  watch.expect(/payments\/status\/\S+ 404$/, /^console.warning: payment status/)
  await openPage(page, `/payment/confirmation?session_id=${'x'.repeat(43)}`)
  await expect(page).toHaveURL(/\/payment\/confirmation\?session_id=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Processando pagamento|Pagamento não confirmado)/)
})

test('an owner of one barbershop has the tabs of the staff and no filter by barbershop [2.101]', async ({
  page,
  backend,
}) => {
  const { owner } = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agendamentos das Minhas Barbearias')
  await expect(page.getByRole('tab')).toHaveText([/Todos/, /Pendentes/, /Confirmados/, /Concluídos/, /Cancelados/])
  await expect(page.getByLabel('Barbearia', { exact: true })).toBeHidden()
})

test('a result of the search has its picture, district, city and distance, and opens the barbershop [2.19]', async ({
  page,
}) => {
  const { id, name, neighborhood, city } = await findDemoBarbershop()
  await openPage(page, inGoiania)
  const search = await openSearch(page)
  await search.fill('Navalha de Ouro')
  const option = page.getByRole('option', { name: new RegExp(name) }).first()
  await expect(option.locator('img')).toBeVisible()
  await expect(option).toContainText(neighborhood ?? '')
  await expect(option).toContainText(city ?? '')
  await expect(option).toContainText(/\d,\d{2}\s?km/)
  await option.click()
  await expect(page).toHaveURL(`/barbershop/${id}`)
})

test('the footer has links for customers, useful ones, and how to reach us [2.26, 9.12]', async ({ page }) => {
  await openPage(page, '/sobre')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('heading', { name: 'Para clientes' })).toBeVisible()
  await expect(footer.getByRole('heading', { name: 'Links úteis' })).toBeVisible()
  await expect(footer).toContainText('Goiânia, GO')
  await expect(footer.locator('a[href^="mailto:"]')).toBeVisible()
  await expect(footer).toContainText(/\(62\) \d{4,5}-\d{4}/)
})

test('the filters are a sheet from the left below 768 px, and a card that stays in view from there on [2.31, 9.6]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 767, height: 800 })
  await openPage(page, inGoiania)
  await page.getByRole('button', { name: /^Filtros/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await expect.poll(async () => (await sheet.boundingBox())?.x).toBe(0)
  expect((await sheet.boundingBox())?.width).toBeLessThan(700)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 768, height: 800 })
  const card = page.getByRole('region', { name: 'Filtros' })
  await expect(card).toBeVisible()
  await expect(page.getByRole('button', { name: /^Filtros/ })).toBeHidden()
  const isSticky = await card.evaluate((element) => {
    for (let part: Element | null = element; part; part = part.parentElement)
      if (getComputedStyle(part).position === 'sticky') return true
    return false
  })
  expect(isSticky).toBe(true)
})

test('the bell opens a list of 400 px with its texts [2.25, 9.6]', { tag: '@wide' }, async ({ page, customer }) => {
  await openPage(page, '/sobre')
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await expect(page.getByText('Nenhuma notificação')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver todas as notificações' })).toBeVisible()
  const heights = await page.getByText('Nenhuma notificação').evaluate((element) => {
    const found: number[] = []
    for (let part: Element | null = element; part; part = part.parentElement) found.push(part.clientHeight)
    return found
  })
  expect(heights).toContain(400)
})

test.describe('where the customer is known to be near', () => {
  test.use({ geolocation: setorBueno, permissions: ['geolocation'] })

  test('the page of a barbershop has the distance, the lowest price and a picture for each benefit [2.54, 2.59]', async ({
    page,
  }) => {
    const shop = await findDemoBarbershop()
    await openPage(page, '/')
    await expect(page).toHaveURL(/lat=/)
    await openPage(page, `/barbershop/${shop.id}`)
    const main = page.getByRole('main')
    await expect(main.getByText(/\d,\d{2}\s?km/).first()).toBeVisible()
    await expect(main).toContainText(/A partir de\s*R\$\s\d+,\d{2}/)
    const benefits = main.getByRole('region', { name: 'Benefícios' }).getByRole('listitem')
    await expect(benefits.first()).toBeVisible()
    for (const benefit of await benefits.all()) await expect(benefit.locator('svg')).toBeVisible()
  })
})

testAsCustomer('the heart is on the page of a barbershop for those who are logged in [2.51]', async ({ page }) => {
  const shop = await findDemoBarbershop()
  await openPage(page, `/barbershop/${shop.id}`)
  await expect(page.getByRole('button', { name: new RegExp(`favorit.*${shop.name}`, 'i') }).first()).toBeVisible()
})

test('a past day is today, those of the calendar cannot be chosen, and choices have prices [2.16, 2.60, 5.8]', {
  tag: '@wide',
}, async ({ page, customer }) => {
  const { bookingPath } = await findDemoBarbershop()
  await openPage(page, `${bookingPath}?date=2020-01-01`)
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()
  const calendar = page.getByRole('grid').first()
  await expect(calendar).toBeVisible()
  await expect(page.getByRole('group', { name: 'Dia' }), 'the strip of a phone').toBeHidden()
  const days = await calendar.locator('[data-day]').evaluateAll((cells) =>
    cells.map((cell) => ({
      day: (cell as HTMLElement).dataset.day ?? '',
      isDisabled: cell.querySelector('button')?.disabled ?? true,
    })),
  )
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  expect(days.filter(({ day, isDisabled }) => day < today && !isDisabled)).toEqual([])
  expect(days.some(({ day, isDisabled }) => day >= today && !isDisabled)).toBe(true)
  await page.getByRole('button', { name: /^Serviço:/ }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText(/R\$\s\d+,\d{2}/)
})

test('a change of the order begins again with the first page [4.8]', async ({ page }) => {
  await openPage(page, inGoiania)
  await page.getByRole('button', { name: 'Carregar mais barbearias' }).click()
  await expect(cardsOf(page)).toHaveCount(12)
  await page.getByLabel('Ordenar por:').selectOption('Preço')
  await expect(cardsOf(page)).toHaveCount(6)
})

test('the map of the location opens with zoom 13 [9.5]', async ({ page }) => {
  const zooms: string[] = []
  await page.route(/\/\d+\/\d+\/\d+\.png/, (route) => {
    zooms.push(/\/(\d+)\/\d+\/\d+\.png/.exec(route.request().url())?.[1] ?? '')
    return route.abort('failed')
  })
  await openPage(page, '/')
  await page.getByRole('button', { name: 'Alterar localização' }).first().click()
  await expect.poll(() => zooms.length).toBeGreaterThan(0)
  expect(zooms[0]).toBe('13')
})

test('the panel of an owner has four figures, and a dash for the revenue of a month without any [2.88]', async ({
  page,
  backend,
}) => {
  await signInAs(page, await createOwnerWithPlan(backend))
  await openPage(page, '/admin')
  const month = page.getByRole('region', { name: 'Este mês' })
  const labels = ['Barbearias', 'Barbeiros', 'Agendamentos no mês', 'Faturamento no mês']
  await expect(month.getByRole('term').filter({ hasText: /Barbearias|Barbeiros|no mês/ })).toHaveText(labels)
  await expect(month.getByText('—', { exact: true })).toBeVisible()
})
