import { fileURLToPath } from 'node:url'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Browser, Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, pickDay, slotsOf } from './steps/booking.ts'
import { openPage } from './steps/open-page.ts'
import { createOwnBarbershop, createOwnerWithPlan } from './steps/owners.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { readFromEmail } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, newEmail, signInAs, type TestUser } from './steps/users.ts'
import { watchContext } from './steps/watch-page.ts'
import { expect, test } from './test.ts'

const photo = fileURLToPath(new URL('../web/public/icon-512.png', import.meta.url))
const shopName = 'Barbearia do Domingo'
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Barbeiros', exact: true }).getByRole('listitem').filter({ hasText: name })

/** As the wizard leaves it: hours and a service. */
async function createShop({ token }: TestUser) {
  const shop = await createOwnBarbershop(token, shopName)
  const services = [{ name: 'Corte na régua', durationMin: 30, priceCents: 4500 }]
  const { status, body } = await requestApi(ownBarbershopsApi.setServices, {
    token,
    params: { id: shop.id },
    body: { services, version: shop.version },
  })
  expect(status).toBe(200)
  const operatingHours = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
    dayOfWeek,
    openTime: '09:00',
    closeTime: '19:00',
    isClosed: false,
  }))
  const hours = { operatingHours, version: body.barbershop.version }
  const opened = await requestApi(ownBarbershopsApi.setOperatingHours, { token, params: { id: shop.id }, body: hours })
  expect(opened.status).toBe(200)
  return { slug: shop.slug as string }
}

async function openNewBarber(page: Page, name: string) {
  await page.getByRole('button', { name: 'Novo Barbeiro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo Barbeiro' })
  await dialog.getByRole('button', { name: 'Sem conta' }).click()
  await dialog.getByLabel('Nome', { exact: true }).fill(name)
  await dialog.getByLabel('Escolher foto: arquivo').setInputFiles(photo)
  await expect(dialog.getByRole('button', { name: 'Trocar foto', exact: true })).toBeVisible()
  return dialog
}

