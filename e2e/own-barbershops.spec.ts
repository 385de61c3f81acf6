import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, pickDay, slotsOf } from './steps/booking.ts'
import { openSearch } from './steps/discovery.ts'
import { holdRequests } from './steps/hold-requests.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { createOwnBarbershop, createOwnerWithPlan } from './steps/owners.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs, type TestUser } from './steps/users.ts'
import { expect, test } from './test.ts'

const image = fileURLToPath(new URL('../web/public/icon-512.png', import.meta.url))
const newName = () => `Fio ${randomUUID().slice(0, 8)}`
const wizardOf = (page: Page) => page.getByRole('dialog', { name: 'Nova barbearia' })
const cardOf = (page: Page, name: string) => page.getByRole('article', { name })

async function openWizard(page: Page) {
  await openPage(page, '/admin')
  await page.getByRole('button', { name: 'Nova Barbearia' }).click()
  await expect(wizardOf(page).getByLabel('Nome')).toBeVisible()
  return wizardOf(page)
}

/** Clicks on the map beside its centre. */
async function pickOnMap(page: Page) {
  const map = wizardOf(page).getByRole('application')
  await expect(map.locator('.leaflet-pane').first()).toBeAttached()
  await map.click({ position: { x: 120, y: 90 } })
  await expect(wizardOf(page).getByText(/^Latitude -?\d+\.\d{6}$/)).toBeVisible()
}

/** An owner who is also a barber invites themselves and becomes a barber at once. */
async function inviteSelf(page: Page, shop: string, { email, user }: TestUser) {
  await openPage(page, '/admin?aba=barbeiros')
  await page.getByRole('button', { name: 'Novo Barbeiro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo Barbeiro' })
  await dialog.getByLabel('Barbearia').selectOption(shop)
  await dialog.getByLabel('E-mail do barbeiro').fill(email)
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: user.name })).toBeVisible()
}

async function next(page: Page, step: string) {
  await wizardOf(page).getByRole('button', { name: 'Próximo' }).click()
  await expect(wizardOf(page).getByRole('heading', { name: step })).toBeFocused()
}

async function fillInformation(page: Page, name: string) {
  const wizard = wizardOf(page)
  await expect(wizard.getByRole('button', { name: 'Próximo' })).toBeDisabled()
  await expect(wizard.getByText('Falta o nome, o endereço e o ponto no mapa.')).toBeVisible()
  await wizard.getByLabel('Nome').fill(name)
  await wizard.getByLabel('Endereço').fill('Rua Augusta, 900, loja 2')
  await pickOnMap(page)
  await expect(wizard.getByLabel('Estado')).toHaveValue('SP')
  await wizard.getByLabel('Telefone').fill('1133334444')
  await expect(wizard.getByLabel('Telefone')).toHaveValue(/^\(11\) 3333-4444\s?$/)
  await wizard.getByLabel('WhatsApp').fill('11933334444')
  await expect(wizard.getByLabel('WhatsApp')).toHaveValue('(11) 93333-4444')
  await wizard.getByLabel('Escolher foto: arquivo').setInputFiles(image)
  await expect(wizard.getByRole('img', { name: 'Capa da barbearia' })).toBeVisible()
  await checkAccessibility(page)
}

/** A new service has a usual price and duration, and needs a name. */
async function addService(page: Page) {
  const wizard = wizardOf(page)
  await wizard.getByRole('button', { name: 'Adicionar serviço' }).click()
  await expect(wizard.getByLabel('Preço')).toHaveValue('R$ 50,00')
  await expect(wizard.getByLabel('Duração (min)')).toHaveValue('30')
  await expect(wizard.getByRole('button', { name: 'Próximo' })).toBeDisabled()
  await wizard.getByLabel('Nome do serviço').fill('Corte na régua')
  await wizard.getByLabel('Preço').fill('64,90')
  await checkAccessibility(page)
}

/** Files that are refused, one too many, another cover, and one removed. */
async function addImages(page: Page) {
  const wizard = wizardOf(page)
  const files = wizard.getByLabel('Adicionar imagens: arquivo')
  await files.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(wizard.getByText('Por favor, selecione um arquivo de imagem válido.')).toBeVisible()
  await files.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(wizard.getByText('A imagem deve ter no máximo 5MB.')).toBeVisible()
  await files.setInputFiles(Array.from({ length: 6 }, () => image))
  await expect(wizard.getByText('Você pode adicionar no máximo 6 imagens.')).toBeVisible()
  await expect(wizard.getByText('6 de 6 imagens')).toBeVisible()
  await wizard.getByRole('button', { name: 'Definir como capa: imagem 3' }).click()
  await wizard.getByRole('button', { name: 'Remover imagem 6' }).click()
  await expect(wizard.getByText('5 de 6 imagens')).toBeVisible()
  await checkAccessibility(page)
}

