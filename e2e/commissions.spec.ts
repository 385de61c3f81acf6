import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { countTaps } from './steps/count-taps.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** A barbershop whose owner has set a plan of half of each service on the screen. */
async function openWithPlan(page: Page, backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, scene.owner)
  await openPage(page, '/financeiro/comissoes?aba=planos')
  await page.getByRole('list', { name: 'Planos' }).getByRole('button', { name: 'Mudar' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Plano da barbearia' })
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Salvar nova versão' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Serviços: 50%').first()).toBeVisible()
  return scene
}

type Scene = Awaited<ReturnType<typeof openWithPlan>>

/** Closes a visit of R$ 40,00 with a tip of R$ 5,00, paid in cash, as a device does. */
async function closeVisit(page: Page, { shop, owner }: Scene) {
  const lines = [
    { kind: 'service', serviceId: shop.serviceId, barberId: shop.barberId, unitCents: 4000 },
    { kind: 'tip', barberId: shop.barberId, unitCents: 500 },
  ]
  const payments = [{ id: randomUUID(), method: 'cash', amountCents: 4500 }]
  const response = await page.request.post(`/api/visits/${randomUUID()}/close`, {
    headers: { authorization: `Bearer ${owner.token}` },
    data: { barbershopId: shop.id, barberId: shop.barberId, lines, payments },
  })
  expect(response.status(), await response.text()).toBe(200)
}

test('a day from opening the caixa to the barber who opens a cent takes ten taps', {
  tag: '@phone',
}, async ({ page, backend }) => {
  const countedTaps = await countTaps(page)
  const scene = await openWithPlan(page, backend)
  const { shop, owner, barber } = scene
  await backend.db.updateTable('barbershops').set({ uses_visits: true }).where('id', '=', shop.id).execute()
  const customer = await createSignedInUser(backend, { name: 'Ana Lua' })
  await addAppointment(backend, shop, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: -0.2 })
  const tapsOfSetup = countedTaps()

  await openPage(page, '/financeiro/caixa')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Abrir o caixa' }).tap()
  await expect(dialog.getByLabel('Dinheiro na gaveta agora')).toBeFocused()
  await page.keyboard.type('100')
  await dialog.getByRole('button', { name: 'Abrir o caixa' }).tap()
  await expect(page.getByRole('region', { name: 'Caixa aberto' })).toContainText(/Fundo de R\$\s100,00/)

  await signInAs(page, barber)
  await openPage(page, '/barber/appointments?ver=hoje')
  await page.getByRole('button', { name: 'Finalizar' }).tap()
  await dialog.getByRole('button', { name: 'Dinheiro' }).tap()
  await dialog.getByRole('button', { name: /^Receber R\$\s45,00 em dinheiro$/ }).tap()
  await expect(page.getByText(/^Ana Lua: R\$\s45,00$/)).toBeVisible()
  await page.getByRole('button', { name: 'Menu de Tonho Valadares' }).tap()
  await page.getByRole('link', { name: 'Meus ganhos' }).tap()
  const line = page.getByRole('list', { name: 'Linhas' }).getByRole('listitem')
  await line.getByRole('button', { name: /^Mais de/ }).tap()
  await expect(line).toContainText(/Preço.*R\$\s45,00.*50% de comissão.*R\$\s22,50/)

  await signInAs(page, owner)
  await openPage(page, '/financeiro/caixa')
  await page.getByRole('button', { name: 'Contar e fechar' }).tap()
  await expect(dialog.getByLabel('Dinheiro na gaveta')).toBeFocused()
  await page.keyboard.type('145')
  await dialog.getByRole('button', { name: 'Fechar o caixa' }).tap()
  await expect(dialog).toContainText('Confere')
  expect(countedTaps() - tapsOfSetup).toBe(10)
})

