import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { openShopsWithPlan } from './app/owners.ts'
import { axeCheck } from './steps/accessibility.ts'
import { createOwner, openShop } from './steps/owners.ts'
import { createPerson, enterAs } from './steps/people.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

/** Changes fail without a word, as when a proxy answers; what is only read is there. */
function failWordless(route: Route) {
  return route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' })
}

const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

test('what fails on an owner’s panel is named, each by itself', { tag: '@phone' }, async ({ page, world, watch }) => {
  watch.expect(/^(POST|PUT|PATCH|DELETE) \/api\/\S+ 500$/)
  const { owner, barber, first, second } = await openShopsWithPlan(world, 'premium')
  await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', second.id).execute()
  await enterAs(page, owner)
  await page.route('**/api/**', failWordless)

  await visit(page, '/admin')
  await page.getByRole('button', { name: `Destacar: ${first.name}` }).click()
  await said(page, 'Erro ao atualizar status de destaque')
  await page.getByRole('button', { name: `Ativar ${second.name}` }).click()
  await said(page, 'Erro ao ativar barbearia')
  await page.getByRole('button', { name: `Desativar ${first.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click()
  await said(page, 'Erro ao desativar barbearia')
  await axeCheck(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Serviços de ${first.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await said(page, 'Erro ao salvar. Tente novamente.')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Gerenciar Barbeiros' }).click()
  await page.getByRole('button', { name: 'Novo Barbeiro' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Barbearia').selectOption(first.name)
  await dialog.getByLabel('E-mail do barbeiro').fill('nina@naregua.test')
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await said(page, 'Erro ao enviar convite')
  await page.keyboard.press('Escape')
  const card = page.getByRole('listitem').filter({ hasText: barber.user.name }).filter({ hasText: first.name })
  for (const [name, act, text] of [
    ['Especialidades: ', 'Salvar', 'Erro ao atualizar especialidades'],
    ['Bio: ', 'Salvar', 'Erro ao atualizar bio'],
    ['Remover: ', 'Remover', 'Erro ao remover barbeiro'],
  ] as const) {
    await card.getByRole('button', { name }).click()
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await said(page, text)
    await page.keyboard.press('Escape')
  }
})

test('what fails in one’s own account is named', { tag: '@phone' }, async ({ page, world, watch }) => {
  watch.expect(/^(POST|PUT) \/api\/\S+ 500$/, /^GET \/api\/(auth\/captcha|plans) net::ERR_FAILED$/)
  const person = await createPerson(world, { name: 'Rita Prado', password: 'tesoura-7-azul' })
  await enterAs(page, person)
  await page.route('**/api/**', failWordless)
  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Editar Perfil' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await said(page, 'Erro ao atualizar perfil')
  const picture = { name: 'eu.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') }
  await page.getByLabel('Foto de perfil', { exact: true }).setInputFiles(picture)
  await said(page, 'Erro ao atualizar foto de perfil')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Alterar', exact: true }).click()
  await dialog.getByLabel('Novo e-mail').fill('rita-nova@naregua.test')
  await dialog.getByRole('button', { name: 'Enviar código' }).click()
  await said(page, 'Erro ao enviar código de verificação')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Redefinir Senha' }).click()
  await dialog.getByLabel('Senha atual').fill('tesoura-7-azul')
  await dialog.getByLabel('Nova senha', { exact: true }).fill('navalha-8-verde')
  await dialog.getByLabel('Confirmar nova senha').fill('navalha-8-verde')
  await dialog.getByRole('button', { name: 'Salvar nova senha' }).click()
  await said(page, 'Erro ao atualizar senha')
  await page.keyboard.press('Escape')

  await page.route('**/api/plans', (route) => route.abort('failed'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Torne-se dono' }).click()
  await said(page, 'Erro ao carregar planos. Por favor, tente novamente.')
  await expect(page.getByRole('button', { name: 'Recarregar' })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.route('**/api/auth/captcha', (route) => route.abort('failed'))
  await visit(page, '/login?mode=register')
  await expect(page.getByText('Não foi possível carregar o captcha. Tente novamente.')).toBeVisible()
})

test('a shop that lacks something or is nowhere cannot be booked, and says so', { tag: '@phone' }, async ({
  page,
  world,
  watch,
  customer,
}) => {
  expect(customer.token).toBeTruthy()
  watch.expect(/^GET \/api\/barbershops\/\S+ 404$/)
  const owner = await createOwner(world)
  const { id } = await openShop(owner.token, `Sem cadeira ${randomUUID().slice(0, 8)}`)
  await visit(page, `/barbershop/${id}/booking/any`)
  await expect(page.getByRole('heading', { name: 'Informações Incompletas' })).toBeVisible()
  await axeCheck(page)
  await page.getByRole('link', { name: 'Voltar para a barbearia' }).click()
  await expect(page.getByText('Nenhum serviço disponível no momento.')).toBeVisible()
  await page.getByRole('tab', { name: 'Barbeiros' }).click()
  await expect(page.getByText('Nenhum barbeiro disponível no momento.')).toBeVisible()
  await page.getByRole('tab', { name: 'Avaliações' }).click()
  await expect(page.getByText('Nenhuma avaliação disponível no momento.')).toBeVisible()
  await expect(page.getByText('Nenhum benefício listado.')).toBeVisible()
  await visit(page, `/barbershop/${randomUUID()}/booking/any`)
  await expect(page.getByText('Barbearia não encontrada.')).toBeVisible()
})
