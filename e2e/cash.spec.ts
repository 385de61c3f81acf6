import { randomUUID } from 'node:crypto'
import { visitsApi } from '@na-regua/contract/visits'
import type { Locator } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { noNetwork } from './offline-test.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** The amount of a field, which shows it once it was left. */
async function fill(dialog: Locator, label: string | RegExp, text: string) {
  await dialog.getByLabel(label).fill(text)
  await dialog.getByLabel(label).blur()
}

test('a day from opening the caixa to closing it with a difference', { tag: '@desktop' }, async ({ page, backend }) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, owner)
  await openPage(page, '/financeiro/caixa')
  await page.getByRole('button', { name: 'Abrir o caixa' }).click()
  const dialog = page.getByRole('dialog')
  await fill(dialog, 'Dinheiro na gaveta agora', '100')
  await dialog.getByRole('button', { name: 'Abrir o caixa' }).click()
  const register = page.getByRole('region', { name: 'Caixa aberto' })
  await expect(register).toContainText(/por Dona Zuleide Prates\. Fundo de R\$\s100,00/)
  await expect(register).not.toContainText('livro')

  // A comanda of R$ 45,00, paid in cash.
  const visit = await requestApi(visitsApi.close, {
    token: owner.token,
    params: { id: randomUUID() },
    body: {
      barbershopId: shop.id,
      barberId: shop.barberId,
      lines: [{ kind: 'service', serviceId: shop.serviceId, barberId: shop.barberId, unitCents: 4500 }],
      payments: [{ id: randomUUID(), method: 'cash', amountCents: 4500 }],
    },
  })
  expect(visit.status).toBe(200)

  await register.getByRole('button', { name: 'Despesa' }).click()
  await fill(dialog, 'Quanto custou', '20')
  await dialog.getByRole('button', { name: 'Lançar despesa' }).click()
  await expect(dialog).toContainText('Escolha uma opção')
  await dialog.getByRole('button', { name: 'Material' }).click()
  await dialog.getByLabel('Motivo').fill('Café e copos')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Lançar despesa' }).click()
  const movements = register.getByRole('list', { name: 'Lançamentos' }).getByRole('listitem')
  await expect(movements).toContainText([/Despesa · Material.*Café e copos.*− R\$\s20,00/])

  await register.getByRole('button', { name: 'Vale' }).click()
  await fill(dialog, 'Quanto ele levou', '30')
  await dialog.getByRole('button', { name: 'Tonho Valadares' }).click()
  await dialog.getByRole('button', { name: 'Lançar vale' }).click()
  await expect(movements.nth(1)).toContainText('Vale · Tonho Valadares')

  await register.getByRole('button', { name: 'Estornar Despesa · Material' }).click()
  await dialog.getByLabel('Motivo').fill('Paguei no cartão')
  await dialog.getByRole('button', { name: 'Estornar' }).click()
  await expect(movements.nth(2)).toContainText(/Estorno de despesa.*Paguei no cartão.*\+ R\$\s20,00/)
  const day = page.getByRole('region', { name: 'Caixa do dia' })
  await expect(day).toContainText('O esperado aparece quando o caixa for contado')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  // 100 + 45 − 30: five are missing.
  await register.getByRole('button', { name: 'Contar e fechar' }).click()
  await expect(dialog).not.toContainText('115,00')
  await fill(dialog, 'Dinheiro na gaveta', '110')
  await fill(dialog, 'Pix', '0')
  await dialog.getByLabel('Observação (opcional)').fill('Troco errado')
  await dialog.getByRole('button', { name: 'Fechar o caixa' }).click()
  await expect(dialog).toContainText(/Faltaram R\$\s5,00/)
  await expect(dialog.getByRole('row', { name: /Dinheiro/ })).toHaveText(/115,00.*110,00.*-5,00/)
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Pronto' }).click()

  await expect(page.getByRole('region', { name: 'Caixa fechado' })).toContainText(/ficaram R\$\s110,00/)
  await expect(day.getByRole('row', { name: /Dinheiro/ })).toHaveText(/115,00.*110,00.*-5,00/)
  await expect(day).toContainText('Observação: Troco errado')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: /Barbearia do Dia Longo · Caixa de/ })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('table')).toHaveCount(1)
})

