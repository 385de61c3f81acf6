import { accountsApi } from '@na-regua/contract/accounts'
import type { Page } from '@playwright/test'
import { confirmButton, readSelectedSlot, slotsOf } from './steps/booking.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { requestApi } from './steps/request-api.ts'
import { tabTo } from './steps/tab-to.ts'
import { createSignedInUser } from './steps/users.ts'
import { expect, test } from './test.ts'

async function logIn({ page, email, password }: { page: Page; email: string; password: string }) {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Entrar' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await tabTo(page, page.getByRole('main').getByLabel('E-mail'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByRole('main').getByLabel('Senha', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?lat=/)
}

async function narrowList(page: Page) {
  const rating = page.getByRole('button', { name: '4+ estrelas', exact: true })
  await tabTo(page, rating)
  await page.keyboard.press('Space')
  await expect(rating).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, page.getByRole('button', { name: 'Remover filtro 4+ estrelas' }))
  await page.keyboard.press('Enter')
  await expect(rating).toHaveAttribute('aria-pressed', 'false')
}

async function findBarbershop(page: Page) {
  await expect(cardsOf(page)).toHaveCount(6)
  const search = page.getByRole('combobox', { name: 'Buscar barbearias' })
  await tabTo(page, search, 'Shift+Tab')
  await page.keyboard.type('dom bigode')
  const active = page.getByRole('listbox').getByRole('option', { selected: true })
  await page.getByRole('option', { name: /Dom Bigode/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect(active).toContainText('Dom Bigode')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(active).toContainText('Dom Bigode')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dom Bigode/)
}

async function startBooking(page: Page) {
  await tabTo(page, page.getByRole('tab', { name: 'Serviços' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Barbeiros', selected: true })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: /^Agendar com / }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/booking\//)
}

async function changeService(page: Page) {
  const row = page.getByRole('button', { name: /^Serviço:/ })
  await row.waitFor()
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Escolha o serviço' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('listitem').nth(1).getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

async function bookSlot(page: Page) {
  const day = page.getByRole('gridcell', { selected: true }).getByRole('button')
  await day.waitFor()
  await tabTo(page, day)
  const before = page.url()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page, 'a week later').not.toHaveURL(before)
  await expect(slotsOf(page).first()).toBeVisible()
  await tabTo(page, slotsOf(page).first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(slotsOf(page).nth(1)).toBeChecked()
  const { startTime } = await readSelectedSlot(page)
  expect(Date.parse(startTime)).toBeGreaterThan(Date.now())
  await tabTo(page, confirmButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Horário (reservado|confirmado)\.$/ })).toBeFocused()
}

test('books from the home page with the keyboard only', { tag: '@desktop' }, async ({ page, backend }) => {
  const password = 'tesoura-7-azul'
  // Without appointments, whose times could overlap with the one chosen here.
  const { email } = await createSignedInUser(backend, { password })
  await openPage(page, `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`)

  await test.step('skips the header, and goes back to log in', () => logIn({ page, email, password }))

  await test.step('narrows the list', () => narrowList(page))

  await test.step('finds the barbershop by the search, with arrow keys', () => findBarbershop(page))

  await test.step('reads the tabs and starts the booking', () => startBooking(page))

  await test.step('changes the service in its dialog', () => changeService(page))

  await test.step('picks day and time, and books', () => bookSlot(page))

  const token = String(await page.evaluate(() => localStorage.getItem('authToken')))
  expect((await requestApi(accountsApi.me, { token })).body.user.email).toBe(email)
})
