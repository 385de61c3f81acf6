import type { Page } from '@playwright/test'
import { dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const parameterOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

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
  expect(parameterOf(page, 'dia')).toBe(tomorrow)
  await expectNoHorizontalScroll(page)

  const views = page.getByRole('group', { name: 'Como ver' })
  await views.getByRole('button', { name: 'Lista' }).click()
  await expect.poll(() => parameterOf(page, 'date')).toBe(tomorrow)
  await views.getByRole('button', { name: 'Dia' }).click()
  await expect(page.getByRole('heading', { name: /^Amanhã/ })).toBeVisible()
  await page.getByRole('button', { name: 'Hoje', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Hoje/ })).toBeVisible()
  expect(parameterOf(page, 'dia')).toBeNull()
})
