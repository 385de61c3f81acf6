import { createSubscription } from '../server/test/factories.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { noNetwork } from './offline-test.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { countTaps } from './steps/count-taps.ts'
import { disconnectPages } from './steps/disconnect.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** A barbershop with a customer who comes in two days. */
async function openScene(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Prócima Prado', phone: '62977771234' })
  const { shop } = scene
  await addAppointment(backend, shop, { customerId: ana.user.id, status: 'COMPLETED', hoursFromNow: -48 })
  await addAppointment(backend, shop, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow: 72 })
  await addAppointment(backend, shop, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow: 48 })
  return scene
}

test('from a customer to their next appointment in three taps at most', async ({ page, backend }) => {
  const countedTaps = await countTaps(page)
  const { owner } = await openScene(backend)
  await signInAs(page, owner)
  await openPage(page, '/clientes')
  await page.getByRole('button', { name: 'Buscar na barbearia' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Buscar na barbearia' })
  await expect(sheet.getByRole('combobox')).toBeFocused()
  await checkAccessibility(page)
  await page.keyboard.type('proci 1234')
  const next = sheet.getByRole('group', { name: 'Clientes' }).getByRole('option').nth(1)
  await expect(next).toContainText('Corte na régua · com Tonho Valadares')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await next.tap()
  await expect(page).toHaveURL(/\/admin\/appointments\?ver=dia&agendamento=/)
  const details = page.getByRole('dialog', { name: 'Ana Prócima Prado' })
  await expect(details).toContainText('Corte na régua')
  expect(countedTaps()).toBeGreaterThan(1)
  expect(countedTaps()).toBeLessThanOrEqual(3)
  await details.getByRole('button', { name: 'Fechar' }).tap()
  await expect(details).toBeHidden()
  await expect(page, 'the day stays').toHaveURL(/dia=\d{4}-\d\d-\d\d/)
})

test('a barber finds their own day, and what is said without a result or without a network', async ({
  page,
  backend,
  context,
  watch,
}) => {
  watch.expect(...noNetwork)
  const { barber } = await openScene(backend)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  const open = page.getByRole('button', { name: 'Buscar na barbearia' })
  await open.tap()
  const sheet = page.getByRole('dialog', { name: 'Buscar na barbearia' })
  const field = sheet.getByRole('combobox')
  await field.fill('Zzyzx')
  await expect(sheet).toContainText('Nada encontrado para “Zzyzx”.')
  await field.fill('amanhã')
  await sheet.getByRole('option', { name: /Abrir o seu dia/ }).tap()
  await expect(page).toHaveURL(/\/barber\/appointments\?ver=hoje&dia=/)
  await expect(page.getByRole('heading', { level: 2, name: /^Amanhã/ })).toBeVisible()
  await disconnectPages(context)
  await open.tap()
  await expect(sheet).toContainText('Sem rede: a busca volta com a internet.')
  await checkAccessibility(page)
  await context.setOffline(false)
})

test('customers search for barbershops, also where staff work', async ({ page, customer }) => {
  expect(customer.user.role).toBe('CUSTOMER')
  await openPage(page, '/barber/appointments')
  await expect(page.getByRole('button', { name: 'Buscar barbearias' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buscar na barbearia' })).toHaveCount(0)
})

test('with the keyboard: / leads to the search from anywhere but a field', { tag: '@wide' }, async ({
  page,
  backend,
}) => {
  const { owner } = await openScene(backend)
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id)
  await signInAs(page, owner)
  await openPage(page, '/clientes')
  const field = page.getByRole('combobox', { name: 'Buscar na barbearia' })
  const options = page.getByRole('listbox').getByRole('option')
  await expect(field).toBeVisible()
  const filter = page.getByLabel('Nome ou telefone')
  await filter.focus()
  await page.keyboard.press('/')
  await expect(filter).toHaveValue('/')
  await filter.fill('')
  await filter.blur()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await checkAccessibility(page)
  await page.keyboard.type('próci')
  await expect(options.first()).toContainText('Ana Prócima Prado')
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/clientes\?ficha=/)
  const profile = page.getByRole('dialog', { name: 'Ana Prócima Prado' })
  await expect(profile).toBeVisible()
  await page.keyboard.press('/')
  await expect(field, 'the dialog keeps the focus').not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(profile).toBeHidden()

  await page.keyboard.press('/')
  await page.keyboard.type('amanhã')
  await options.filter({ hasText: 'Abrir o quadro do dia' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /^Amanhã/ })).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type('corte')
  await options.filter({ hasText: 'Corte na régua' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\?servicos=/)
  await expect(page.getByRole('dialog', { name: 'Serviços' })).toContainText('Barbearia do Dia Longo')
})
