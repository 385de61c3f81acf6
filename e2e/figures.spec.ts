import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openTwoBarbershops } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, resultOf, slotsOf } from './steps/booking.ts'
import { openPage } from './steps/open-page.ts'
import { checkLargeText, expectNoHorizontalScroll } from './steps/page-checks.ts'
import { signInAs } from './steps/users.ts'
import { expect, test, testAsCustomer } from './test.ts'

type Shop = Awaited<ReturnType<typeof openTwoBarbershops>>['first']
type VisitFields = { customerId: string | null; status?: string; source?: string }

/** Of R$ 45,00, on a day of March 2026 at noon in São Paulo. */
async function addVisit(
  { db }: Backend,
  shop: Shop,
  day: number,
  { customerId, status = 'COMPLETED', source }: VisitFields,
) {
  const startsAt = new Date(`2026-03-${String(day).padStart(2, '0')}T15:00:00Z`)
  await db
    .insertInto('appointments')
    .values({
      barbershop_id: shop.id,
      barber_id: shop.barberId,
      barber_user_id: shop.barberUserId,
      customer_id: customerId,
      is_walk_in: customerId === null,
      service_id: shop.serviceId,
      service_name: 'Corte na régua',
      duration_min: 30,
      price_cents: 4500,
      source,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 30 * 60_000),
      status,
    })
    .execute()
}

const figures = (page: Page) => page.getByRole('region', { name: 'Números', exact: true })

test('an owner picks own dates, opens what a barber did as a list of as many, and takes it as CSV', {
  tag: '@desktop',
}, async ({ page, backend, customer }) => {
  const { owner, first, second } = await openBarbershopsWithPlan(backend, 'professional')
  for (const day of [9, 10, 11]) await addVisit(backend, first, day, { customerId: customer.user.id, source: 'poster' })
  await addVisit(backend, first, 12, { customerId: null, source: 'walk-in' })
  await addVisit(backend, first, 13, { customerId: customer.user.id, status: 'NO_SHOW' })
  await addVisit(backend, second, 14, { customerId: customer.user.id })
  await addVisit(backend, first, 16, { customerId: customer.user.id })
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('combobox', { name: 'Números de' }).selectOption(first.name)
  await figures(page).getByRole('combobox', { name: 'Período dos números' }).selectOption('Outras datas')
  await figures(page).getByLabel('De', { exact: true }).fill('2026-03-20')
  await expect(figures(page).getByLabel('Até')).not.toHaveValue('2026-03-01')
  await figures(page).getByLabel('De', { exact: true }).fill('2026-03-09')
  await figures(page).getByLabel('Até').fill('2026-03-15')
  await figures(page).getByRole('button', { name: 'Mostrar' }).click()

  await expect(
    figures(page).getByText('De 09/03/2026 a 15/03/2026, comparado com 02/03/2026 a 08/03/2026.'),
  ).toBeVisible()
  await expect(figures(page).getByRole('link', { name: 'Atendimentos: 4. Ver a lista' })).toBeVisible()
  await expect(figures(page).getByRole('button', { name: /^Valor: R\$\s180,00/ })).toBeVisible()
  const row = figures(page).getByRole('row', { name: /Nando Reis Filho/ })
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^4/)
  await expect(figures(page).getByRole('link', { name: 'segunda às 12h: 1 atendimento' })).toBeVisible()
  await expect(figures(page).getByRole('link', { name: /^Cartaz/ })).toContainText('3')
  await expect(figures(page).getByRole('link', { name: /^De quem voltou/ })).toContainText('2')
  await expectNoHorizontalScroll(page)
  await checkLargeText(page)
  await checkAccessibility(page)

  const download = page.waitForEvent('download')
  await figures(page).getByRole('button', { name: 'Baixar o ranking (CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('barbeiros-2026-03-09-a-2026-03-15.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain('Nando Reis Filho;Barbearia do Largo;4;180,00;')

  await row.getByRole('link', { name: /^4 atendimentos de/ }).click()
  await expect(page).toHaveURL(/\/admin\/appointments\?status=completed&from=2026-03-09&to=2026-03-15/)
  await expect(page.getByText('4 agendamentos', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'De 09/03/2026 a 15/03/2026' })).toBeVisible()
  await page.goBack()
  await expect(figures(page).getByText('De 09/03/2026 a 15/03/2026')).toBeVisible()
  await figures(page).getByRole('link', { name: 'segunda às 12h: 1 atendimento' }).click()
  await expect(page.getByText('Segunda às 12h')).toBeVisible()
  await expect(page.getByText(/^\d+ agendamentos?$/)).toBeVisible()
  await checkAccessibility(page)
})

testAsCustomer('a booking remembers that its customer came by the poster', async ({ page, backend }) => {
  const { first } = await openTwoBarbershops(backend)
  const hours = { barbershop_id: first.id, opens_minute: 0, closes_minute: 1440 }
  await backend.db
    .insertInto('working_hours')
    .values([0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ ...hours, day_of_week })))
    .execute()
  await openPage(page, `/barbershop/${first.id}?origem=cartaz`)
  await openPage(page, `/barbershop/${first.id}/booking/${first.barberId}/${first.serviceId}`)
  await page
    .getByRole('group', { name: 'Dia' })
    .getByRole('button', { name: /livres?$/ })
    .nth(1)
    .click()
  await slotsOf(page).nth(1).click()
  await confirmButton(page).click()
  await expect(resultOf(page)).toBeVisible()
  const { source } = await backend.db
    .selectFrom('appointments')
    .select('source')
    .where('barbershop_id', '=', first.id)
    .executeTakeFirstOrThrow()
  expect(source).toBe('poster')
})
