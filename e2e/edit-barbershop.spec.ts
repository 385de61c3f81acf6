import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { notificationsApi } from '@na-regua/contract/notifications'
import type { Page } from '@playwright/test'
import { addAppointment } from './app/appointments.ts'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { createOwnBarbershop, createOwnerWithPlan } from './steps/owners.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import type { PageWatch } from './steps/watch-page.ts'
import { expect, test } from './test.ts'

const image = fileURLToPath(new URL('../web/public/icon-512.png', import.meta.url))

async function openDialog(page: Page, section: string, name: string) {
  await page.getByRole('button', { name: `${section} de ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: section })
  await expect(dialog).toBeVisible()
  return dialog
}

async function save(page: Page, section: string) {
  const dialog = page.getByRole('dialog', { name: section })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
}

async function editInformation({ page, name, newName }: { page: Page; name: string; newName: string }) {
  const dialog = await openDialog(page, 'Informações', name)
  await dialog.getByLabel('Nome').fill('')
  await expect(dialog.getByText('Dê um nome à barbearia.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled()
  await dialog.getByLabel('Nome').fill(newName)
  await dialog.getByLabel('Telefone').fill('6233334444')
  await dialog.getByLabel('Instagram').fill('https://www.instagram.com/Tesoura.Do.Centro/')
  await dialog.getByLabel('Descrição').fill('Navalha e conversa boa.')
  await dialog.getByLabel('Pix').check()
  await dialog.getByLabel('Dinheiro').check()
  await expect(dialog.getByLabel('Número')).toHaveValue('900')
  await dialog.getByLabel('Bairro').fill('Consolação')
  await expect(dialog.getByLabel('Endereço')).toHaveValue('Rua Augusta, 900')
  await dialog.getByRole('button', { name: 'Usar: Rua Augusta, 900 - Consolação, São Paulo - SP' }).click()
  await dialog.getByLabel('Complemento').fill('Loja 2')
  await expect(dialog.getByLabel('Endereço')).toHaveValue('Rua Augusta, 900, Loja 2 - Consolação, São Paulo - SP')
  await checkAccessibility(page)
  await save(page, 'Informações')
  await expect(page.getByRole('article', { name: newName })).toBeVisible()
}

async function discardChanges(page: Page, newName: string) {
  const dialog = await openDialog(page, 'Informações', newName)
  await page.keyboard.press('Escape')
  await expect(dialog, 'without changes').toBeHidden()
  await openDialog(page, 'Informações', newName)
  const description = dialog.getByLabel('Descrição')
  await description.fill('Navalha e toalha quente.')
  const question = page.getByRole('dialog', { name: 'Descartar as alterações?' })
  // The browser itself closes a dialog on every Esc after the first one.
  for (const isAsked of [true, false, true, false, true]) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible({ visible: isAsked })
  }
  await expect(question.getByRole('button', { name: 'Continuar editando' })).toBeFocused()
  await checkAccessibility(page)
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(description).toBeFocused()
  // As a phone's second Back does.
  await dialog.evaluate((element: HTMLDialogElement) => element.close())
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  const warning = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await warning).dismiss()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(description).toHaveValue('Navalha e toalha quente.')
  await description.fill('Navalha e conversa boa.')
  await page.keyboard.press('Escape')
  await expect(dialog, 'as it was').toBeHidden()
}

async function editFeatures(page: Page, newName: string) {
  const dialog = await openDialog(page, 'Comodidades', newName)
  await dialog.getByRole('button', { name: 'Música ao vivo' }).click()
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await openDialog(page, 'Comodidades', newName)
  await dialog.getByRole('button', { name: 'Música ao vivo' }).click()
  await dialog.getByRole('button', { name: 'Estacionamento' }).click()
  await checkAccessibility(page)
  await save(page, 'Comodidades')
}

async function editImages({ page, watch, id, newName }: { page: Page; watch: PageWatch; id: string; newName: string }) {
  const dialog = await openDialog(page, 'Editar Imagens', newName)
  await dialog.getByLabel('Adicionar imagens: arquivo').setInputFiles([image, image])
  await expect(dialog.getByText('2 de 6 imagens')).toBeVisible()
  await checkAccessibility(page)
  await save(page, 'Editar Imagens')

  watch.expect(/^PUT \/api\/barbershops\/[\w-]+ 500$/)
  await page.route(`**/api/barbershops/${id}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await openDialog(page, 'Editar Imagens', newName)
  await dialog.getByRole('button', { name: 'Definir como capa: imagem 2' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByRole('alert').getByText('Erro ao definir imagem de capa', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remover imagem 2' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByRole('alert').getByText('Erro ao remover imagem', { exact: true })).toBeVisible()
  await page.unroute(`**/api/barbershops/${id}`)
  await save(page, 'Editar Imagens')
}

test('information, features and images are edited each in a dialog, and customers see them [1.5, 2.91, 8.14]', async ({
  page,
  backend,
  watch,
}) => {
  const owner = await createOwnerWithPlan(backend)
  const { id, name } = await createOwnBarbershop(owner.token, `Tesoura ${randomUUID().slice(0, 8)}`)
  await signInAs(page, owner)
  await openPage(page, '/admin')
  const newName = `${name} do Centro`

  await test.step('information', () => editInformation({ page, name, newName }))

  await test.step('unsaved changes are discarded only after a confirmation', () => discardChanges(page, newName))

  await test.step('features', () => editFeatures(page, newName))

  await test.step('images, with an error for each failed change', () => editImages({ page, watch, id, newName }))

  await openPage(page, `/barbershop/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: newName })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ligar' })).toHaveAttribute('href', 'tel:+556233334444')
  await expect(page.getByRole('link', { name: /^Instagram/ })).toHaveAttribute(
    'href',
    'https://www.instagram.com/tesoura.do.centro/',
  )
  const structuredData = await page.locator('script[type="application/ld+json"]').textContent()
  expect(structuredData).toContain('instagram.com/tesoura.do.centro')
  await expect(page.getByText('Navalha e conversa boa.')).toBeVisible()
  await expect(page.getByText('Rua Augusta, 900, Loja 2 - Consolação, São Paulo - SP').first()).toBeVisible()
  const benefits = page.getByRole('region', { name: 'Benefícios' })
  await expect(benefits.getByRole('listitem')).toHaveText(['Estacionamento', 'Música ao vivo'])
  await expect(page.getByRole('img', { name: /^Foto \d de/ })).toHaveCount(1)
})

test('deactivating a barbershop lists the booked customers and keeps or cancels their appointments [4.18]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \S+\/deactivate\?booked=ask 409$/)
  const { owner, first, second } = await openBarbershopsWithPlan(backend, 'professional')
  const customer = await createSignedInUser(backend, { name: 'Dora Vilar', phone: '62900007777' })
  const book = (shop: typeof first, hoursFromNow: number) =>
    addAppointment(backend, shop, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow })
  await book(first, 30)
  await book(second, 54)
  await signInAs(page, owner)
  await openPage(page, '/admin')
  const dialog = page.getByRole('dialog', { name: 'Desativar barbearia' })

  await page.getByRole('button', { name: `Mais de ${first.name}` }).click()
  await page.getByRole('button', { name: `Desativar ${first.name}` }).click()
  await dialog.getByRole('button', { name: 'Desativar' }).click()
  await expect(dialog.getByText('Ainda há 1 agendamento à frente')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText('Dora Vilar · Corte na régua')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Voltar' }).click()
  await expect(page.getByRole('button', { name: `Desativar ${first.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Desativar' }).click()
  await dialog.getByRole('button', { name: 'Manter e desativar' }).click()
  await expect(page.getByRole('button', { name: `Ativar ${first.name}` })).toBeVisible()
  await expect(page.getByRole('article', { name: first.name }), 'it moved to the other list').toBeFocused()

  await page.getByRole('button', { name: `Mais de ${second.name}` }).click()
  await page.getByRole('button', { name: `Desativar ${second.name}` }).click()
  await dialog.getByRole('button', { name: 'Desativar' }).click()
  await dialog.getByRole('button', { name: 'Cancelar todos e desativar' }).click()
  await expect(page.getByText('1 horário cancelado')).toBeVisible()
  await expect(page.getByRole('button', { name: `Ativar ${second.name}` })).toBeVisible()

  const { body } = await requestApi(notificationsApi.list, { token: customer.token })
  expect(body.notifications.map(({ title }) => title)).toEqual(['Horário cancelado'])
})

test('a barber with another price and a combo are saved in the table of services, and shown to who books', async ({
  page,
  backend,
}) => {
  const { owner, first } = await openBarbershopsWithPlan(backend, 'professional')
  const user = backend.db.selectFrom('users').select('name').where('id', '=', first.barberUserId)
  const { name: barber } = await user.executeTakeFirstOrThrow()
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('button', { name: `Mais de ${first.name}` }).click()
  const dialog = await openDialog(page, 'Serviços', first.name)
  const cut = dialog.getByRole('listitem', { name: 'Corte na régua' })
  await cut.getByLabel('Categoria').fill('Cabelo')
  await cut.getByRole('button', { name: 'Por barbeiro: Corte na régua' }).click()
  await cut.getByLabel(`Preço de ${barber}`).fill('60,00')
  await cut.getByLabel(`Duração de ${barber} (min)`).fill('45')
  await dialog.getByRole('button', { name: 'Adicionar Barba', exact: true }).click()
  await dialog.getByRole('button', { name: 'Novo combo' }).click()
  const combo = dialog.getByRole('listitem').last()
  await combo.getByLabel('Nome do serviço').fill('Completo')
  await expect(combo.getByText('Um combo junta de 2 a 5 serviços.')).toBeVisible()
  await combo.getByRole('checkbox', { name: 'Corte na régua' }).check()
  await combo.getByRole('checkbox', { name: 'Barba' }).check()
  await expect(combo.getByText(/Corte na régua \+ Barba · separados R\$\s80,00/)).toBeVisible()
  await combo.getByLabel('Preço').fill('75,00')
  await checkAccessibility(page)
  await save(page, 'Serviços')

  await openPage(page, `/barbershop/${first.id}`)
  const hair = page.getByRole('region', { name: 'Cabelo' })
  await expect(hair.getByText(/R\$\s60,00/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Combos' }).getByText(/R\$\s75,00/)).toBeVisible()
  await hair.getByRole('link', { name: 'Agendar Corte na régua' }).click()
  await expect(page.getByRole('region', { name: 'Confirmação' }).getByText('45 minutos')).toBeVisible()
  await expect(
    page
      .getByText(/R\$\s60,00/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})
