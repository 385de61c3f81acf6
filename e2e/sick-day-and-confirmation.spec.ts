import { createSubscription } from '../server/test/factories.ts'
import { dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, pickDay, slotsOf } from './steps/booking.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** Three appointments of tomorrow: a colleague is free for two of them, and busy when Rui comes, who booked by phone. */
async function openSickDay(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const { shop, colleague } = scene
  const ana = await createSignedInUser(backend, { name: 'Ana Clara de Albuquerque Cavalcanti', phone: '62900001111' })
  const beto = await createSignedInUser(backend, { name: 'Beto Sol' })
  const caio = await createSignedInUser(backend, { name: 'Caio Mar' })
  const tomorrow = dateAtBarbershop(backend.now(), scene.timeZone, 1)
  await addAppointment(backend, shop, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow: 24 })
  await addAppointment(backend, shop, { customerId: beto.user.id, status: 'SCHEDULED', hoursFromNow: 26 })
  const { id: takeoverId } = await backend.db
    .selectFrom('barbers')
    .select('id')
    .where('user_id', '=', colleague.user.id)
    .executeTakeFirstOrThrow()
  const busy = { ...shop, barberId: takeoverId, barberUserId: colleague.user.id }
  await addAppointment(backend, busy, { customerId: caio.user.id, status: 'CONFIRMED', hoursFromNow: 28.25 })
  const phoned = await addAppointment(backend, shop, {
    customerId: ana.user.id,
    status: 'CONFIRMED',
    hoursFromNow: 28,
  })
  const { id: profileId } = await backend.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: shop.id, name: 'Rui Sem Conta', phone: '+5562966665555' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await backend.db
    .updateTable('appointments')
    .set({ customer_id: null, customer_name: 'Rui Sem Conta', profile_id: profileId })
    .where('id', '=', phoned.id)
    .execute()
  return { barber: scene.barber, shop, takeoverId, tomorrow }
}

/** What became of the barbershop's appointments, of each barber by start. */
async function readOutcomes({ db }: Backend, barbershopId: string, barberId: string) {
  const rows = await db
    .selectFrom('appointments')
    .select('status')
    .where('barbershop_id', '=', barbershopId)
    .where('barber_id', '=', barberId)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ status }) => status)
}

test('a sick day: pass on what others can take, cancel the rest, and a text for who has no account', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \S+\/(time-off|displacements) 409$/)
  const { barber, shop, takeoverId, tomorrow } = await openSickDay(backend)
  await signInAs(page, barber)
  await openPage(page, `/barber/appointments?ver=hoje&dia=${tomorrow}`)
  await page.getByRole('link', { name: /^Marcar folga/ }).click()
  const form = page.getByRole('dialog', { name: 'Nova folga' })
  await expect(form.getByLabel('De', { exact: true })).toHaveValue(tomorrow)
  await form.getByRole('button', { name: 'Marcar folga' }).click()

  const plan = page.getByRole('dialog', { name: 'Há 3 agendamentos marcados' })
  await expect(plan).toContainText('Ana Clara de Albuquerque Cavalcanti')
  await expect(plan.getByRole('listitem').filter({ hasText: 'Rui Sem Conta' })).toContainText(
    'Lia Fontes não está livre nessa hora.',
  )
  await expect(plan).toContainText('2 passam para outro barbeiro e 1 recebe outro horário para marcar.')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await plan.getByLabel('Sem ninguém livre (1)').selectOption({ label: 'Cancelar e avisar' })
  await plan.getByRole('button', { name: 'Marcar folga e avisar' }).click()

  const untold = page.getByRole('dialog', { name: 'Falta resolver' })
  await expect(untold.getByRole('listitem')).toContainText('Rui Sem Conta')
  await expect(untold.getByRole('link', { name: /Enviar pelo WhatsApp/ })).toHaveAttribute(
    'href',
    /wa\.me\/5562966665555\?text=.*precisou%20cancelar/,
  )
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await untold.getByRole('button', { name: 'Pronto' }).click()
  await expect(page.getByRole('button', { name: /^Desmarcar folga/ })).toBeVisible()
  expect(await readOutcomes(backend, shop.id, takeoverId)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
  expect(await readOutcomes(backend, shop.id, shop.barberId)).toEqual(['CANCELLED'])
})

test('an owner lets bookings be confirmed at once, and a customer reads that theirs is', async ({ page, backend }) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id, { days: 29 })
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('button', { name: `Informações de ${shop.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Informações' })
  const choice = dialog.getByRole('group', { name: 'Confirmação' })
  await expect(choice.getByRole('button', { name: 'Eu respondo a cada pedido' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await choice.getByRole('button', { name: 'Na hora, para todos' }).click()
  await expect(dialog.getByLabel('Quem já faltou duas vezes espera a minha resposta')).toBeChecked()
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()

  await signInAs(page, await createSignedInUser(backend, { name: 'Ana Lua' }))
  await openPage(page, `/barbershop/${shop.id}/booking/${shop.barberId}/${shop.serviceId}`)
  await pickDay(page, { after: 1 })
  await slotsOf(page).nth(3).click()
  await confirmButton(page).click()
  const result = page.getByRole('region', { name: 'Horário confirmado.' })
  await expect(result.getByRole('status')).toHaveText('Tonho Valadares espera você.')
})
