import { testCards } from '@na-regua/contract/payments'
import type { Page } from '@playwright/test'
import { openTwoShops, seat } from './app/agendas.ts'
import { openLongDays } from './app/long-days.ts'
import { listen, readHeard } from './steps/announcements.ts'
import { tabTo } from './steps/keys.ts'
import { createOwner } from './steps/owners.ts'
import { findPlan, password } from './steps/payments.ts'
import { createPerson, enterAs } from './steps/people.ts'
import { findShowcase } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

/** From here on nothing but keys touches a page, and what changes unasked is said. */
test.beforeEach(({ page }) => listen(page))

const heard = (page: Page, words: string | RegExp) => expect.poll(() => readHeard(page)).toMatch(words)

test('a customer keeps a shop, gives an appointment back and picks it up again', async ({ page, world, customer }) => {
  const { keyboard } = page
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  const heart = page.getByRole('main').getByRole('button', { name: `Favoritar ${shop.name}` })
  await tabTo(page, heart)
  await keyboard.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heard(page, 'Adicionado aos favoritos!')

  const { first } = await openTwoShops(world)
  await seat(world, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 50 })
  await visit(page, '/customer/appointments')
  const card = page.getByRole('tabpanel').getByRole('article')
  await tabTo(page, card.getByRole('button', { name: 'Cancelar' }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancelar agendamento' })
  await tabTo(page, dialog.getByRole('textbox'))
  await keyboard.type('Vou viajar')
  await tabTo(page, dialog.getByRole('button', { name: 'Cancelar agendamento' }))
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await heard(page, 'Agendamento cancelado')
  await expect(card).toContainText('Você cancelou')
})

test('a barber accepts, takes it back, and seats who walks in', async ({ page, world }) => {
  const { keyboard } = page
  const scene = await openLongDays(world)
  const beto = await createPerson(world, { name: 'Beto Sol' })
  await seat(world, scene.chair, { customerId: beto.user.id, status: 'SCHEDULED', hoursFromNow: 3 })
  await enterAs(page, scene.barber)
  await visit(page, '/barber/appointments')
  const accept = page.getByRole('button', { name: 'Aceitar' }).filter({ visible: true }).first()
  await accept.waitFor()
  await tabTo(page, accept)
  await keyboard.press('Enter')
  await heard(page, 'Beto Sol: aceito')
  const undo = page.getByRole('button', { name: 'Desfazer' }).filter({ visible: true }).first()
  await tabTo(page, undo)
  await keyboard.press('Enter')
  await expect(accept).toBeVisible()

  const walkIn = page.getByRole('button', { name: 'Encaixar agora' }).first()
  await tabTo(page, walkIn)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Encaixar agora' })
  await tabTo(page, dialog.getByRole('button', { name: /Corte na régua/ }))
  await keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Confirmar encaixe' }))
  await keyboard.press('Enter')
  await heard(page, /Encaixado às/)
  await expect(page.getByRole('region', { name: 'Na cadeira' })).toContainText('Corte na régua')
})

test('an owner opens a shop: the map too answers to keys', async ({ page, world }) => {
  const { keyboard } = page
  await enterAs(page, await createOwner(world))
  await visit(page, '/admin')
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
  await heard(page, 'Barbearia criada com sucesso!')
  await expect(page.getByRole('article', { name: 'Barbearia das Teclas' })).toBeVisible()
})

test('a plan is bought by card, and what is wrong with it is said', async ({ page, world, watch }) => {
  watch.expect(/ 401$/)
  const { keyboard } = page
  await enterAs(page, await createPerson(world, { name: 'Zélia Nunes', password }))
  const { id } = await findPlan('professional')
  await visit(page, `/checkout?planId=${id}`)
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
