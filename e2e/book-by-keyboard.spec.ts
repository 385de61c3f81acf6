import { accountsApi } from '@na-regua/contract/accounts'
import { confirmButton, readSelectedSlot, slotsOf } from './steps/booking.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { requestApi } from './steps/request-api.ts'
import { tabTo } from './steps/tab-to.ts'
import { createSignedInUser } from './steps/users.ts'
import { expect, test } from './test.ts'

test('books from the home page with the keyboard only', { tag: '@desktop' }, async ({ page, backend }) => {
  const password = 'tesoura-7-azul'
  // Without appointments, whose times could overlap with the one chosen here.
  const { email } = await createSignedInUser(backend, { password })
  const { keyboard } = page
  await openPage(page, `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`)

  await test.step('skips the header, and goes back to log in', async () => {
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused()
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Entrar' }), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login/)
    await tabTo(page, page.getByRole('main').getByLabel('E-mail'))
    await keyboard.type(email)
    await tabTo(page, page.getByRole('main').getByLabel('Senha', { exact: true }))
    await keyboard.type(password)
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\?lat=/)
  })

  await test.step('narrows the list', async () => {
    const rating = page.getByRole('button', { name: '4+ estrelas', exact: true })
    await tabTo(page, rating)
    await keyboard.press('Space')
    await expect(rating).toHaveAttribute('aria-pressed', 'true')
    await tabTo(page, page.getByRole('button', { name: 'Remover filtro 4+ estrelas' }))
    await keyboard.press('Enter')
    await expect(rating).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('finds the barbershop by the search, with arrow keys', async () => {
    await expect(cardsOf(page)).toHaveCount(6)
    const search = page.getByRole('combobox', { name: 'Buscar barbearias' })
    await tabTo(page, search, 'Shift+Tab')
    await keyboard.type('dom bigode')
    const active = page.getByRole('listbox').getByRole('option', { selected: true })
    await page.getByRole('option', { name: /Dom Bigode/ }).waitFor()
    await keyboard.press('ArrowDown')
    await expect(active).toContainText('Dom Bigode')
    await keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await keyboard.press('ArrowDown')
    await expect(active).toContainText('Dom Bigode')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dom Bigode/)
  })

  await test.step('reads the tabs and starts the booking', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Serviços' }))
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Barbeiros', selected: true })).toBeFocused()
    await tabTo(page, page.getByRole('link', { name: /^Agendar com / }).first())
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/booking\//)
  })

  await test.step('changes the service in its dialog', async () => {
    const row = page.getByRole('button', { name: /^Serviço:/ })
    await row.waitFor()
    await tabTo(page, row)
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Escolha o serviço' })
    await expect(dialog).toBeVisible()
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(row).toBeFocused()
    await keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('listitem').nth(1).getByRole('button'))
    await keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step('picks day and time, and books', async () => {
    await tabTo(
      page,
      page
        .getByRole('group', { name: 'Dia' })
        .getByRole('button', { name: /livres?$/ })
        .nth(3),
    )
    await keyboard.press('Enter')
    await expect(slotsOf(page).first()).toBeVisible()
    await tabTo(page, slotsOf(page).first())
    await keyboard.press('Space')
    await keyboard.press('ArrowRight')
    await expect(slotsOf(page).nth(1)).toBeChecked()
    const { startTime } = readSelectedSlot(page)
    expect(Date.parse(startTime)).toBeGreaterThan(Date.now())
    await tabTo(page, confirmButton(page))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Horário reservado.' })).toBeFocused()
  })

  const token = String(await page.evaluate(() => localStorage.getItem('authToken')))
  expect((await requestApi(accountsApi.me, { token })).body.user.email).toBe(email)
})