async function finishWizard(page: Page) {
  const wizard = wizardOf(page)
  const release = await holdRequests(page, '**/api/barbershops')
  await wizard.getByRole('button', { name: 'Concluir' }).click()
  await expect(wizard.getByRole('button', { name: 'Salvando...' })).toBeVisible()
  release()
  await expect(page.getByText('Barbearia criada com sucesso!')).toBeVisible()
  await expect(wizard).toBeHidden()
}

/** A customer finds the new barbershop by its name and books what it has. */
async function findAndBook(page: Page, name: string) {
  await openPage(page, '/')
  await (await openSearch(page)).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Corte na régua').first()).toBeVisible()
  await expect(page.getByText('Wi-Fi gratuito').first()).toBeVisible()
  await page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true }).click()
  await pickDay(page)
  // The first one may begin before it is confirmed.
  await slotsOf(page).nth(1).check()
  await confirmButton(page).click()
  // A new barbershop confirms at once.
  await expect(page.getByRole('region', { name: 'Horário confirmado.' })).toBeVisible()
}

test('a barbershop is created in five steps, with a location on the map and images; a customer finds and books it [1.5, 2.96, 2.97, 2.98, 4.17, 5.11, 5.15, 8.16]', async ({
  page,
  backend,
}) => {
  const name = newName()
  const owner = await createOwnerWithPlan(backend)
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await expect(page.getByText('Crie sua primeira barbearia')).toBeVisible()
  await checkAccessibility(page)
  const wizard = await openWizard(page)
  await fillInformation(page, name)
  await next(page, 'Comodidades')
  await wizard.getByRole('button', { name: 'Wi-Fi gratuito' }).click()
  await checkAccessibility(page)
  await next(page, 'Serviços')
  await addService(page)
  await next(page, 'Horários')
  await expect(wizard.getByRole('checkbox', { name: 'Domingo' })).not.toBeChecked()
  await wizard.getByRole('button', { name: 'Adicionar horário em Segunda' }).click()
  await checkAccessibility(page)
  await next(page, 'Imagens')
  await addImages(page)
  await finishWizard(page)
  await expect(cardOf(page, name)).toContainText(/A partir de R\$\s64,90/)
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await inviteSelf(page, name, owner)

  await signInAs(page, await createSignedInUser(backend, { name: 'Joana Prado' }))
  await findAndBook(page, name)
})

test('the place of a barbershop is typed as people say it: it fills the address and moves the map', async ({
  page,
  backend,
}) => {
  await signInAs(page, await createOwnerWithPlan(backend))
  const wizard = await openWizard(page)
  const field = wizard.getByRole('combobox', { name: 'Onde fica?' })
  await field.fill('setor bueno')
  await wizard.getByRole('option', { name: 'Setor Bueno Goiânia - GO' }).click()
  await expect(field).toHaveValue('Setor Bueno, Goiânia - GO')
  await expect(wizard.getByLabel('Bairro')).toHaveValue('Setor Bueno')
  await expect(wizard.getByLabel('Estado')).toHaveValue('GO')
  await expect(wizard.getByLabel('Cidade')).toHaveValue('Goiânia')
  await expect(wizard.getByText('Nenhum ponto escolhido ainda.')).toBeVisible()
  await checkAccessibility(page)
  // The centre of the map is the district, not that of its city.
  await wizard.getByRole('application').press('Enter')
  await expect(wizard.getByText(/^Latitude -16\.70\d+$/)).toBeVisible()
})

