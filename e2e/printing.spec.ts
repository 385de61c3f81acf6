import type { Page } from '@playwright/test'
import { addAppointment, HOUR, openTwoBarbershops } from './app/appointments.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage } from './steps/open-page.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** A4 in CSS pixels. */
const sheets = [
  { width: 794, height: 1123 },
  { width: 1123, height: 794 },
]

const localDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** Every name is on paper, inside of the sheet, above the next one; nothing else is. */
async function expectPrinted(page: Page, names: readonly string[]) {
  await page.emulateMedia({ media: 'print' })
  for (const sheet of sheets) {
    await page.setViewportSize(sheet)
    let bottom = 0
    for (const name of names) {
      const cell = page.getByRole('cell', { name, exact: true })
      await expect(cell).toBeVisible()
      const box = await cell.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(bottom)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(sheet.width)
      bottom = (box?.y ?? 0) + (box?.height ?? 0)
    }
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.locator('[data-bottom-bar]').filter({ visible: true })).toHaveCount(0)
  }
}

test('the day of a barber and of a barbershop prints every appointment, on any sheet', async ({ page, backend }) => {
  const { owner, barber, first } = await openTwoBarbershops(backend)
  // From noon of the day after tomorrow, one after the other.
  const day = localDate.format(backend.now().getTime() + 48 * HOUR)
  const noon = (Date.parse(`${day}T12:00:00-03:00`) - backend.now().getTime()) / HOUR
  const names = Array.from({ length: 14 }, (_, index) => `Cliente Número ${index + 1}`)
  for (const [index, name] of names.entries()) {
    const { user } = await createSignedInUser(backend, { name })
    await addAppointment(backend, first, { customerId: user.id, status: 'CONFIRMED', hoursFromNow: noon + index / 2 })
  }
  await signInAs(page, barber)
  await openPage(page, `/barber/appointments?dia=${day}`)
  await expect(page.getByText(names[0] as string).first()).toBeAttached()
  await expectPrinted(page, names)

  await page.emulateMedia({ media: 'screen' })
  await signInAs(page, owner)
  await openPage(page, `/admin/appointments?ver=dia&dia=${day}`)
  await page.getByRole('combobox', { name: 'Barbearia', exact: true }).selectOption(first.name)
  await expect(page.getByText(names[0] as string).first()).toBeAttached()
  await expectPrinted(page, names)
})

test('the page of a barbershop prints without the bar', async ({ page }) => {
  const { id } = await findDemoBarbershop()
  await openPage(page, `/barbershop/${id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-bottom-bar]').filter({ visible: true })).toHaveCount(0)
})