test('without network the caixa says that it needs one', async ({ page, backend, context, watch }) => {
  watch.expect(...noNetwork)
  const { owner } = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, owner)
  await openPage(page, '/financeiro/caixa')
  await expect(page.getByRole('button', { name: 'Abrir o caixa' })).toBeEnabled()
  await context.setOffline(true)
  await expect(page.getByText('Abrir, lançar e fechar o caixa precisa de rede')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Abrir o caixa' })).toBeDisabled()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Abrir o caixa' })).toBeEnabled()
})

test('with two registers each device has its own, and the day has their sum', { tag: '@desktop' }, async ({
  page,
  backend,
}) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  await backend.db.updateTable('barbershops').set({ uses_visits: true }).where('id', '=', shop.id).execute()
  await signInAs(page, owner)
  await openPage(page, '/financeiro/caixa')
  const dialog = page.getByRole('dialog')
  async function openWith(float: string) {
    await page.getByRole('button', { name: 'Abrir o caixa' }).click()
    await fill(dialog, 'Dinheiro na gaveta agora', float)
    await dialog.getByRole('button', { name: 'Abrir o caixa' }).click()
    await expect(dialog).toBeHidden()
  }
  await openWith('100')
  const choice = page.getByRole('group', { name: 'Caixa deste aparelho' })
  await expect(choice).toHaveCount(0)
  await page.getByRole('button', { name: 'Caixas da barbearia' }).click()
  await dialog.getByLabel('Mais um caixa').fill('Bar')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect(dialog.getByRole('button', { name: 'Não usar mais o caixa Bar' })).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).click()
  await choice.getByRole('button', { name: 'Bar' }).click()
  await expect(page.getByRole('heading', { name: 'Bar está fechado' })).toBeVisible()
  await openWith('50')
  await expect(page.getByRole('heading', { name: 'Bar está aberto' })).toBeVisible()
  await checkAccessibility(page)

  // The sheet puts cash where this device stands.
  await page.getByRole('link', { name: 'Comandas do dia' }).click()
  await page.getByRole('button', { name: 'Nova venda' }).click()
  const sale = page.getByRole('dialog', { name: 'Nova venda' })
  await sale.getByLabel('Adicionar serviço').selectOption({ index: 1 })
  await sale.getByRole('button', { name: 'Dinheiro' }).click()
  await expect(sale.getByLabel('Caixa deste aparelho').locator('option:checked')).toHaveText('Bar')
  await sale.getByRole('button', { name: /^Receber .+ em dinheiro$/ }).click()
  await expect(sale).toBeHidden()
  await page.getByRole('link', { name: 'Caixa', exact: true }).click()
  await page.getByRole('button', { name: 'Contar e fechar' }).click()
  await expect(dialog.getByLabel('Pix')).toHaveCount(0)
  await fill(dialog, 'Dinheiro na gaveta', '80')
  await dialog.getByRole('button', { name: 'Fechar o caixa' }).click()
  await expect(dialog).toContainText('Confere')
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  await choice.getByRole('button', { name: 'Caixa', exact: true }).click()
  await page.getByRole('button', { name: 'Contar e fechar' }).click()
  await fill(dialog, 'Dinheiro na gaveta', '99')
  await dialog.getByRole('button', { name: 'Fechar o caixa' }).click()
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  const day = page.getByRole('region', { name: 'Caixa do dia' })
  const sum = day.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Soma dos caixas' }) })
  await expect(sum.getByRole('row', { name: /Dinheiro/ })).toHaveText(/180,00.*179,00.*-1,00/)
  await checkAccessibility(page)
})

for (const [permission, path, heading] of [
  ['money', '/financeiro', 'Nada lançado neste mês'],
  ['cash', '/financeiro/caixa', 'O caixa está fechado'],
  ['prices', '/financeiro/produtos', 'Nenhum produto'],
] as const)
  test(`who may only do "${permission}" works with ${path}`, async ({ page, backend }) => {
    const { shop } = await openAlwaysOpenBarbershop(backend)
    const person = await createSignedInUser(backend, { name: 'Rita Recepção' })
    const role = { user_id: person.user.id, role: 'RECEPTIONIST', permissions: [permission], created_at: backend.now() }
    await backend.db
      .insertInto('barbershop_roles')
      .values({ ...role, barbershop_id: shop.id })
      .execute()
    await signInAs(page, person)
    await openPage(page, path)
    await expect(page.getByText(heading).first()).toBeVisible()
  })