test('a draft survives a reload, and is discarded only on request', async ({ page, backend }) => {
  await signInAs(page, await createOwnerWithPlan(backend))
  const wizard = await openWizard(page)
  await wizard.getByLabel('Nome').fill('Barbearia pela metade')
  await wizard.getByLabel('Endereço').fill('Rua Augusta, 900')
  await pickOnMap(page)
  await next(page, 'Comodidades')
  await wizard.getByRole('button', { name: 'Espaço kids' }).click()
  await expect(wizard.getByRole('button', { name: 'Espaço kids' })).toHaveAttribute('aria-pressed', 'true')
  await reloadPage(page)
  await page.getByRole('button', { name: 'Nova Barbearia' }).click()
  await expect(wizard).toContainText('Barbearia pela metade e parou em Comodidades, passo 2 de 5')
  await checkAccessibility(page)
  await wizard.getByRole('button', { name: 'Continuar de onde parou' }).click()
  await expect(wizard.getByRole('button', { name: 'Espaço kids' })).toHaveAttribute('aria-pressed', 'true')
  await wizard.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('button', { name: 'Nova Barbearia' })).toBeFocused()
  await page.keyboard.press('Enter')
  await wizard.getByRole('button', { name: 'Começar do zero' }).click()
  await expect(wizard.getByLabel('Nome')).toHaveValue('')
})

test('the wizard shows what is missing, each new step from its heading, and refuses a city that is not at the position', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \/api\/barbershops 422$/)
  await signInAs(page, await createOwnerWithPlan(backend))
  const wizard = await openWizard(page)
  const nextButton = wizard.getByRole('button', { name: 'Próximo' })
  const showMissing = async () => {
    await expect(nextButton).toBeDisabled()
    await nextButton.dispatchEvent('click')
  }
  const expectShown = async (field: Locator) => {
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport({ ratio: 1 })
  }
  await showMissing()
  await expectShown(wizard.getByLabel('Nome'))
  await wizard.getByLabel('Nome').fill(newName())
  await showMissing()
  await expectShown(wizard.getByLabel('Endereço'))
  await wizard.getByLabel('Rua').fill('Rua Augusta')
  await wizard.getByLabel('Número').fill('900')
  await expect(wizard.getByLabel('Endereço')).toHaveValue('Rua Augusta, 900')
  await showMissing()
  await expectShown(wizard.getByText('Marque no mapa onde fica a barbearia.'))
  await checkAccessibility(page)
  await pickOnMap(page)
  await expect(wizard.getByLabel('Endereço')).toHaveValue('Rua Augusta, 900, São Paulo - SP')
  // Written by hand, it stays when a part changes.
  await wizard.getByLabel('Endereço').fill('Galeria Augusta, loja 9')
  await wizard.getByLabel('Estado').selectOption('GO')
  await wizard.getByLabel('Cidade').selectOption('Goiânia')
  await expect(wizard.getByLabel('Endereço')).toHaveValue('Galeria Augusta, loja 9')
  await expect(wizard.getByText('No mapa, este ponto fica em São Paulo - SP. Confira a cidade.')).toBeVisible()
  for (const step of ['Comodidades', 'Serviços', 'Horários', 'Imagens']) {
    await next(page, step)
    await expect(wizard.getByRole('heading', { name: step, exact: true })).toBeInViewport({ ratio: 1 })
  }
  await wizard.getByRole('button', { name: 'Concluir' }).click()
  const refusal = 'O ponto no mapa fica em São Paulo - SP, e não em Goiânia - GO. Corrija o ponto ou a cidade.'
  await expectShown(wizard.getByText(refusal))
  await wizard.getByRole('button', { name: 'Usar São Paulo - SP' }).click()
  await expect(wizard.getByText(refusal)).toBeHidden()
  await expect(wizard.getByLabel('Cidade')).toHaveValue('São Paulo')
  await expect(wizard.getByLabel('Endereço')).toHaveValue('Galeria Augusta, loja 9')
  await expect(nextButton).toBeEnabled()
})

test('a barbershop is created although states, cities, zip codes and geocoding fail [8.15]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^GET \/api\/(states|zip-codes|reverse-geocode|municipalities)/)
  await page.route(/\/api\/(states|zip-codes|reverse-geocode|municipalities)/, (route) => route.abort())
  const name = newName()
  await signInAs(page, await createOwnerWithPlan(backend))
  const wizard = await openWizard(page)
  await wizard.getByLabel('Nome').fill(name)
  await wizard.getByLabel('CEP').pressSequentially('01305000')
  await expect(wizard.getByLabel('CEP')).toHaveValue('01305-000')
  await expect(wizard.getByText(/Preencha o endereço à mão\.$/)).toBeVisible()
  await expect(wizard.getByText('Erro ao carregar estados. Digite a sigla.')).toBeVisible()
  await wizard.getByLabel('Estado').fill('sp')
  await expect(wizard.getByText('Erro ao carregar cidades. Digite o nome.')).toBeVisible()
  await wizard.getByLabel('Cidade').fill('São Paulo')
  await wizard.getByLabel('Endereço').fill('Rua Augusta, 900')
  await pickOnMap(page)
  for (const step of ['Comodidades', 'Serviços', 'Horários', 'Imagens']) await next(page, step)
  await wizard.getByRole('button', { name: 'Concluir' }).click()
  await expect(page.getByText('Barbearia criada com sucesso!')).toBeVisible()
  await expect(cardOf(page, name)).toContainText('São Paulo - SP')
  await expect(cardOf(page, name)).toContainText('Falta serviços e barbeiros para receber agendamentos.')
})

