import { agendasApi } from '@na-regua/contract/agendas'
import { availabilityApi } from '@na-regua/contract/availability'
import { favoritesApi } from '@na-regua/contract/favorites'
import type { Page } from '@playwright/test'
import { createSubscription } from '../server/test/factories.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, slotsOf } from './steps/booking.ts'
import { cardsOf } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { expectDark, expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

async function checkBothSchemes(page: Page) {
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectDark(page)
  await checkAccessibility(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The discounted price, with the list price struck out. */
const bothPrices = /em vez de R\$\s30,00\s*R\$\s24,00/

test('staff offer a gap with a tap, a customer with the favorite is notified, and books at the price that was shown', async ({
  page,
  backend,
}) => {
  const { shop, owner } = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: 'Joana Prado' })
  await requestApi(favoritesApi.toggle, { token: customer.token, body: { barbershopId: shop.id, isFavorite: true } })
  await signInAs(page, customer)
  await openPage(page, '/profile#notificacoes')
  const consent = page.getByRole('checkbox', { name: 'Quero avisos de horários relâmpago' })
  await consent.click()
  await expect(page.getByText(/nunca à noite, e desligo quando quiser\. Você aceitou em/)).toBeVisible()
  await checkBothSchemes(page)

  await signInAs(page, owner)
  await openPage(page, '/admin/appointments?ver=dia')
  const gap = page.getByRole('list', { name: 'O dia de Tonho Valadares' }).getByRole('button', { name: /^livre/ })
  await gap.first().click()
  const dialog = page.getByRole('dialog', { name: 'Marcar horário' })
  const offer = dialog.getByRole('button', { name: 'Oferecer com 20% de desconto' })
  await expect(offer).toBeVisible()
  await checkBothSchemes(page)
  await offer.click()
  await expect(dialog.getByText(/^−20% das/)).toBeVisible()
  await checkBothSchemes(page)

  await signInAs(page, customer)
  await openPage(page, '/?lat=-0.97&lon=-62.92&lastMinute=1')
  const row = page.getByRole('region', { name: 'Horários relâmpago' })
  // The test of the rule may have a barbershop with the same name in the same place at this moment.
  const own = page.locator(`[href*="${shop.id}"]`)
  await expect(row.getByRole('link', { name: /Barbearia do Dia Longo/ }).and(own)).toContainText(bothPrices)
  await expect(cardsOf(page).filter({ hasText: 'Barbearia do Dia Longo' }).filter({ has: own })).toContainText(
    bothPrices,
  )
  await checkBothSchemes(page)

  await openPage(page, '/notifications')
  const notification = page.getByRole('main').getByText('Horário relâmpago: 20% de desconto')
  await expect(notification).toBeVisible()
  await checkBothSchemes(page)
  await notification.click()
  await expect(page).toHaveURL(new RegExp(`/barbershop/${shop.id}/booking/${shop.barberId}`))
  // The first one can be booked until the next quarter of an hour, which may begin in a second.
  await slotsOf(page).nth(1).click()
  await expect(page.getByText(bothPrices).first()).toBeVisible()
  await checkBothSchemes(page)
  await confirmButton(page).click()
  await expect(page).toHaveURL(new RegExp(`/barbershop/${shop.id}$`))
  const { body } = await requestApi(agendasApi.listOfCustomer, { token: customer.token })
  expect(body.appointments).toMatchObject([{ priceCents: 2400, barber: { id: shop.barberId } }])
})

test('the rule of the owner makes slots, and ends them when it is switched off', async ({ page, backend }) => {
  const { shop, owner } = await openAlwaysOpenBarbershop(backend)
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id, { tier: 'premium', provider: 'free' })
  const listSlots = async () =>
    (await requestApi(availabilityApi.lastMinute, { params: { id: shop.id } })).body.slots.map(({ percent }) => percent)
  await signInAs(page, owner)
  await openPage(page, '/admin')
  const open = async () => {
    await page
      .getByRole('button', { name: /^Horário relâmpago/ })
      .first()
      .click()
    return page.getByRole('dialog', { name: 'Horário relâmpago' })
  }
  const dialog = await open()
  await dialog.getByRole('checkbox', { name: 'Dar desconto no que sobrar do dia' }).check()
  for (const day of await dialog.getByRole('group', { name: 'Dias' }).getByRole('button', { pressed: false }).all())
    await day.click()
  await dialog.getByRole('button', { name: '30%' }).click()
  await checkBothSchemes(page)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('A regra está ligada')).toBeVisible()
  await expect.poll(async () => new Set(await listSlots())).toEqual(new Set([30]))
  const again = await open()
  await again.getByRole('checkbox', { name: 'Dar desconto no que sobrar do dia' }).uncheck()
  await again.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('A regra está desligada')).toBeVisible()
  expect(await listSlots()).toEqual([])
})
