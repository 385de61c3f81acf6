import { commissionsApi } from '@na-regua/contract/commissions'
import type { Page } from '@playwright/test'
import { dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { pasteCopiedText } from './steps/clipboard.ts'
import { countTaps } from './steps/count-taps.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { readFromEmail } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, forgetSession, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** A barbershop that uses visits, with an appointment that has just begun. */
async function openBarbershopWithVisits(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const { shop } = scene
  await backend.db.updateTable('barbershops').set({ uses_visits: true }).where('id', '=', shop.id).execute()
  const customer = await createSignedInUser(backend, { name: 'Ana Lua' })
  await addAppointment(backend, shop, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: -0.2 })
  return { ...scene, customer }
}

const half = { kind: 'percent' as const, basisPoints: 5000 }

/** A plan of commissions. */
const halfOfAll = {
  service: half,
  services: [],
  product: half,
  products: [],
  deductsProductCost: false,
  cardFee: 'barbershop' as const,
  courtesy: 'none' as const,
  rentCents: 0,
}

/** An owner finishes the appointment of the scene, from the list. */
async function openSheetOfAppointment(page: Page) {
  await openPage(page, '/admin/appointments?ver=lista&status=all')
  await page
    .getByRole('button', { name: /Ana Lua/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Ana Lua' }).getByRole('button', { name: 'Finalizar' }).click()
  return page.getByRole('dialog', { name: 'Comanda: Ana Lua' })
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Comandas' }).getByRole('listitem')

/** The amount of a field, which is read once it was left. */
async function fill(page: Page, label: string, text: string) {
  const field = page.getByRole('dialog').getByLabel(label)
  await field.fill(text)
  await field.blur()
}

test('the barber takes the money with two taps', { tag: '@phone' }, async ({ page, backend }) => {
  const { barber } = await openBarbershopWithVisits(backend)
  await signInAs(page, barber)
  const countedTaps = await countTaps(page)
  await openPage(page, '/barber/appointments?ver=hoje')
  await page.getByRole('button', { name: 'Finalizar' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Comanda: Ana Lua' })
  await sheet.getByRole('button', { name: /^Receber R\$\s45,00 no Pix$/ }).tap()
  await expect(page.getByText(/^Ana Lua: R\$\s45,00$/)).toBeVisible()
  expect(countedTaps()).toBe(2)
})

test('what was forgotten is closed at the end of the day, all paid the same way', async ({ page, backend }) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  await backend.db.updateTable('barbershops').set({ uses_visits: true }).where('id', '=', shop.id).execute()
  for (const [name, hoursFromNow] of [
    ['Bia Rocha', -27],
    ['Caio Sol', -51],
  ] as const) {
    const { user } = await createSignedInUser(backend, { name })
    await addAppointment(backend, shop, { customerId: user.id, status: 'CONFIRMED', hoursFromNow })
  }
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments?ver=dia')
  const all = page.getByRole('button', { name: 'Todos vieram (2)' })
  await expect(page.getByText('2 visitas passaram')).toBeVisible()
  if (!(await all.isVisible())) await page.getByText('Faltou dizer').click()
  await all.click()
  const sheet = page.getByRole('dialog', { name: 'Fechar as comandas' })
  for (const name of ['Bia Rocha', 'Caio Sol'])
    await expect(sheet.getByRole('listitem').filter({ hasText: name })).toContainText(/R\$\s45,00/)
  await sheet.getByRole('button', { name: 'Dinheiro' }).click()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await sheet.getByRole('button', { name: /^Receber R\$\s90,00 em dinheiro$/ }).click()
  await expect(sheet).toBeHidden()
  await openPage(page, '/caixa')
  for (const name of ['Bia Rocha', 'Caio Sol'])
    await expect(rowsOf(page).filter({ hasText: name })).toContainText(/R\$\s45,00/)
})

test('a wrong comanda is reversed, and its copy is closed', async ({ page, backend }) => {
  const countedTaps = await countTaps(page)
  const { owner } = await openBarbershopWithVisits(backend)
  await signInAs(page, owner)
  const sheet = await openSheetOfAppointment(page)
  await sheet.getByRole('button', { name: /^Corte na régua/ }).click()
  await fill(page, 'Desconto', '5')
  await sheet.getByRole('button', { name: 'A barbearia' }).click()
  await sheet.getByRole('button', { name: /^Corte na régua/ }).click()
  await sheet.getByLabel('Adicionar gorjeta').selectOption('500')
  await sheet.getByRole('button', { name: 'Dinheiro' }).click()
  await fill(page, 'Recebido', '50')
  await expect(sheet.getByText(/^Troco: R\$\s5,00$/)).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await sheet.getByRole('button', { name: /^Receber R\$\s45,00 em dinheiro$/ }).click()
  await expect(sheet).toBeHidden()

  await openPage(page, '/caixa')
  await expect(rowsOf(page)).toHaveText([/1 Ana Lua.*R\$\s45,00/])
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  const tapsBefore = countedTaps()
  await rowsOf(page).getByRole('button').click()
  const details = page.getByRole('dialog', { name: 'Comanda 1: Ana Lua' })
  await expect(details.getByRole('list', { name: 'Itens' })).toContainText(/Desconto de R\$\s5,00/)
  await details.getByRole('button', { name: 'Estornar' }).click()
  await details.getByRole('button', { name: 'Forma de pagamento errada' }).click()
  await checkAccessibility(page)
  await details.getByRole('button', { name: /^Estornar R\$\s45,00$/ }).click()
  await expect(sheet.getByRole('button', { name: /^Corte na régua/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Pix' }).click()
  await sheet.getByLabel('Já caiu na conta').check()
  await sheet.getByRole('button', { name: /^Receber R\$\s45,00 no Pix$/ }).click()
  await expect(sheet).toBeHidden()
  // The row, the reason between two taps on 'Estornar', another way of paying that has arrived, the main button.
  expect(countedTaps() - tapsBefore).toBe(7)
  await expect(rowsOf(page)).toHaveText([/2 Ana Lua.*R\$\s45,00/, /1 Ana Lua.*Estornada/])
})

test('what a customer owes is paid a week later', async ({ page, backend, watch }) => {
  const countedTaps = await countTaps(page)
  watch.expect(/^POST \S+\/close 422$/)
  const { owner, shop } = await openBarbershopWithVisits(backend)
  await signInAs(page, owner)
  const sheet = await openSheetOfAppointment(page)
  await sheet.getByRole('button', { name: 'Fiado', exact: true }).click()
  await sheet.getByRole('button', { name: /^Anotar R\$\s45,00 no fiado$/ }).click()
  await expect(sheet.getByRole('alert')).toContainText('não tem limite de fiado')
  await fill(page, 'Limite de fiado de Ana Lua', '100')
  await sheet.getByRole('button', { name: 'Salvar limite' }).click()
  await expect(sheet.getByText(/Ainda pode R\$\s100,00/)).toBeVisible()
  await expect(sheet.getByText('não tem limite de fiado')).toHaveCount(0)
  await sheet.getByRole('button', { name: /^Anotar R\$\s45,00 no fiado$/ }).click()
  await expect(sheet).toBeHidden()

  const week = 7 * 86_400_000
  await backend.db
    .updateTable('visits')
    .set({ day: new Date(backend.now().getTime() - week).toISOString().slice(0, 10) })
    .where('barbershop_id', '=', shop.id)
    .execute()
  await openPage(page, '/financeiro/receber')
  const tapsBefore = countedTaps()
  await page
    .getByRole('list', { name: 'Clientes que devem' })
    .getByRole('button', { name: /Ana Lua/ })
    .click()
  await page.getByRole('dialog', { name: 'Fiado de Ana Lua' }).getByRole('link', { name: 'Receber' }).click()
  await expect(sheet.getByRole('button', { name: /Fiado anterior/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Dinheiro' }).click()
  await sheet.getByRole('button', { name: /^Receber R\$\s45,00 em dinheiro$/ }).click()
  await expect(sheet).toBeHidden()
  expect(countedTaps() - tapsBefore).toBe(4)
  await expect(rowsOf(page)).toHaveText([/Ana Lua.*Fiado anterior.*R\$\s45,00/])
})

test('who helped has a part of the commission, where a plan knows one', async ({ page, backend }) => {
  const { owner, barber, colleague, shop, timeZone } = await openBarbershopWithVisits(backend)
  const startsOn = dateAtBarbershop(backend.now(), timeZone, 0)
  const plan = await requestApi(commissionsApi.addPlan, {
    token: owner.token,
    params: { id: shop.id },
    body: { barberId: null, seenVersion: 0, startsOn, terms: { ...halfOfAll, assistantBasisPoints: 2000 } },
  })
  expect(plan.status).toBe(200)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments?ver=hoje')
  await page.getByRole('button', { name: 'Finalizar' }).click()
  const sheet = page.getByRole('dialog', { name: 'Comanda: Ana Lua' })
  await expect(sheet.getByLabel('Adicionar gorjeta')).toBeVisible()
  await expect(sheet.getByLabel(/Quem ajudou/)).toHaveCount(0)
  await sheet.getByRole('button', { name: /^Corte na régua/ }).click()
  await sheet.getByLabel(/Quem ajudou/).selectOption({ label: 'Lia Fontes' })
  await checkAccessibility(page)
  await sheet.getByRole('button', { name: /^Corte na régua.*Ajudou: Lia Fontes/ }).click()
  await sheet.getByRole('button', { name: /^Receber R\$\s45,00 no Pix$/ }).click()
  await expect(sheet).toBeHidden()

  await signInAs(page, colleague)
  await openPage(page, '/ganhos')
  await expect(page.getByRole('list', { name: 'Linhas' }).getByRole('listitem')).toContainText(/R\$\s4,50/)
})

test('what was typed into a comanda stays until its user discards it', async ({ page, backend }) => {
  const { barber } = await openBarbershopWithVisits(backend)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments?ver=hoje')
  const finish = page.getByRole('button', { name: 'Finalizar' })
  await finish.click()
  const sheet = page.getByRole('dialog', { name: 'Comanda: Ana Lua' })
  await sheet.getByRole('button', { name: /^Corte na régua/ }).click()
  await fill(page, 'Desconto', '50')
  await sheet.getByRole('button', { name: /^Corte na régua/ }).click()
  await sheet.getByRole('button', { name: 'Receber', exact: true }).click()
  await expect(sheet.getByLabel('Desconto')).toBeFocused()
  await expect(sheet.getByText('Não pode passar do preço')).toBeVisible()
  await checkAccessibility(page)

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Descartar as alterações?' })
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(sheet.getByLabel('Desconto')).toHaveValue(/50,00/)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(sheet).toBeHidden()
  await expect(finish).toBeVisible()
})

test('a sale at the counter needs no appointment', async ({ page, backend }) => {
  const { owner } = await openBarbershopWithVisits(backend)
  await signInAs(page, owner)
  await openPage(page, '/caixa')
  await page.getByRole('button', { name: 'Nova venda' }).click()
  const sale = page.getByRole('dialog', { name: 'Nova venda' })
  await expect(sale.getByText('Adicione o que o cliente fez ou levou.')).toBeVisible()
  await sale.getByLabel('Adicionar serviço').selectOption({ index: 1 })
  await sale.getByLabel('Quem atendeu').selectOption('Lia Fontes')
  await expect(sale.getByRole('button', { name: /^Barba/ })).toContainText('Lia Fontes')
  await sale.getByRole('button', { name: /^Receber/ }).click()
  await expect(rowsOf(page)).toHaveText([/Venda no balcão.*Lia Fontes · Barba/])
})

test('a sale at the counter may be of a known customer, who owes it', async ({ page, backend }) => {
  const { owner } = await openBarbershopWithVisits(backend)
  await signInAs(page, owner)
  await openPage(page, '/caixa')
  await page.getByRole('button', { name: 'Nova venda' }).click()
  await page.getByLabel('Adicionar serviço').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Dizer quem é o cliente' }).click()
  await page.getByLabel('Cliente', { exact: true }).fill('Ana')
  await page
    .getByRole('list', { name: 'Clientes conhecidos' })
    .getByRole('button', { name: /Ana Lua/ })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Nova venda' })
  await expect(sheet.getByRole('button', { name: /^Barba/ }), 'what was typed before stays').toBeVisible()
  await sheet.getByRole('button', { name: 'Fiado', exact: true }).click()
  await fill(page, 'Limite de fiado de Ana Lua', '100')
  await sheet.getByRole('button', { name: 'Salvar limite' }).click()
  await expect(sheet.getByText('Ainda pode R$')).toBeVisible()
  await sheet.getByRole('button', { name: /^Anotar .* no fiado$/ }).click()
  await expect(rowsOf(page)).toHaveText([/Ana Lua.*Barba/])
})

test('the customer opens the receipt by its link', async ({ page, backend, context, watch }) => {
  watch.expect(/ 422$/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { owner, customer } = await openBarbershopWithVisits(backend)
  await signInAs(page, owner)
  const sheet = await openSheetOfAppointment(page)
  await sheet.getByRole('button', { name: /^Receber R\$\s45,00 no Pix$/ }).click()
  await expect(sheet).toBeHidden()

  await openPage(page, '/caixa')
  await rowsOf(page).getByRole('button').click()
  const details = page.getByRole('dialog', { name: 'Comanda 1: Ana Lua' })
  await details.getByRole('button', { name: 'Copiar link' }).click()
  await expect(page.getByText('Link copiado')).toBeVisible()
  const link = await pasteCopiedText(page)
  const sent = details.getByRole('link', { name: 'Enviar comprovante pelo WhatsApp' })
  await expect(sent).toHaveAttribute('href', new RegExp(`${encodeURIComponent(link)}$`))
  expect(link).toContain(await readFromEmail(customer.user.email, /\/recibo#[\da-f-]{36}\.[\w-]{43}/))

  await forgetSession(page)
  await openPage(page, link)
  const receipt = page.getByRole('article', { name: 'Comprovante' })
  await expect(receipt.getByRole('list', { name: 'Itens' })).toHaveText(/^Corte na régua.*R\$\s45,00$/)
  await expect(receipt.getByRole('list', { name: 'Pagamentos' })).toHaveText(/^PixAguardando conferênciaR\$\s45,00$/)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(receipt).toBeVisible()

  await openPage(page, link.replace(/[\da-f]{8}-/, '00000000-'))
  await expect(page.getByRole('heading', { name: 'Este link não vale mais.' })).toBeVisible()
})
