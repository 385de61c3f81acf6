import { createSubscription } from '../server/test/factories.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

test('a product is bought, lost and counted, and appears to be bought below its minimum', {
  tag: '@desktop',
}, async ({ page, backend }) => {
  const { owner, barber } = await openAlwaysOpenBarbershop(backend)
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id, { tier: 'premium', provider: 'free' })
  await signInAs(page, owner)
  await openPage(page, '/financeiro/produtos')
  await page.getByRole('button', { name: 'Novo produto' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Pomada efeito seco para bigodes e barbas de respeito')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toContainText('Informe o preço')
  await dialog.getByLabel('Preço de venda').fill('45')
  await dialog.getByLabel('Custo de cada um').fill('20')
  await dialog.getByLabel('Estoque mínimo').fill('3')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const row = page.getByRole('list', { name: 'Produtos' }).getByRole('listitem').first()
  await expect(row).toContainText(/Comprar.*R\$\s45,00 · custo R\$\s20,00 · 0 em estoque · mínimo 3/)
  await expect(page.getByText('1 produto abaixo do mínimo')).toBeVisible()

  const openMovement = async () => {
    const enter = row.getByRole('button', { name: /^Lançar em/ })
    if (!(await enter.isVisible())) await row.getByRole('button', { name: /^Mais de/ }).click()
    await enter.click()
  }
  await openMovement()
  await dialog.getByLabel('Quantos chegaram').fill('12')
  await dialog.getByLabel('Quanto custou tudo').fill('300')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Lançar' }).click()
  await expect(row).toContainText(/custo R\$\s25,00 · 12 em estoque/)
  await expect(page.getByText('Nada abaixo do mínimo')).toBeVisible()

  await openMovement()
  await dialog.getByRole('button', { name: 'Perda' }).click()
  await dialog.getByLabel('Quantos se perderam').fill('2')
  await dialog.getByLabel('Observação (opcional)').fill('Caiu no chão')
  await dialog.getByRole('button', { name: 'Lançar' }).click()
  await expect(row).toContainText('10 em estoque')
  await openMovement()
  await dialog.getByRole('button', { name: 'Contagem' }).click()
  await dialog.getByLabel('Quantos há agora').fill('11')
  await dialog.getByRole('button', { name: 'Lançar' }).click()
  await expect(row).toContainText('11 em estoque')

  const more = row.getByRole('button', { name: /^Mais de/ })
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
  const movements = row.getByRole('list', { name: 'Entradas e saídas' }).getByRole('listitem')
  await expect(movements).toContainText([/\+1.*Contagem/, /−2.*Perda.*Caiu no chão/, /\+12.*Compra/])
  await checkAccessibility(page)
  await row.getByRole('button', { name: /^Estornar Perda/ }).click()
  await dialog.getByLabel('Motivo').fill('Achei')
  await dialog.getByRole('button', { name: 'Estornar' }).click()
  await expect(movements.first()).toContainText(/\+2.*Estorno de perda.*Achei/)
  await expect(row).toContainText('13 em estoque')
  await expectNoHorizontalScroll(page)

  await signInAs(page, barber)
  await openPage(page, '/financeiro/produtos')
  await expect(row).toContainText(/R\$\s45,00 · 13 em estoque · mínimo 3/)
  await expect(page.getByRole('button', { name: 'Novo produto' })).toHaveCount(0)
})
