import type { Locator, Page } from '@playwright/test'
import { addBarbers, dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { openBarbershopWithQueue } from './app/barbershop-with-queue.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const parameterOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const boardOf = (page: Page) => page.getByRole('region', { name: 'Quadro do dia' })
const timelines = (page: Page) => page.locator('[data-timeline]')

async function rightEdgeOf(column: Locator) {
  const box = await column.boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0)
}

test('a day is chosen in the calendar, and the list and the day show the same one', async ({ page, backend }) => {
  const { owner, timeZone } = await openAlwaysOpenBarbershop(backend)
  const tomorrow = dateAtBarbershop(backend.now(), timeZone, 1)
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments?ver=dia')
  await page.getByRole('button', { name: /^Hoje/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Escolher o dia' })
  await expect(dialog.getByRole('grid')).toBeVisible()
  await checkAccessibility(page)
  const day = () => dialog.locator(`[data-day="${tomorrow}"]`).getByRole('button')
  if ((await day().count()) === 0) await dialog.getByRole('button', { name: /próximo mês/i }).click()
  await day().click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: /^Amanhã/ })).toBeVisible()
  await expect.poll(() => parameterOf(page, 'dia')).toBe(tomorrow)
  await expectNoHorizontalScroll(page)

  const views = page.getByRole('group', { name: 'Como ver' })
  await views.getByRole('button', { name: 'Lista' }).click()
  await expect.poll(() => parameterOf(page, 'date')).toBe(tomorrow)
  await views.getByRole('button', { name: 'Dia' }).click()
  await expect(page.getByRole('heading', { name: /^Amanhã/ })).toBeVisible()
  await page.getByRole('button', { name: 'Hoje', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Hoje/ })).toBeVisible()
  await expect.poll(() => parameterOf(page, 'dia')).toBeNull()
})

test('eight barbers fit beside the queue and five on a tablet; the queue collapses and stays so', {
  tag: '@wide',
}, async ({ page, backend }) => {
  const { owner, shop } = await openBarbershopWithQueue(backend)
  const last = 'Maria Aparecida de Albuquerque Cavalcanti'
  await addBarbers(backend, shop.id, ['Zé Bento', 'Gil Prado', 'Rui Lima', 'Ivo Sá', 'Caio Prado', last])
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments?ver=dia')
  const board = boardOf(page)
  const queue = page.getByRole('complementary', { name: 'Fila' })
  const toggle = queue.getByRole('button', { name: /^Fila 5/ })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(timelines(page)).toHaveCount(8)
  await expect.poll(() => board.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(board.getByRole('heading', { name: last })).toBeInViewport({ ratio: 1 })
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  const before = await timelines(page).first().boundingBox()
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(toggle).toBeFocused()
  await expect(queue.getByRole('list')).toHaveCount(0)
  const width = async () => (await timelines(page).first().boundingBox())?.width
  await expect.poll(width).toBeGreaterThan((before?.width ?? 0) + 15)
  await checkAccessibility(page)
  await reloadPage(page)
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.press('Enter')
  await expect(queue.getByRole('list', { name: 'Quem espera' })).toBeVisible()

  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(queue).toBeHidden()
  await expect.poll(() => rightEdgeOf(timelines(page).nth(4))).toBeLessThan(820)
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
})

test('a visit that is over is a line at the edge of the one that takes its time', { tag: '@wide' }, async ({
  page,
  backend,
}) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua' })
  const bia = await createSignedInUser(backend, { name: 'Bia Rocha' })
  await addAppointment(backend, shop, { customerId: ana.user.id, status: 'COMPLETED', hoursFromNow: -0.3 })
  await addAppointment(backend, shop, { customerId: bia.user.id, status: 'CONFIRMED', hoursFromNow: -0.1 })
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments?ver=dia')
  const line = boardOf(page).getByRole('button', { name: /Ana Lua/ })
  const present = boardOf(page).getByRole('button', { name: /Bia Rocha/ })
  await expect(present).toBeInViewport()
  const widthOf = async (locator: Locator) => (await locator.boundingBox())?.width ?? 0
  await expect.poll(() => widthOf(line)).toBeCloseTo(24, 0)
  const column = timelines(page).first()
  await expect.poll(async () => (await widthOf(column)) - (await widthOf(present))).toBeCloseTo(24, 0)
  const readGap = async () => ((await line.boundingBox())?.x ?? 0) - (await rightEdgeOf(present))
  await expect.poll(readGap).toBeCloseTo(0, 0)
  await checkAccessibility(page)
  await line.click()
  await expect(page.getByRole('dialog', { name: 'Ana Lua' })).toBeVisible()
})
