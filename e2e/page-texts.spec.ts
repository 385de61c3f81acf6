import { favoritesApi } from '@na-regua/contract/favorites'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { pickDay } from './steps/booking.ts'
import { findDemoBarbershop, setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf, closeFilters, openFilters } from './steps/discovery.ts'
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
    watch.expect(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch dynamically imported module/)
    const toasts = page.waitForResponse(/assets\/toast-region-/)
    await openPage(page, '/become-owner')
    await (await toasts).finished()
    await context.setOffline(true)
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
  await expect(page.getByRole('heading', { name: 'Segurança' })).toBeVisible()
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

test('an owner features a barbershop, and ends it [2.90]', async ({ page, backend }) => {
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
