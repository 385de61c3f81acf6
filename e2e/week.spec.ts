import type { Page } from '@playwright/test'
import { addBarbers, dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { openBarbershopWithQueue } from './app/barbershop-with-queue.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const parameterOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const viewOf = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Como ver' }).getByRole('button', { name, exact: true })

test('on a phone the week is a list of days, and a tap opens one', async ({ page, backend }) => {
  const { owner, barber, shop, timeZone } = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend)
  await addAppointment(backend, shop, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 1 })
  const today = dateAtBarbershop(backend.now(), timeZone, 0)
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments?ver=semana')
  const days = page.getByRole('list', { name: 'Dias da semana' }).getByRole('link')
  await expect(days).toHaveCount(7)
  const row = days.filter({ hasText: /^...\d+Hoje/ })
  await expect(row).toContainText('1 horário')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  await page.getByRole('combobox', { name: 'Barbeiro' }).selectOption('Lia Fontes')
  await expect(row).toContainText('nenhum horário')
  await page.getByRole('combobox', { name: 'Barbeiro' }).selectOption('Tonho Valadares')
  await expect(row).toContainText('1 horário')
  await row.click()
  await expect(page.getByRole('heading', { name: /^Hoje/ })).toBeVisible()
  expect(parameterOf(page, 'barbeiro')).toBe(shop.barberId)

  await signInAs(page, barber)
  await openPage(page, `/barber/appointments?dia=${today}`)
  await viewOf(page, 'Semana').click()
  await expect(days).toHaveCount(7)
  await expect(row).toContainText('1 horário')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Próxima semana' }).click()
  await expect(page.getByRole('heading', { name: /^Semana/ })).toBeVisible()
  const first = parameterOf(page, 'dia') ?? ''
  await days.first().click()
  await expect.poll(() => parameterOf(page, 'ver')).toBe('hoje')
  expect(parameterOf(page, 'dia')).toBe(first)
})

test('the week of all barbers is a table of numbers, that of one has days as columns', { tag: '@wide' }, async ({
  page,
  backend,
}) => {
  const { owner, shop, timeZone } = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: 'Ana Lua' })
  await addAppointment(backend, shop, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 1 })
  const tomorrow = dateAtBarbershop(backend.now(), timeZone, 1)
  await signInAs(page, owner)
  await openPage(page, `/admin/appointments?ver=dia&dia=${tomorrow}`)
  await viewOf(page, 'Semana').click()
  expect(parameterOf(page, 'dia')).toBe(tomorrow)
  await viewOf(page, 'Lista').click()
  await expect.poll(() => parameterOf(page, 'date')).toBe(tomorrow)

  await openPage(page, '/admin/appointments?ver=semana')
  const table = page.getByRole('table', { name: 'Semana de todos os barbeiros' })
  await expect(table.getByRole('columnheader')).toHaveCount(8)
  await expect(table.getByRole('link', { name: /^Tonho Valadares, .*: 1 horário,/ })).toHaveCount(1)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  await table.getByRole('link', { name: 'Tonho Valadares', exact: true }).click()
  const board = page.getByRole('region', { name: 'Quadro da semana' })
  await expect(board.locator('[data-timeline]')).toHaveCount(7)
  await checkAccessibility(page)
  await board.getByRole('button', { name: /Ana Lua/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(parameterOf(page, 'ver')).toBe('dia')

  await page.goBack()
  await board.getByRole('link', { name: /hoje · 1/ }).click()
  await expect(page.getByRole('region', { name: 'Quadro do dia' })).toBeVisible()
  expect(parameterOf(page, 'barbeiro')).toBe(shop.barberId)
})

test('staff go everywhere from the header, which marks where they are', { tag: '@wide' }, async ({ page, backend }) => {
  const { owner, barber, shop } = await openBarbershopWithQueue(backend)
  await addBarbers(backend, shop.id, [
    'José Silva',
    'José Souza',
    'Rui Lima',
    'Ivo Sá',
    'Caio Prado',
    'Gil Prado',
    'Beto',
  ])
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments?ver=dia')
  const navigation = page.getByRole('navigation', { name: 'Equipe' })
  const current = navigation.locator('[aria-current=page]')
  await expect(navigation.getByRole('link')).toHaveText(['Hoje', 'Agenda', 'Fila', 'Clientes', 'Financeiro', 'Painel'])
  await expect(current).toHaveText('Hoje')
  const board = page.getByRole('region', { name: 'Quadro do dia' })
  await expect(board.getByText('José Si.')).toBeVisible()
  await expect(board.getByText('José So.')).toBeVisible()
  // The board begins where the logo does.
  const frame = await board.locator('xpath=..').boundingBox()
  const logo = await page.getByRole('link', { name: /, início$/ }).boundingBox()
  expect(Math.abs((frame?.x ?? 0) - (logo?.x ?? 9))).toBeLessThan(1)

  const queue = page.getByRole('complementary', { name: 'Fila' })
  await queue.getByRole('button', { name: /^Fila/ }).first().click()
  await expect(queue.getByRole('list')).toHaveCount(0)
  await navigation.getByRole('link', { name: 'Fila' }).click()
  await expect(queue.getByRole('list', { name: 'Quem espera' })).toBeVisible()
  await expect(current).toHaveText('Fila')
  await navigation.getByRole('link', { name: 'Agenda' }).click()
  await expect(current).toHaveText('Agenda')
  await navigation.getByRole('link', { name: 'Clientes' }).click()
  await expect(current).toHaveText('Clientes')
  await navigation.getByRole('link', { name: 'Financeiro' }).click()
  await expect(current).toHaveText('Financeiro')
  await navigation.getByRole('link', { name: 'Painel' }).click()
  await expect(current).toHaveText('Painel')

  // The search leads to the column of the barber.
  await page.getByRole('combobox', { name: 'Buscar na barbearia' }).fill('beto')
  await page.getByRole('listbox').getByRole('option', { name: /Beto/ }).click()
  await expect(board.getByRole('heading', { name: 'Beto' })).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 820, height: 1180 })
  await navigation.getByRole('link', { name: 'Fila' }).click()
  await expect(page.getByRole('list', { name: 'Quem espera' })).toBeVisible()
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)

  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  await expect(navigation.getByRole('link')).toHaveText(['Hoje', 'Agenda', 'Fila', 'Clientes'])
  await expect(current).toHaveText('Hoje')
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, '/')
  await expect(navigation).toBeVisible()
})
