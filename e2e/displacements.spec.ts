import { createSubscription } from '../server/test/factories.ts'
import { addBarbers, dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton } from './steps/booking.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** A barber with this many appointments tomorrow, half an hour each, of customers with and without an account. */
async function openFullDay(backend: Backend, count: number) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const { shop, owner, timeZone } = scene
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id, { days: 29 })
  const ana = await createSignedInUser(backend, { name: 'Ana Clara de Albuquerque Cavalcanti' })
  const tomorrow = dateAtBarbershop(backend.now(), timeZone, 1)
  const { db } = backend
  const first = Math.floor((backend.now().getTime() + 22 * 3_600_000) / 1_800_000) * 1_800_000
  const profiles = await db
    .insertInto('customer_profiles')
    .values(
      Array.from({ length: count - 1 }, (_, index) => ({
        barbershop_id: shop.id,
        name: `Cliente ${index + 1} da Silva`,
        phone: `+55629${String(70_000_000 + index)}`,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  await db
    .insertInto('appointments')
    .values(
      Array.from({ length: count }, (_, index) => {
        const profile = index === 0 ? undefined : profiles[index - 1]
        const startsAt = new Date(first + index * 1_800_000)
        return {
          barbershop_id: shop.id,
          barber_id: shop.barberId,
          barber_user_id: shop.barberUserId,
          customer_id: profile ? null : ana.user.id,
          customer_name: profile?.name ?? null,
          profile_id: profile?.id ?? null,
          service_id: shop.serviceId,
          service_name: 'Corte',
          duration_min: 30,
          price_cents: 4000,
          starts_at: startsAt,
          ends_at: new Date(startsAt.getTime() + 1_800_000),
          status: 'CONFIRMED',
          requested_at: backend.now(),
          created_at: backend.now(),
          updated_at: backend.now(),
        }
      }),
    )
    .execute()
  return { ...scene, ana, tomorrow }
}

async function countOf({ db }: Backend, customerId: string) {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['SCHEDULED', 'CONFIRMED'])
    .execute()
  return rows.length
}

async function countOpen({ db }: Backend, barberId: string) {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('barber_id', '=', barberId)
    .where('status', 'in', ['SCHEDULED', 'CONFIRMED'])
    .execute()
  return rows.length
}

test('a barber with 42 appointments is removed in four taps: all of them go to who is free', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^(DELETE \/api\/barbers\/[\w-]+|POST \S+\/displacements) 409$/)
  const { owner, shop, barber } = await openFullDay(backend, 42)
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('tab', { name: 'Gerenciar Barbeiros' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: barber.user.name }) })
  await row.getByRole('button', { name: /^Mais de/ }).click()
  await row.getByRole('button', { name: 'Remover: ' }).click()
  await page
    .getByRole('dialog', { name: /^Remover/ })
    .getByRole('button', { name: 'Remover', exact: true })
    .click()
  const plan = page.getByRole('dialog', { name: 'Há 42 agendamentos marcados' })
  await expect(plan.getByRole('listitem')).toHaveCount(42)
  await expect(plan).toContainText('42 passam para outro barbeiro.')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await plan.getByRole('button', { name: 'Remover e avisar' }).click()
  await expect(row).toBeHidden()
  expect(await countOpen(backend, shop.barberId)).toBe(0)
})

test('a day with 31 appointments is closed: each customer gets another time, which one tap books', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^(PUT \S+\/operating-hours|POST \S+\/displacements) 409$/)
  const { owner, shop, ana, tomorrow } = await openFullDay(backend, 31)
  await addBarbers(backend, shop.id, ['Pedro de Alcântara Francisco António João Carlos'])
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('button', { name: `Horários de ${shop.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Horários' })
  await dialog.getByRole('button', { name: 'Adicionar data' }).click()
  await dialog.getByLabel('Dia', { exact: true }).fill(tomorrow)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const plan = page.getByRole('dialog', { name: 'Há 31 agendamentos marcados' })
  await expect(plan).toContainText('31 recebem outro horário para marcar.')
  await expect(plan.getByLabel('O que fazer com todos')).toHaveValue('propose')
  await plan.getByRole('button', { name: 'Salvar e avisar' }).click()
  await page.getByRole('dialog', { name: 'Falta resolver' }).getByRole('button', { name: 'Pronto' }).click()
  await expect(dialog).toBeHidden()

  await signInAs(page, ana)
  const { path } = await backend.db
    .selectFrom('notifications')
    .select('path')
    .where('user_id', '=', ana.user.id)
    .where('title', '=', 'Horário cancelado')
    .executeTakeFirstOrThrow()
  await openPage(page, path ?? '')
  await confirmButton(page).click()
  await expect.poll(() => countOf(backend, ana.user.id)).toBe(1)
})