test('a barber opens a cent: every line has its steps, from the price to the commission', {
  tag: '@desktop',
}, async ({ page, backend }) => {
  const scene = await openWithPlan(page, backend)
  await closeVisit(page, scene)
  await signInAs(page, scene.barber)
  await openPage(page, '/ganhos')
  await expect(page.getByText('R$ 25,00').first()).toBeVisible()
  const lines = page.getByRole('list', { name: 'Linhas' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  const line = lines.filter({ hasText: 'R$ 20,00' })
  await line.getByRole('button', { name: /^Mais de/ }).click()
  await expect(line).toContainText('50% de comissão')
  await expect(line.getByText('Base da comissão')).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Este mês' }).click()
  await expect(page.getByText('R$ 25,00').first()).toBeVisible()
})

test('an acerto with a vale and a disputed line', { tag: '@desktop' }, async ({ page, backend }) => {
  const countedTaps = await countTaps(page)
  const scene = await openWithPlan(page, backend)
  await closeVisit(page, scene)

  // The barber doubts the service.
  await signInAs(page, scene.barber)
  await openPage(page, '/ganhos')
  const line = page.getByRole('list', { name: 'Linhas' }).getByRole('listitem').filter({ hasText: 'R$ 20,00' })
  await line.getByRole('button', { name: /^Mais de/ }).click()
  await line.getByRole('button', { name: 'Contestar esta linha' }).click()
  const dispute = page.getByRole('dialog', { name: 'Contestar a linha' })
  await dispute.getByRole('button', { name: 'Enviar contestação' }).click()
  await expect(dispute.getByText('Escreva o que está errado.')).toBeVisible()
  await dispute.getByLabel('O que está errado?').fill('Foi corte e barba')
  await dispute.getByRole('button', { name: 'Enviar contestação' }).click()
  await expect(line.getByText('Contestada')).toBeVisible()

  // The owner concedes R$ 3,00, gives an advance of R$ 10,00 and closes the settlement.
  await signInAs(page, scene.owner)
  await openPage(page, '/financeiro/comissoes')
  await page.getByRole('list', { name: 'Contestações' }).getByRole('button', { name: 'Responder' }).click()
  const response = page.getByRole('dialog', { name: /^Contestação de/ })
  await response.getByLabel('Resposta').fill('Você tem razão')
  await response.getByRole('button', { name: 'Pagar mais' }).click()
  await response.getByLabel('Valor do ajuste').fill('3')
  await checkAccessibility(page)
  await response.getByRole('button', { name: 'Responder' }).click()
  await expect(response).toBeHidden()
  const row = page.getByRole('list', { name: 'Em aberto' }).getByRole('listitem').filter({ hasText: 'Tonho Valadares' })
  await expect(row).toContainText('R$ 28,00')
  const more = row.getByRole('button', { name: 'Mais de Tonho Valadares' })
  if (await more.isVisible()) await more.click()
  await row.getByRole('button', { name: 'Dar vale' }).click()
  const advance = page.getByRole('dialog', { name: /^Vale para/ })
  await advance.getByLabel('Valor').fill('10')
  await checkAccessibility(page)
  await advance.getByRole('button', { name: 'Registrar vale' }).click()
  await expect(advance).toBeHidden()
  await expect(row).toContainText('R$ 18,00')
  const tapsBefore = countedTaps()
  await row.getByRole('button', { name: 'Fechar acerto' }).click()
  const closing = page.getByRole('dialog', { name: 'Acerto com Tonho Valadares' })
  await expect(closing).toContainText('-R$ 10,00')
  await checkAccessibility(page)
  await closing.getByRole('button', { name: 'Fechar acerto' }).click()
  const settlement = page.getByRole('dialog', { name: /^Acerto até/ })
  await settlement.getByRole('button', { name: 'Dinheiro' }).click()
  await settlement.getByRole('button', { name: 'Paguei o barbeiro' }).click()
  await expect(settlement).toContainText('por dinheiro do caixa')
  expect(countedTaps() - tapsBefore).toBe(4)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  // The barber reads the response and the paid settlement.
  await signInAs(page, scene.barber)
  await openPage(page, '/ganhos')
  await expect(page.getByText('Acerto até')).toBeVisible()
  await expect(page.getByText('Pago', { exact: true })).toBeVisible()
  await line.getByRole('button', { name: /^Mais de/ }).click()
  await expect(line).toContainText('Você tem razão · ajuste de R$ 3,00')
})

test('the contract of a partner, the cota-parte of the month, and a disputed line that rings the bell', {
  tag: '@desktop',
}, async ({ page, backend }) => {
  const scene = await openWithPlan(page, backend)
  await closeVisit(page, scene)

  // The owner enters the contract.
  await openPage(page, '/financeiro/comissoes?aba=contratos')
  const row = page.getByRole('list', { name: 'Contratos' }).getByRole('listitem').filter({ hasText: 'Tonho Valadares' })
  await expect(row).toContainText('Sem contrato')
  await expect(page.getByText('Nenhum parceiro neste mês')).toBeVisible()
  await row.getByRole('button', { name: 'Cadastrar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contrato de Tonho Valadares' })
  await dialog.getByLabel('CNPJ do barbeiro').fill('11.222.333/0001-82')
  const startsOn = await dialog.getByLabel('Começa em').inputValue()
  const endsOn = new Date(Date.parse(startsOn) + 10 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Termina em').fill(endsOn)
  const pdf = { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }
  await dialog.locator('input[type=file]').setInputFiles(pdf)
  await dialog.getByRole('button', { name: 'Salvar contrato' }).click()
  await expect(dialog.getByText('Confira o CNPJ.')).toBeVisible()
  await checkAccessibility(page)
  await dialog.getByLabel('CNPJ do barbeiro').fill('11.222.333/0001-81')
  await dialog.getByRole('button', { name: 'Salvar contrato' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Salão Parceiro · 11.222.333/0001-81')
  await expect(row).toContainText('Termina em 10 dias')

  // The month is divided, saved as CSV, and printed.
  const report = page.getByRole('region', { name: 'Cota-parte' })
  await expect(report.getByRole('row').filter({ hasText: 'Tonho Valadares' })).toContainText(/40,00.*20,00.*20,00/)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  const saving = page.waitForEvent('download')
  await report.getByRole('button', { name: 'Exportar CSV' }).click()
  const csv = await readFile(await (await saving).path(), 'utf8')
  expect(csv).toContain(';Tonho Valadares;11.222.333/0001-81;40,00;20,00;20,00;0,00;5,00')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: /Cota-parte de/ })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  // The barber opens the own contract and doubts a line.
  await signInAs(page, scene.barber)
  await openPage(page, '/ganhos')
  const opening = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Contrato' }).click()
  expect((await opening).suggestedFilename()).toBe(`contrato-${startsOn}.pdf`)
  const line = page.getByRole('list', { name: 'Linhas' }).getByRole('listitem').filter({ hasText: 'R$ 20,00' })
  await line.getByRole('button', { name: /^Mais de/ }).click()
  await line.getByRole('button', { name: 'Contestar esta linha' }).click()
  const dispute = page.getByRole('dialog', { name: 'Contestar a linha' })
  await dispute.getByLabel('O que está errado?').fill('Foi corte e barba')
  await dispute.getByRole('button', { name: 'Enviar contestação' }).click()
  await expect(line.getByText('Contestada')).toBeVisible()

  // The bell leads the owner to it, and the response the barber back.
  await signInAs(page, scene.owner)
  await openPage(page, '/notifications')
  await page.getByRole('main').getByText('Comissão contestada').click()
  await page.getByRole('list', { name: 'Contestações' }).getByRole('button', { name: 'Responder' }).click()
  const response = page.getByRole('dialog', { name: /^Contestação de/ })
  await response.getByLabel('Resposta').fill('O plano é este')
  await response.getByRole('button', { name: 'Responder' }).click()
  await expect(response).toBeHidden()
  await signInAs(page, scene.barber)
  await openPage(page, '/ganhos')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Notificações, 1 não lida' })).toBeVisible()
})
