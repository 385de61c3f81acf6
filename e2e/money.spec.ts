import { randomUUID } from 'node:crypto'
import { visitsApi } from '@na-regua/contract/visits'
import { createSubscription } from '../server/test/factories.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

type Payment = { method: 'cash' | 'credit' | 'account' | 'pix'; amountCents: number; installments?: number }

test('the owner sets the fee of cards, reads the month and opens its figures', {
  tag: '@desktop',
}, async ({ page, backend }) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id, {
    tier: 'professional',
    provider: 'free',
  })
  const { id: profileId } = await backend.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: shop.id, name: 'Marcos Vinícius', debt_limit_cents: 20_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const close = (payments: readonly Payment[]) =>
    requestApi(visitsApi.close, {
      token: owner.token,
      params: { id: randomUUID() },
      body: {
        barbershopId: shop.id,
        barberId: shop.barberId,
        profileId,
        lines: [
          {
            kind: 'service',
            serviceId: shop.serviceId,
            barberId: shop.barberId,
            unitCents: payments.reduce((sum, { amountCents }) => sum + amountCents, 0),
          },
        ],
        payments: payments.map((payment) => ({ id: randomUUID(), ...payment })),
      },
    })

  await signInAs(page, owner)
  await openPage(page, '/financeiro')
  await expect(page.getByText('Nada lançado neste mês')).toBeVisible()
  await page.getByRole('link', { name: 'A receber' }).click()
  await expect(page.getByText('Ninguém deve nada.')).toBeVisible()
  await page.getByRole('button', { name: 'Taxas das maquininhas' }).click()
  const dialog = page.getByRole('dialog')
  const credit = dialog.getByRole('group', { name: 'Taxa 2' })
  await credit.getByLabel('Taxa', { exact: true }).fill('4')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText(/^Taxas salvas/)).toBeVisible()

  const closings = await Promise.all([
    close([{ method: 'credit', amountCents: 10_000, installments: 3 }]),
    close([
      { method: 'cash', amountCents: 4000 },
      { method: 'account', amountCents: 3000 },
    ]),
  ])
  expect(closings.map(({ status }) => status)).toEqual([200, 200])

  await openPage(page, '/financeiro/receber')
  const days = page.getByRole('list', { name: 'Cartões por dia' }).getByRole('button')
  await expect(days).toHaveCount(3)
  await days.nth(1).click()
  await expect(dialog.getByRole('listitem')).toContainText(
    /^Crédito, parcela 2 de 3.*R\$\s33,33 menos R\$\s1,33 de taxa/,
  )
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await page.getByRole('button', { name: /Marcos Vinícius/ }).click()
  await expect(dialog).toContainText('Fiado de Marcos Vinícius')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('link', { name: 'Receber' })).toHaveAttribute('href', `/caixa?cliente=${profileId}`)
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  await page.getByRole('link', { name: 'Relatório' }).click()
  await expect(page.getByText('R$ 166,00')).toBeVisible()
  await page.getByRole('button', { name: /^Custos das vendas: R\$\s4,00/ }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await page.getByRole('button', { name: /^Taxas de cartão/ }).click()
  await expect(dialog.getByRole('listitem')).toContainText('comanda')
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await page.getByRole('heading', { name: 'Formas de pagamento' }).click()
  await page.getByRole('button', { name: /^Fiado/ }).click()
  await expect(dialog).toContainText('R$ 30,00')
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Relatório (CSV)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^relatorio-\d{4}-\d\d\.csv$/)
})