/** From the first steps: two barbers by name and photo. The second photo does not get through, and is chosen again in the list. */
async function addTeam(page: Page, email: string) {
  await openPage(page, '/admin')
  await page.getByRole('link', { name: 'Adicione quem atende, com ou sem conta' }).click()
  await expect(page.getByRole('tab', { name: 'Gerenciar Barbeiros' })).toHaveAttribute('aria-selected', 'true')
  const first = await openNewBarber(page, 'Beto Silva')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await first.getByRole('button', { name: 'Adicionar' }).click()
  await expect(first).toBeHidden()
  await expect(rowOf(page, 'Beto Silva')).toContainText('Sem conta ainda')
  await expect(page.getByText('Adicione quem atende, com ou sem conta: feito')).toBeVisible()

  await page.route('**/avatar', (route) => route.abort('failed'))
  const second = await openNewBarber(page, 'Caio Lima')
  await second.getByLabel('E-mail (opcional)').fill(email)
  await second.getByRole('button', { name: 'Adicionar' }).click()
  await expect(second).toBeHidden()
  await expect(page.getByText(/A foto não foi/)).toBeVisible()
  await page.unroute('**/avatar')
  await expect(rowOf(page, 'Caio Lima')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Convites pendentes' })).toContainText('Para Caio Lima')
  await openActions(page, 'Caio Lima')
  await page.getByRole('button', { name: 'Nome e foto: Caio Lima' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nome e foto de Caio Lima' })
  await dialog.getByLabel('Escolher foto: arquivo').setInputFiles(photo)
  await dialog.getByLabel('Nome', { exact: true }).fill('Caio Lima Filho')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf(page, 'Caio Lima Filho').locator('img')).toBeVisible()
}

/** The row of an only barber is open at first. */
async function openActions(page: Page, name: string) {
  const button = rowOf(page, name).getByRole('button', { name: `Mais de ${name}` })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

/** The owner sets the hours of a barber who cannot do it themselves. */
async function setHours(page: Page, name: string) {
  await openActions(page, name)
  await page.getByRole('link', { name: `Horário de ${name}` }).click()
  await expect(page.getByText(name).first()).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
}

/** A customer comes by the barbershop's own button: the page with the times, and no request to make an account. */
async function bookFromButton(page: Page, { slug }: { slug: string }) {
  await openPage(page, `/agendar/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: shopName })).toBeVisible()
  await page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: /^Barbeiro:/ }).click()
  await page.getByRole('dialog', { name: 'Escolha o barbeiro' }).getByText('Beto Silva').click()
  await pickDay(page)
  await slotsOf(page).nth(1).check()
  await confirmButton(page).click()
  await expect(page.getByRole('region', { name: 'Horário confirmado.' })).toContainText('Beto Silva')
}

/** The board of the day of the appointment, which the notification opens. */
async function seeOnBoard(page: Page, customerName: string) {
  await openPage(page, '/notifications')
  await page.getByRole('link', { name: /Com Beto Silva/ }).click()
  await expect(page).toHaveURL(/\/admin\/appointments\?ver=dia/)
  await expect(page.getByText(customerName).first()).toBeVisible()
  await expectNoHorizontalScroll(page)
}

async function createLink(page: Page) {
  await openPage(page, '/admin?aba=barbeiros')
  await openActions(page, 'Beto Silva')
  await page.getByRole('button', { name: 'Convidar: Beto Silva' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar Beto Silva' })
  await dialog.getByRole('button', { name: 'Por link' }).click()
  await dialog.getByRole('button', { name: 'Criar link' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code do convite' })).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  const link = await dialog.getByLabel(/^Link para barbeiro/).inputValue()
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  return link
}

type Joining = { link: string; name: string; email?: string; customerName?: string }

/** A barber opens the link on their own phone, makes an account and sees what is marked. */
async function join(browser: Browser, origin: string, { link, name, email, customerName }: Joining) {
  const context = await browser.newContext({ ...test.info().project.use, baseURL: origin })
  const { problems } = watchContext(context, origin)
  const guest = await context.newPage()
  await openPage(guest, link)
  await expect(guest.getByText(/passa para a sua conta com tudo o que está marcado/)).toBeVisible()
  await checkAccessibility(guest)
  await expectNoHorizontalScroll(guest)
  if (email) await guest.getByLabel('E-mail').fill(email)
  await guest.getByLabel('Nome').fill(name)
  await guest.getByLabel('Senha', { exact: true }).fill('navalha-azul-7')
  await guest.getByLabel('Confirmar senha').fill('navalha-azul-7')
  await guest.getByRole('button', { name: 'Criar conta e aceitar' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('A cadeira é sua')
  if (customerName) {
    await openPage(guest, '/barber/appointments?ver=lista')
    await expect(guest.getByText(customerName).first()).toBeVisible()
  }
  await context.close()
  expect(problems).toEqual([])
}

test('on Sunday night an owner sets the team up; customers book at once, and accounts join later without losing anything', {
  tag: '@desktop',
}, async ({ page, browser, backend, watch }) => {
  watch.expect(/^POST \S+\/avatar net::ERR_FAILED$/)
  const owner = await createOwnerWithPlan(backend)
  const shop = await createShop(owner)
  const email = newEmail()
  await signInAs(page, owner)
  await addTeam(page, email)
  await setHours(page, 'Beto Silva')

  const customer = await createSignedInUser(backend, { name: 'Zulmira Prado' })
  await signInAs(page, customer)
  await bookFromButton(page, shop)

  await signInAs(page, owner)
  await seeOnBoard(page, 'Zulmira Prado')
  const link = await createLink(page)
  const origin = new URL(page.url()).origin
  await join(browser, origin, {
    link,
    name: 'Roberto da Silva',
    email: newEmail(),
    customerName: 'Zulmira Prado',
  })
  await join(browser, origin, { link: await readFromEmail(email, /\/convite#[\w-]{43}/), name: 'Caio Lima' })
  // The owner's page is updated by its event stream.
  await expect(rowOf(page, 'Roberto da Silva')).toContainText('1 horário marcado')
  await expect(rowOf(page, 'Caio Lima')).toHaveCount(1)
  await expect(page.getByText('Sem conta ainda')).toHaveCount(0)
})
