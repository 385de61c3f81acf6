import { sql } from 'kysely'
import { describeReply, describeStatus, signWebhook } from '../server/test/cloud-api-double.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

test('tomorrow’s customers are written to with one tap each, and the team sees who was', {
  tag: '@desktop',
}, async ({ page, backend }) => {
  const { owner, barber, shop } = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua', phone: '62988887777' })
  const mute = await createSignedInUser(backend, { name: 'Maria Aparecida de Albuquerque Cavalcanti' })
  await addAppointment(backend, shop, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow: 24 })
  await addAppointment(backend, shop, { customerId: mute.user.id, status: 'CONFIRMED', hoursFromNow: 25 })
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments')
  await page.getByRole('link', { name: 'Confirmar amanhã' }).click()
  const rows = page.getByRole('list', { name: 'Confirmar amanhã' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('sem telefone')
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(57)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  const chat = rows.first().getByRole('link', { name: 'Avisar Ana Lua pelo WhatsApp' })
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/5562988887777\?text=Ol%C3%A1%2C%20Ana/)
  // WhatsApp itself is not opened: no test leaves this machine.
  await chat.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await chat.click()
  await expect(rows.first()).toContainText(/avisado às .* por Dona/)
  await checkAccessibility(page)

  await signInAs(page, barber)
  await openPage(page, '/clientes/avisos')
  await expect(rows.first()).toContainText('por Dona')
  await rows.first().getByRole('button', { name: 'Desmarcar Ana Lua' }).click()
  await expect(rows.first().getByRole('link', { name: 'Avisar Ana Lua pelo WhatsApp' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mudar o texto' })).toHaveCount(0)
})

test('birthdays: the text is the barbershop’s own, and who does not want such messages is left alone', async ({
  page,
  backend,
}) => {
  const { owner, shop, timeZone } = await openAlwaysOpenBarbershop(backend)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(backend.now())
  await backend.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: shop.id, name: 'Beto Lima', phone: '+5562911112222' })
    .execute()
  await signInAs(page, owner)
  await openPage(page, '/clientes')
  await page
    .getByRole('button', { name: /Beto Lima/ })
    .first()
    .click()
  const profile = page.getByRole('dialog')
  await profile.getByLabel('Aniversário').fill(today.slice(5).split('-').reverse().join('/'))
  await profile.getByRole('button', { name: 'Salvar ficha' }).click()
  await expect(page.getByText('Ficha salva')).toBeVisible()

  await openPage(page, '/clientes/avisos?quem=birthday')
  const row = page.getByRole('list', { name: 'Aniversariantes da semana' }).getByRole('listitem')
  await expect(row).toContainText('Faz aniversário hoje')
  await page.getByRole('button', { name: 'Mudar o texto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Texto da mensagem' })
  await dialog.getByLabel('Mensagem').fill('Parabéns, {nome}, às {hora}')
  await dialog.getByRole('button', { name: 'Salvar texto' }).click()
  await expect(dialog.getByText('{hora} não existe. Use {nome}, {barbearia}, {link}.')).toBeVisible()
  await checkAccessibility(page)
  await dialog.getByLabel('Mensagem').fill('Parabéns, {nome}')
  await dialog.getByRole('button', { name: 'Salvar texto' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('link', { name: /^Avisar/ })).toHaveAttribute('href', /text=Parab%C3%A9ns%2C%20Beto$/)

  await holdTimers(page)
  await row.getByRole('button', { name: 'Beto Lima não quer receber' }).click()
  await expect(page.getByText('Nenhum aniversário nesta semana.')).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(row).toContainText('Beto Lima')
})

test('messages leave by themselves: the team sees how far each came, and 1 confirms', { tag: '@desktop' }, async ({
  page,
  backend,
}) => {
  const { owner, barber, shop } = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua', phone: '62988886666' })
  await addAppointment(backend, shop, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow: 24 })
  await signInAs(page, owner)
  await openPage(page, '/clientes/avisos')
  await page.getByRole('checkbox', { name: 'Enviar sozinho' }).check()
  await expect(page.getByLabel('Hora do envio')).toHaveValue('17')
  await page.getByLabel('Hora do envio').selectOption('às 9h')
  await expect(page.getByText('quem responde 1 confirma')).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  const listHours = () =>
    backend.db.selectFrom('outreach_automations').select('hour').where('barbershop_id', '=', shop.id).execute()
  await expect.poll(listHours).toEqual([{ hour: 9 }])

  // It is between nine and twelve there. The job of every fifth minute need not be waited for.
  await sql`select graphile_worker.add_job('plan-outreach')`.execute(backend.db)
  const row = page.getByRole('list', { name: 'Confirmar amanhã' }).getByRole('listitem').first()
  const showState = async () => {
    await page.reload()
    return row.textContent()
  }
  await expect.poll(showState).toContain('enviado')
  const { id } = await backend.db
    .selectFrom('outreach_messages')
    .innerJoin('customer_profiles', 'customer_profiles.id', 'profile_id')
    .select('outreach_messages.id')
    .where('barbershop_id', '=', shop.id)
    .executeTakeFirstOrThrow()
  const sent = { id: `wamid.${id}`, reference: id, waId: '5562988886666' }

  const receive = async (value: object) => {
    const { url, payload, headers } = signWebhook(value)
    expect((await page.request.post(url, { data: Buffer.from(payload), headers })).status()).toBe(200)
  }
  await receive(describeStatus(sent, 'read'))
  await expect.poll(showState).toContain('lido')
  await receive(describeReply({ from: sent.waId, text: '1', to: sent }))
  await expect.poll(showState).toContain('já confirmou')

  await signInAs(page, barber)
  await openPage(page, '/clientes/avisos')
  await expect(page.getByText('Sai sozinho às 9h.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Enviar sozinho' })).toHaveCount(0)
})
