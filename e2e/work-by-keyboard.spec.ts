import { testCards } from '@na-regua/contract/payments'
import type { Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment, openTwoBarbershops } from './app/appointments.ts'
import { readAnnouncements, recordAnnouncements } from './steps/announcements.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { createOwnerWithPlan } from './steps/owners.ts'
import { getTestPlan, testPassword } from './steps/payments.ts'
import { tabTo } from './steps/tab-to.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** These tests use no pointer, and expect each result to be announced. */
test.beforeEach(({ page }) => recordAnnouncements(page))

const expectAnnounced = (page: Page, text: string | RegExp) => expect.poll(() => readAnnouncements(page)).toMatch(text)

test('a customer saves a favorite and cancels an appointment', { tag: '@desktop' }, async ({
  page,
  backend,
  customer,
}) => {
  const { keyboard } = page
  const shop = await findDemoBarbershop()
  await openPage(page, `/barbershop/${shop.id}`)
  const heart = page.getByRole('main').getByRole('button', { name: `Favoritar ${shop.name}` })
  await tabTo(page, heart)
  await keyboard.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expectAnnounced(page, 'Adicionado aos favoritos!')

  const { first } = await openTwoBarbershops(backend)
  await addAppointment(backend, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 50 })
  await openPage(page, '/customer/appointments')
  const card = page.getByRole('main').getByRole('article')
  await tabTo(page, card.getByRole('button', { name: 'Mais ações' }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog', { name: 'Mais ações' }).getByRole('button', { name: 'Cancelar' }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancelar agendamento' })
  await tabTo(page, dialog.getByRole('textbox'))
  await keyboard.type('Vou viajar')
  await tabTo(page, dialog.getByRole('button', { name: 'Cancelar agendamento' }))
  await holdTimers(page)
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expectAnnounced(page, 'Agendamento cancelado')
  await tabTo(page, card.getByRole('button', { name: /^Corte na régua/ }))
  await keyboard.press('Enter')
  await expect(card).toContainText('Você cancelou')
})

test('a barber accepts a request, undoes it, and adds a walk-in', { tag: '@desktop' }, async ({ page, backend }) => {
  const { keyboard } = page
  const scene = await openAlwaysOpenBarbershop(backend)
  const beto = await createSignedInUser(backend, { name: 'Beto Sol' })
  await addAppointment(backend, scene.shop, { customerId: beto.user.id, status: 'SCHEDULED', hoursFromNow: 3 })
  await signInAs(page, scene.barber)
  await openPage(page, '/barber/appointments')
  const accept = page.getByRole('button', { name: 'Aceitar' }).filter({ visible: true }).first()
  await accept.waitFor()
  await tabTo(page, accept)
  const letTimePass = await holdTimers(page)
  await keyboard.press('Enter')
  await expectAnnounced(page, 'Beto Sol: aceito')
  const undo = page.getByRole('button', { name: 'Desfazer' }).filter({ visible: true }).first()
  await tabTo(page, undo)
  await keyboard.press('Enter')
  await expect(accept).toBeVisible()
  await letTimePass()

  const walkIn = page.getByRole('button', { name: 'Encaixar agora' }).first()
  await tabTo(page, walkIn)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Marcar horário' })
  await tabTo(page, dialog.getByRole('button', { name: /Corte na régua/ }))
  await keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Encaixar agora' }))
  await holdTimers(page)
  await keyboard.press('Enter')
  await expectAnnounced(page, /Encaixado às/)
  await expect(page.getByRole('region', { name: 'Na cadeira' })).toContainText('Corte na régua')
})

test('an owner creates a barbershop, including its location on the map', { tag: '@desktop' }, async ({
  page,
  backend,
}) => {
  const { keyboard } = page
  await signInAs(page, await createOwnerWithPlan(backend))
  await openPage(page, '/admin')
  await tabTo(page, page.getByRole('button', { name: 'Nova Barbearia' }))
  await keyboard.press('Enter')
  const wizard = page.getByRole('dialog', { name: 'Nova barbearia' })
  await tabTo(page, wizard.getByLabel('Nome'))
  await keyboard.type('Barbearia das Teclas')
  await tabTo(page, wizard.getByLabel('Endereço'))
  await keyboard.type('Rua Augusta, 900')
  const map = wizard.getByRole('application')
  await expect(map.locator('.leaflet-pane').first()).toBeAttached()
  await tabTo(page, map)
  await keyboard.press('ArrowRight')
  await keyboard.press('Enter')
  await expect(wizard.getByText(/^Latitude -?\d+\.\d{6}$/)).toBeVisible()
  for (const step of ['Comodidades', 'Serviços', 'Horários', 'Imagens']) {
    const next = wizard.getByRole('button', { name: 'Próximo' })
    await expect(next).toBeEnabled()
    await tabTo(page, next)
    await keyboard.press('Enter')
    await expect(wizard.getByRole('heading', { name: step })).toBeFocused()
  }
  await tabTo(page, wizard.getByRole('button', { name: 'Concluir' }))
  await keyboard.press('Enter')
  await expectAnnounced(page, 'Barbearia criada com sucesso!')
  await expect(page.getByRole('article', { name: 'Barbearia das Teclas' })).toBeVisible()
})

test('a plan is bought by card, and an invalid field is announced', { tag: '@desktop' }, async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/ 401$/)
  const { keyboard } = page
  await signInAs(page, await createSignedInUser(backend, { name: 'Zélia Nunes', password: testPassword }))
  const { id } = await getTestPlan('professional')
  await openPage(page, `/checkout?planId=${id}`)
  const number = page.getByLabel('Número do cartão')
  await number.waitFor()
  const pay = page.getByRole('button', { name: /^Pagar R\$/ })
  await tabTo(page, pay)
  await keyboard.press('Enter')
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription(/Informe o número do cartão/)
  await keyboard.type(testCards.succeeds)
  for (const [label, text] of [
    ['Validade', '1240'],
    ['Código (CVC)', '123'],
    ['Nome no cartão', 'Zelia Nunes'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await keyboard.type(text)
  }
  await tabTo(page, pay)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado!' })).toBeVisible()
})
