import type { Page } from '@playwright/test'
import { addBarbers, dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment, HOUR, openTwoBarbershops } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage } from './steps/open-page.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** Nothing but the paper is printed. */
async function expectOnlyPaper(page: Page) {
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.locator('[data-bottom-bar]').filter({ visible: true })).toHaveCount(0)
}

/** The sheets of A4 that the browser would print: how many, and whether they are landscape. */
async function readSheets(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  return { count: pdf.match(/\/Type \/Page\b/g)?.length, isLandscape: Number(width) > Number(height) }
}

/** The button opens the browser's own dialog, which a test cannot close. */
async function recordPrinting(page: Page) {
  await page.addInitScript(() => {
    window.print = () => sessionStorage.setItem('printed', 'yes')
  })
  return async () => {
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('printed'))).toBe('yes')
    await page.evaluate(() => sessionStorage.removeItem('printed'))
  }
}

const localDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })

test('the day of a barber prints every appointment on one page', async ({ page, backend }) => {
  const { barber, first } = await openTwoBarbershops(backend)
  await backend.db
    .deleteFrom('barbers')
    .where('user_id', '=', barber.user.id)
    .where('id', '<>', first.barberId)
    .execute()
  // From noon of the day after tomorrow, one after the other.
  const day = localDate.format(backend.now().getTime() + 48 * HOUR)
  const noon = (Date.parse(`${day}T12:00:00-03:00`) - backend.now().getTime()) / HOUR
  const names = Array.from({ length: 14 }, (_, index) => `Cliente Número ${index + 1}`)
  for (const [index, name] of names.entries()) {
    const { user } = await createSignedInUser(backend, { name, phone: '62900005555' })
    await addAppointment(backend, first, { customerId: user.id, status: 'CONFIRMED', hoursFromNow: noon + index / 2 })
  }
  await signInAs(page, barber)
  await openPage(page, `/barber/appointments?dia=${day}`)
  await expect(page.getByText(names[0] as string).first()).toBeAttached()

  await page.emulateMedia({ media: 'print' })
  const rows = page.getByRole('row').filter({ hasText: 'Cliente Número' })
  await expect(rows).toHaveText(names.map((name) => new RegExp(`${name}.*5555.*Corte na régua.*Confirmado`)))
  await expect(rows.first()).toContainText('12:00 – 12:30')
  await expectOnlyPaper(page)
  expect(await readSheets(page)).toEqual({ count: 1, isLandscape: false })
})

/** Twelve barbers with five appointments each, tomorrow. */
async function openFullBoard(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const { shop, timeZone } = scene
  await addBarbers(
    backend,
    shop.id,
    Array.from({ length: 10 }, (_, index) => `Barbeiro Número ${index + 3}`),
  )
  const barbers = await backend.db
    .selectFrom('barbers')
    .select(['id', 'user_id'])
    .where('barbershop_id', '=', shop.id)
    .orderBy('position')
    .execute()
  const { user } = await createSignedInUser(backend, { name: 'Ana Clara de Albuquerque', phone: '62900005555' })
  const day = dateAtBarbershop(backend.now(), timeZone, 1)
  const morning = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '08:00' }).epochMilliseconds
  const rows = barbers.flatMap(({ id, user_id }, barber) =>
    Array.from({ length: 5 }, (_, index) => {
      const starts_at = new Date(morning + index * 35 * 60_000)
      const isOfAna = barber === 0 && index === 0
      return {
        barbershop_id: shop.id,
        barber_id: id,
        barber_user_id: user_id,
        customer_id: isOfAna ? user.id : null,
        customer_name: isOfAna ? null : `Cliente ${barber + 1}.${index + 1}`,
        is_walk_in: !isOfAna,
        service_id: shop.serviceId,
        service_name: 'Corte na régua',
        duration_min: 30,
        price_cents: 4500,
        starts_at,
        ends_at: new Date(starts_at.getTime() + 30 * 60_000),
        status: 'CONFIRMED',
      }
    }),
  )
  await backend.db.insertInto('appointments').values(rows).execute()
  return { ...scene, day }
}

test('the board of twelve barbers prints on one page, or on a page for each', { tag: '@wide' }, async ({
  page,
  backend,
}) => {
  const { owner, day } = await openFullBoard(backend)
  const expectPrintDialog = await recordPrinting(page)
  await signInAs(page, owner)
  await openPage(page, `/admin/appointments?ver=dia&dia=${day}`)
  const menu = page.getByRole('button', { name: 'Imprimir' })
  await menu.click()
  await page.getByRole('button', { name: 'Quadro em uma página' }).click()
  await expectPrintDialog()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(12)
  const entries = page.getByRole('listitem').getByRole('listitem')
  await expect(entries).toHaveCount(60)
  await expect(entries.first()).toHaveText(/^08:00 – 08:30ConfirmadoAna Clara de AlbuquerqueCorte na réguafinal 5555/)
  await expectOnlyPaper(page)
  expect(await readSheets(page)).toEqual({ count: 1, isLandscape: true })

  await page.emulateMedia({ media: 'screen' })
  await menu.click()
  await page.getByRole('button', { name: 'Uma página por barbeiro' }).click()
  await expectPrintDialog()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table')).toHaveCount(12)
  expect(await readSheets(page)).toEqual({ count: 12, isLandscape: false })
})

test('the customers that match the filters print with phone, tags, last and next visit', { tag: '@wide' }, async ({
  page,
  backend,
}) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  const { user } = await createSignedInUser(backend, { name: 'Zeca Fiel', phone: '62977778888' })
  await addAppointment(backend, shop, { customerId: user.id, status: 'COMPLETED', hoursFromNow: -48 })
  await addAppointment(backend, shop, { customerId: user.id, status: 'CONFIRMED', hoursFromNow: 48 })
  const others = Array.from({ length: 60 }, (_, index) => ({
    barbershop_id: shop.id,
    name: `Freguês ${index + 1}`,
    phone: `+5562900${String(10_000 + index)}`,
    tags: ['VIP'],
  }))
  await backend.db.insertInto('customer_profiles').values(others).execute()
  const expectPrintDialog = await recordPrinting(page)
  await signInAs(page, owner)
  await openPage(page, '/clientes')
  await page.getByRole('button', { name: 'Imprimir' }).click()
  await expectPrintDialog()
  await page.emulateMedia({ media: 'print' })
  const rows = page.getByRole('row')
  await expect(rows, 'all of them, not only those of the first page').toHaveCount(62)
  await expect(rows.filter({ hasText: 'Zeca Fiel' })).toHaveText(
    /Zeca Fiel\(62\) 97777-8888.*\d\d\/\d\d\/\d{4}\d\d\/\d\d\/\d{4}/,
  )
  await expectOnlyPaper(page)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))

  await page.getByLabel('Marcador').selectOption('VIP')
  await expect(page.getByText('60 clientes', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Imprimir' }).click()
  await expectPrintDialog()
  await page.emulateMedia({ media: 'print' })
  await expect(rows).toHaveCount(61)
  await expect(rows.last()).toContainText('VIP')
})

test('the page of a barbershop prints without the bar', async ({ page }) => {
  const { id } = await findDemoBarbershop()
  await openPage(page, `/barbershop/${id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-bottom-bar]').filter({ visible: true })).toHaveCount(0)
})