test('services are edited, the price on the card is updated, and a concurrent change is not overwritten [2.92, 5.12]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^PUT \/api\/barbershops\/[\w-]+\/services 409$/)
  const owner = await createOwnerWithPlan(backend)
  const { id, name } = await createOwnBarbershop(owner.token, newName())
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('button', { name: `Serviços de ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Serviços' })
  await dialog.getByRole('button', { name: 'Adicionar Corte', exact: true }).click()
  await dialog.getByRole('button', { name: 'Adicionar Barba', exact: true }).click()
  await dialog.getByRole('listitem', { name: 'Barba' }).getByLabel('Preço').fill('35,50')
  await dialog.getByRole('button', { name: 'Mais de Barba' }).click()
  await dialog.getByRole('button', { name: 'Mover Barba para cima' }).click()
  await expect(dialog.getByRole('button', { name: 'Mover Barba para cima' })).toBeFocused()
  await checkAccessibility(page)

  // Another tab saves concurrently.
  await requestApi(ownBarbershopsApi.setFeatures, { token: owner.token, params: { id }, body: { featureIds: [] } })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('Outra aba ou pessoa mudou estes dados. Recarregue antes de salvar.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Recarregar' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)

  await dialog.getByRole('button', { name: 'Adicionar Barba', exact: true }).click()
  await dialog.getByLabel('Preço').fill('35,50')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await expect(cardOf(page, name)).toContainText(/A partir de R\$\s35,50/)
  await openPage(page, `/barbershop/${id}`)
  await expect(
    page
      .getByText(/R\$\s35,50/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})

test('a barbershop is deactivated and activated again within the limit of the plan [1.5, 2.90, 2.93, 5.20, 8.19]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \/api\/owners\/me\/barbershops\/[\w-]+\/activate 409$/)
  // What is loaded for a day without network, also again after a change, and arrives after the deactivation.
  watch.expect(/^GET \/api\/barbershops\/\S+ 404$/)
  const owner = await createOwnerWithPlan(backend, { tier: 'basic' })
  const first = await createOwnBarbershop(owner.token, newName())
  await signInAs(page, owner)
  await openPage(page, '/admin')
  const limit = 'Você atingiu o limite de 1 barbearia ativa do seu plano.'
  await expect(page.getByText(limit)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nova Barbearia' })).toBeDisabled()
  await page.getByRole('button', { name: `Destacar: ${first.name}` }).click()
  await expect(page.getByText('Apenas usuários com o plano Premium podem destacar barbearias.')).toBeVisible()
  await deactivate(page, first.name)
  const blocked = page.getByRole('region', { name: 'Barbearias bloqueadas' })
  await expect(blocked.getByRole('article', { name: first.name })).toBeVisible()
  await checkAccessibility(page)

  const second = await createOwnBarbershop(owner.token, newName())
  await page.getByRole('button', { name: `Ativar ${first.name}` }).click()
  await expect(page.getByText(limit).first()).toBeVisible()
  await page.getByRole('button', { name: `Mais de ${second.name}` }).click()
  await expect(page.getByRole('button', { name: `Desativar ${second.name}` })).toBeVisible()
  await deactivate(page, second.name)
  await page.getByRole('button', { name: `Ativar ${first.name}` }).click()
  await expect(page.getByText('Barbearia ativada')).toBeVisible()
  // Its row was open, and is open where it moved.
  await expect(page.getByRole('button', { name: `Desativar ${first.name}` })).toBeVisible()
})

async function deactivate(page: Page, name: string) {
  await page.getByRole('button', { name: `Desativar ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Desativar barbearia' })
  await dialog.getByRole('button', { name: 'Desativar' }).click()
  await expect(page.getByRole('button', { name: `Ativar ${name}` })).toBeVisible()
}
