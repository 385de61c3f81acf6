import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { cardsOf } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { createOwnBarbershop, createOwnerWithPlan } from './steps/owners.ts'
import { isPhone } from './steps/screen.ts'
import { createSignedInUser, forgetSession, signInAs } from './steps/users.ts'
import { expect, test, testAsCustomer } from './test.ts'

/** Requests that change something fail without a message, as from a proxy; GET requests pass. */
function failWithoutMessage(route: Route) {
  return route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' })
}

const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

/** Closes a dialog with what was typed in it. */
async function discard(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()
}

test('each failed change on the owner’s page shows its own message [8.17, 8.18]', async ({ page, backend, watch }) => {
  watch.expect(/^(POST|PUT|PATCH|DELETE) \/api\/\S+ 500$/)
  const { owner, barber, first, second } = await openBarbershopsWithPlan(backend, 'premium')
  await backend.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', second.id).execute()
  await signInAs(page, owner)
  await page.route('**/api/**', failWithoutMessage)

  await openPage(page, '/admin')
  await page.getByRole('button', { name: `Mais de ${first.name}` }).click()
  await page.getByRole('button', { name: `Destacar: ${first.name}` }).click()
  await expectText(page, 'Erro ao atualizar status de destaque')
  await page.getByRole('button', { name: `Ativar ${second.name}` }).click()
  await expectText(page, 'Erro ao ativar barbearia')
  await page.getByRole('button', { name: `Desativar ${first.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click()
  await expectText(page, 'Erro ao desativar barbearia')
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Serviços de ${first.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await expectText(page, 'Erro ao salvar. Tente novamente.')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Gerenciar Barbeiros' }).click()
  await page.getByRole('button', { name: 'Novo Barbeiro' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Barbearia').selectOption(first.name)
  await dialog.getByLabel('E-mail do barbeiro').fill('nina@naregua.test')
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await expectText(page, 'Erro ao enviar convite')
  await discard(page)
  const staff = page.getByRole('list', { name: 'Barbeiros', exact: true }).getByRole('listitem')
  const card = staff.filter({ hasText: barber.user.name }).filter({ hasText: first.name })
  await card.getByRole('button', { name: /^Mais de/ }).click()
  for (const [name, action, text] of [
    ['Especialidades: ', 'Salvar', 'Erro ao atualizar especialidades'],
    ['Bio: ', 'Salvar', 'Erro ao atualizar bio'],
    ['Remover: ', 'Remover', 'Erro ao remover barbeiro'],
  ] as const) {
    await card.getByRole('button', { name }).click()
    await dialog.getByRole('button', { name: action, exact: true }).click()
    await expectText(page, text)
    await page.keyboard.press('Escape')
  }
})

test('each failed change of the own account shows its own message [2.79, 8.5, 8.22, 8.24]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^(POST|PUT) \/api\/\S+ 500$/, /^GET \/api\/(auth\/captcha|plans) net::ERR_FAILED$/)
  const user = await createSignedInUser(backend, { name: 'Rita Prado', password: 'tesoura-7-azul' })
  await signInAs(page, user)
  await page.route('**/api/**', failWithoutMessage)
  await openPage(page, '/profile#seguranca')
  await page.getByRole('button', { name: 'Editar Perfil' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expectText(page, 'Erro ao atualizar perfil')
  const image = { name: 'eu.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') }
  await page.getByLabel('Foto de perfil', { exact: true }).setInputFiles(image)
  await expectText(page, 'Erro ao atualizar foto de perfil')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Alterar', exact: true }).click()
  await dialog.getByLabel('Novo e-mail').fill('rita-nova@naregua.test')
  await dialog.getByRole('button', { name: 'Enviar código' }).click()
  await expectText(page, 'Erro ao enviar código de verificação')
  await discard(page)
  await page.getByRole('button', { name: 'Redefinir Senha' }).click()
  await dialog.getByLabel('Senha atual').fill('tesoura-7-azul')
  await dialog.getByLabel('Nova senha', { exact: true }).fill('navalha-8-verde')
  await dialog.getByLabel('Confirmar nova senha').fill('navalha-8-verde')
  await dialog.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expectText(page, 'Erro ao atualizar senha')
  await discard(page)

  await page.route('**/api/plans', (route) => route.abort('failed'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Torne-se dono' }).click()
  await expectText(page, 'Erro ao carregar planos. Por favor, tente novamente.')
  await expect(page.getByRole('button', { name: 'Recarregar' })).toBeVisible()

  await forgetSession(page)
  await page.route('**/api/auth/captcha', (route) => route.abort('failed'))
  await openPage(page, '/login?mode=register')
  await expect(page.getByText('Não foi possível carregar o captcha. Tente novamente.')).toBeVisible()
})

testAsCustomer(
  'an incomplete or unknown barbershop cannot be booked and shows why [2.65, 2.66, 8.9]',
  async ({ page, backend, watch }) => {
    watch.expect(/^GET \/api\/barbershops\/\S+ 404$/)
    const owner = await createOwnerWithPlan(backend)
    const { id } = await createOwnBarbershop(owner.token, `Sem cadeira ${randomUUID().slice(0, 8)}`)
    await openPage(page, `/barbershop/${id}`)
    await page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(`/barbershop/${id}/booking/any`)
    await expect(page.getByRole('heading', { name: 'Informações Incompletas' })).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('link', { name: 'Voltar para a barbearia' }).click()
    await expect(page.getByText('Nenhum serviço disponível no momento.')).toBeVisible()
    await page.getByRole('tab', { name: 'Barbeiros' }).click()
    await expect(page.getByText('Nenhum barbeiro disponível no momento.')).toBeVisible()
    await page.getByRole('tab', { name: 'Avaliações' }).click()
    await expect(page.getByText('Nenhuma avaliação disponível no momento.')).toBeVisible()
    await expect(page.getByText('Nenhum benefício listado.')).toBeVisible()
    await openPage(page, `/barbershop/${randomUUID()}/booking/any`)
    await expect(page.getByText('Barbearia não encontrada.')).toBeVisible()
  },
)

test('a page whose later parts cannot be loaded goes on without them', { tag: '@desktop' }, async ({ page, watch }) => {
  const whatStandsForIt = /React error #418/
  watch.expect(
    /assets\/(search-combobox|filter-panel)\S* net::ERR_FAILED$/,
    /a part of the page failed/,
    whatStandsForIt,
  )
  await page.route(/assets\/(search-combobox|filter-panel)/, (route) => route.abort('failed'))
  await openPage(page, '/?sort=rating')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Sobre' })).toBeVisible()
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Filtros' }).click()
    await expectText(page, 'Não foi possível abrir')
  } else {
    await expectText(page, 'Não foi possível carregar. Recarregue a página.')
  }
  await page.getByRole('button', { name: 'Livre hoje' }).click()
  await expect(page).toHaveURL(/free=1/)
  // In the evening no barbershop is free.
  await page.getByRole('button', { name: 'Livre hoje' }).click()
  await expect(page).not.toHaveURL(/free=1/)
  // Read and tapped at once: the list without the filter may take the place of the card.
  const name = await cardsOf(page)
    .first()
    .evaluate((card) => {
      const links = [...card.querySelectorAll('a')]
      links.find(({ innerText }) => innerText.startsWith('Detalhes'))?.click()
      return card.querySelector('h3')?.innerText ?? ''
    })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('tab', { name: 'Avaliações' }).click()
  await expect(page.getByRole('tab', { name: 'Avaliações' })).toHaveAttribute('aria-selected', 'true')
  await expect(footer).toBeVisible()
})

test('going back before a page reacts shows the page of the URL', async ({ page }) => {
  await openPage(page, '/')
  await cardsOf(page)
    .first()
    .getByRole('link', { name: /^Detalhes/ })
    .click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page).toHaveURL(/\/barbershop\//)
  await expect(heading).not.toHaveText(/^Encontre/)
  // While the code of the page is still on its way.
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/barbershop-page-*.js', (route) => code.promise.then(() => route.continue()))
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/')
  code.resolve()
  await expect(page).toHaveURL('/')
  await expect(heading).toHaveText(/^Encontre/)
})
