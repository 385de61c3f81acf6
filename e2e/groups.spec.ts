import { openAlwaysOpenBarbershop, takeHourOff } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { bookSlot, confirmButton, resultOf, slotsOf } from './steps/booking.ts'
import { countTaps } from './steps/count-taps.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** Dora was there with her son Bento a month ago, in a barbershop with two barbers. */
async function openFamilyScene(backend: Backend, guestName = 'Bento') {
  const scene = await openAlwaysOpenBarbershop(backend)
  await backend.db
    .updateTable('barbershops')
    .set({ cancel_notice_minutes: 0 })
    .where('id', '=', scene.shop.id)
    .execute()
  const dora = await createSignedInUser(backend, { name: 'Dora Mãe' })
  const visit = { customerId: dora.user.id, status: 'COMPLETED' as const, hoursFromNow: -30 * 24 }
  await addAppointment(backend, scene.shop, visit)
  const ofSon = await addAppointment(backend, scene.shop, { ...visit, hoursFromNow: -30 * 24 + 2 })
  await backend.db.updateTable('appointments').set({ guest_name: guestName }).where('id', '=', ofSon.id).execute()
  return { ...scene, dora }
}

test('a mother books herself and her son at one hour in five taps, and cancels both in one act', {
  tag: '@desktop',
}, async ({ page, backend }) => {
  const { dora, shop } = await openFamilyScene(backend)
  await takeHourOff(backend, shop.barberId)
  await signInAs(page, dora)
  const countedTaps = await countTaps(page)
  await openPage(page, '/')
  await page.getByRole('complementary', { name: 'Marcar de novo' }).getByRole('link').click()
  await confirmButton(page).click()
  await resultOf(page).getByRole('button', { name: 'Marcar para mais alguém' }).click()
  const dialog = page.getByRole('dialog', { name: 'Marcar para mais alguém' })
  await dialog.getByRole('button', { name: 'Bento' }).click()
  await dialog.getByRole('button', { name: /^Na mesma hora .* com Lia Fontes/ }).click()
  await expect(page.getByText('Marcado também para Bento')).toBeVisible()
  expect(countedTaps()).toBeGreaterThan(3)
  expect(countedTaps()).toBeLessThanOrEqual(5)

  const together = resultOf(page).getByRole('list', { name: 'Marcados juntos' })
  await expect(together.getByRole('listitem')).toHaveText([/^Bento.* com Lia Fontes/])
  await checkAccessibility(page)
  await resultOf(page).getByRole('link', { name: 'Ver agendamento' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Para Bento' })).toBeVisible()
  await page.getByRole('button', { name: 'Mais ações' }).first().click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const cancellation = page.getByRole('dialog', { name: 'Cancelar agendamento' })
  await cancellation.getByRole('button', { name: 'Todos: 2 horários' }).click()
  await checkAccessibility(page)
  await cancellation.getByRole('button', { name: 'Cancelar agendamento' }).click()
  await expect(page.getByText('Agendamentos cancelados')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Próximos' })).toHaveCount(0)
})

test('two more are added from the agenda by name: one is typed, each with a service, one after the other', {
  tag: '@desktop',
}, async ({ page, backend }) => {
  const longName = 'Maximiliano Albuquerque Cavalcanti de Vasconcelos'
  const { dora, shop, colleague } = await openFamilyScene(backend, longName)
  // At a full hour, when a slot begins.
  const now = backend.now().getTime()
  const start = Math.ceil((now + 50 * 3_600_000) / 3_600_000) * 3_600_000
  await addAppointment(backend, shop, {
    customerId: dora.user.id,
    status: 'CONFIRMED',
    hoursFromNow: (start - now) / 3_600_000,
  })
  const colleagueName = 'Gilson Albuquerque Cavalcanti de Vasconcelos'
  await backend.db.updateTable('users').set({ name: colleagueName }).where('id', '=', colleague.user.id).execute()
  await signInAs(page, dora)
  await openPage(page, '/customer/appointments')
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('button', { name: 'Marcar para mais alguém' }).click()
  const dialog = page.getByRole('dialog', { name: 'Marcar para mais alguém' })
  await dialog.getByRole('button', { name: /^Na mesma hora/ }).click()
  await expect(dialog.getByText('Diga para quem é.')).toBeVisible()
  await dialog.getByRole('button', { name: longName }).click()
  await dialog.getByLabel('Outra pessoa').fill('Ana')
  await expect(dialog.getByRole('combobox', { name: /^Serviço para/ })).toHaveCount(2)
  const inTurn = dialog.getByRole('button', { name: /^Um depois do outro/ })
  await expect(inTurn).toContainText(`${longName}: `)
  await expect(inTurn).toContainText('Ana: ')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await inTurn.click()
  await expect(page.getByText(`Marcado também para ${longName} e Ana`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Próximos' }).getByRole('article')).toHaveCount(3)
  await checkAccessibility(page)
})

test('a father books with a daughter before anything is booked, while another customer takes a place', async ({
  page,
  backend,
  watch,
}) => {
  // A lost place.
  watch.expect(/\/groups 409$/)
  const { shop, colleague } = await openAlwaysOpenBarbershop(backend)
  const father = await createSignedInUser(backend, { name: 'Davi Pai' })
  await signInAs(page, father)
  await openPage(page, `/barbershop/${shop.id}/booking/${shop.barberId}/${shop.serviceId}`)
  await slotsOf(page).nth(8).check()
  const requested = page.waitForRequest(/\/groups\/options/)
  await page.getByRole('button', { name: 'Marcar junto com mais alguém' }).click()
  const startTime = String(new URL((await requested).url()).searchParams.get('startTime'))
  const dialog = page.getByRole('dialog', { name: 'Marcar junto com mais alguém' })
  await dialog.getByLabel('Para quem?').fill('Eva')
  const atOnce = dialog.getByRole('button', { name: /^Na mesma hora.*Eva: .* com Lia Fontes/ })
  await expect(atOnce).toBeVisible()
  await checkAccessibility(page)

  const rival = await createSignedInUser(backend, { name: 'Rui Rápido' })
  const { db } = backend
  const ofColleague = db.selectFrom('barbers').select('id').where('user_id', '=', colleague.user.id)
  const { id: barberId } = await ofColleague.executeTakeFirstOrThrow()
  const { serviceId } = shop
  expect(await bookSlot(rival.token, { barberId, serviceId, startTime })).toBe(201)
  const lost = await atOnce.innerText()
  await atOnce.click()
  await expect(dialog.getByRole('alert')).toContainText('acabou de ser reservado')
  await expect(atOnce).not.toHaveText(lost)
  await dialog.getByRole('button', { name: /^Um depois do outro/ }).click()
  await expect(resultOf(page).getByRole('list', { name: 'Marcados juntos' })).toContainText('Eva')
  await checkAccessibility(page)
})
