import { customersApi } from '@na-regua/contract/customers'
import { type OutreachPurpose, type OutreachRow, outreachApi } from '@na-regua/contract/outreach'
import { privacyApi } from '@na-regua/contract/privacy'
import { reminderReplyApi } from '@na-regua/contract/reminder-reply'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken, createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const shop = await createBarbershopRow(world, { name: 'Navalha de Ouro', timeZone: 'America/Sao_Paulo' })
const barber = await createBarber(world, shop.id)
const colleague = await createBarber(world, shop.id, { position: 1 })
const ana = await createUser(world, { name: 'Ana Souza', phone: '62988887777' })
const owner = await createSessionToken(world, shop.owner_id)
const barberToken = await createSessionToken(world, barber.user_id)

beforeEach(async () => {
  // Quinta, 12/03/2026, 12h.
  world.clock.set('2026-03-12T15:00:00Z')
  for (const table of ['appointments', 'outreach_texts', 'customer_profiles', 'rhythm_consents'] as const)
    await world.db.deleteFrom(table).execute()
})

async function insertProfile(fields: object) {
  const { id } = await world.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: shop.id, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type BarberRow = typeof barber

async function insertAppointment(of: BarberRow, startsAt: string, fields: object = {}) {
  const { id } = await world.db
    .insertInto('appointments')
    .values({
      barbershop_id: shop.id,
      barber_id: of.id,
      barber_user_id: of.user_id,
      service_name: 'Corte',
      duration_min: 30,
      price_cents: 5000,
      starts_at: startsAt,
      ends_at: new Date(Date.parse(startsAt) + 30 * 60_000),
      status: 'CONFIRMED',
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function list(purpose: OutreachPurpose, token = owner) {
  const { status, body } = await world.call(outreachApi.list, { token, params: { id: shop.id }, query: { purpose } })
  expect([status, Value.Check(outreachApi.list.schema.response[200], body)]).toEqual([200, true])
  return body as { rows: OutreachRow[]; text: string; canEditText: boolean; pagination: { total: number } }
}

const namesOf = ({ rows }: { rows: OutreachRow[] }) => rows.map(({ name }) => name)
const textOf = ({ whatsAppUrl }: OutreachRow) => new URL(String(whatsAppUrl)).searchParams.get('text') ?? ''

function mark(body: object, token = owner) {
  return world.call(outreachApi.mark, { token, params: { id: shop.id }, body })
}

describe('tomorrow', () => {
  test('has the agreed appointments of the next local day, each with the ready text and its link', async () => {
    const profile = await insertProfile({ name: 'Beto Lima', phone: '+5562911112222' })
    await insertAppointment(barber, '2026-03-13T13:00:00Z', { customer_id: ana.id })
    await insertAppointment(colleague, '2026-03-13T14:00:00Z', { profile_id: profile, customer_name: 'Beto Lima' })
    // Not agreed yet; today; the day after, by two minutes.
    await insertAppointment(colleague, '2026-03-13T15:00:00Z', { customer_id: ana.id, status: 'SCHEDULED' })
    await insertAppointment(colleague, '2026-03-12T20:00:00Z', { customer_id: ana.id })
    await insertAppointment(colleague, '2026-03-14T03:02:00Z', { customer_id: ana.id })
    const { rows } = await list('tomorrow')
    expect(namesOf({ rows })).toEqual(['Ana Souza', 'Beto Lima'])
    const [first, second] = rows as [OutreachRow, OutreachRow]
    expect(first.whatsAppUrl).toMatch(/^https:\/\/wa\.me\/5562988887777\?text=/)
    expect(textOf(first)).toMatch(
      /^Olá, Ana\. Seu horário na Navalha de Ouro é sexta, 13\/03\/2026, às 10h, com .*: https?:\/\/[^/]+\/agendamento\/[\w-]{54}$/,
    )
    expect(second.whatsAppUrl).toMatch(/^https:\/\/wa\.me\/5562911112222\?/)
    expect(textOf(second)).toMatch(/\/a\/[\w-]{48}$/)
    expect(namesOf(await list('tomorrow', barberToken))).toEqual(['Ana Souza'])
  })

  test('a link confirms, and who has confirmed is known', async () => {
    await insertAppointment(barber, '2026-03-13T13:00:00Z', { customer_id: ana.id })
    const [row] = (await list('tomorrow')).rows as [OutreachRow]
    expect(row.appointment?.isPresenceConfirmed).toBe(false)
    const token = textOf(row).split('/').at(-1) as string
    expect((await world.call(reminderReplyApi.confirm, { params: { token } })).status).toBe(200)
    expect((await list('tomorrow')).rows[0]?.appointment?.isPresenceConfirmed).toBe(true)
  })

  test('who was written to is shared by the team, and a moved appointment is confirmed again', async () => {
    const id = await insertAppointment(barber, '2026-03-13T13:00:00Z', { customer_id: ana.id })
    const [row] = (await list('tomorrow')).rows as [OutreachRow]
    const body = { purpose: 'tomorrow', profileId: row.profileId, appointmentId: id }
    const marked = await mark({ ...body, isSent: true }, barberToken)
    expect(marked.body.sent.at).toBe('2026-03-12T15:00:00.000Z')
    world.clock.advance({ minutes: 5 })
    expect((await mark({ ...body, isSent: true })).body).toEqual(marked.body)
    expect((await list('tomorrow')).rows[0]?.sent).toEqual(marked.body.sent)
    expect((await mark({ ...body, isSent: false })).body).toEqual({ sent: null })
    expect((await list('tomorrow')).rows[0]?.sent).toBeNull()

    await mark({ ...body, isSent: true })
    await world.db
      .updateTable('appointments')
      .set({ starts_at: '2026-03-13T16:00:00Z', ends_at: '2026-03-13T16:30:00Z' })
      .where('id', '=', id)
      .execute()
    expect((await list('tomorrow')).rows[0]?.sent).toBeNull()
  })

  test('who is not in the list is not marked', async () => {
    const profile = await insertProfile({ name: 'Beto Lima', phone: '+5562911112222' })
    const id = await insertAppointment(colleague, '2026-03-13T13:00:00Z', { profile_id: profile })
    const body = { purpose: 'tomorrow', profileId: profile, appointmentId: id, isSent: true }
    expect((await mark(body, barberToken)).status).toBe(404)
    expect((await mark({ ...body, purpose: 'absent' })).status).toBe(404)
    const { token } = await createCaller(world)
    expect((await mark(body, token)).status).toBe(403)
    expect((await mark(body)).status).toBe(200)
  })

  test('a phone is only there for who may read it', async () => {
    const profile = await insertProfile({ name: 'Beto Lima', phone: '+5562911112222' })
    await insertAppointment(barber, '2026-03-13T13:00:00Z', { profile_id: profile })
    await insertAppointment(barber, '2026-03-13T14:00:00Z', { profile_id: await insertProfile({ name: 'Caio' }) })
    const { user, token } = await createCaller(world)
    await world.db
      .insertInto('barbershop_roles')
      .values({
        barbershop_id: shop.id,
        user_id: user.id,
        role: 'RECEPTIONIST',
        permissions: ['agenda', 'customers'],
        created_at: world.clock.now(),
      })
      .execute()
    const shownTo = async () =>
      (await list('tomorrow', token)).rows.map(({ whatsAppUrl, isPhoneHidden }) => [
        whatsAppUrl !== null,
        isPhoneHidden,
      ])
    expect(await shownTo()).toEqual([
      [false, true],
      [false, false],
    ])
    const permissions = ['agenda', 'customers', 'phones']
    await world.db.updateTable('barbershop_roles').set({ permissions }).where('user_id', '=', user.id).execute()
    expect(await shownTo()).toEqual([
      [true, false],
      [false, false],
    ])
    expect((await list('tomorrow', token)).canEditText).toBe(false)
  })
})

describe('what is not about appointments', () => {
  test('birthdays of a week, with the day', async () => {
    for (const [name, birthday] of [
      ['Hoje', '03-12'],
      ['Sexta', '03-13'],
      ['Em seis dias', '03-18'],
      ['Em sete dias', '03-19'],
      ['Ontem', '03-11'],
    ])
      await insertProfile({ name, birthday, phone: `+55629${birthday?.replace('-', '')}1111` })
    const { rows } = await list('birthday')
    expect(rows.map(({ name, date }) => [name, date])).toEqual([
      ['Hoje', '2026-03-12'],
      ['Sexta', '2026-03-13'],
      ['Em seis dias', '2026-03-18'],
    ])
    expect(textOf(rows[0] as OutreachRow)).toMatch(new RegExp(`^Feliz aniversário, Hoje\\..*/barbershop/${shop.id}$`))
  })

  test('the absent: 45 days without a visit and none to come, the latest visit first', async () => {
    const visit = async (name: string, startsAt: string) => {
      const profile = await insertProfile({ name })
      await insertAppointment(barber, startsAt, { profile_id: profile, status: 'COMPLETED' })
      return profile
    }
    await visit('Há 44 dias', '2026-01-27T15:00:00Z')
    await visit('Há 46 dias', '2026-01-25T15:00:00Z')
    await visit('Há 90 dias', '2025-12-12T15:00:00Z')
    await visit('Há 2 anos', '2024-03-12T15:00:00Z')
    const comes = await visit('Vem', '2026-01-05T15:00:00Z')
    await insertAppointment(barber, '2026-03-20T15:00:00Z', { profile_id: comes })
    await insertAppointment(colleague, '2026-01-10T15:00:00Z', { customer_id: ana.id, status: 'COMPLETED' })
    const { rows } = await list('absent')
    expect(rows.map(({ name, date }) => [name, date])).toEqual([
      ['Há 46 dias', '2026-01-25'],
      ['Ana Souza', '2026-01-10'],
      ['Há 90 dias', '2025-12-12'],
    ])
    expect((await mark({ purpose: 'absent', profileId: rows[0]?.profileId, isSent: true })).status).toBe(200)
    expect((await list('absent')).rows[0]?.sent?.at).toBe('2026-03-12T15:00:00.000Z')
  })

  test('who has refused such messages, is blocked, or has withdrawn the consent to nudges is left alone', async () => {
    const refusing = await insertProfile({ name: 'Recusou', birthday: '03-13' })
    await insertProfile({ name: 'Bloqueado', birthday: '03-13', blocked_at: world.clock.now() })
    await insertProfile({ user_id: ana.id, birthday: '03-13' })
    expect(namesOf(await list('birthday')).toSorted()).toEqual(['Ana Souza', 'Recusou'])
    const update = (body: object) => world.call(customersApi.update, { token: owner, params: { id: refusing }, body })
    const refused = await update({ version: 1, refusesMarketing: true })
    expect(refused.body.customer).toMatchObject({ refusesMarketing: true, birthday: '03-13' })
    const consent = {
      user_id: ana.id,
      consent_text: 'Sim',
      given_at: '2026-01-01T00:00Z',
      check_at: '2026-01-01T00:00Z',
    }
    await world.db
      .insertInto('rhythm_consents')
      .values({ ...consent, withdrawn_at: '2026-02-01T00:00Z' })
      .execute()
    expect(namesOf(await list('birthday'))).toEqual([])
    await world.db
      .insertInto('rhythm_consents')
      .values({ ...consent, given_at: '2026-03-01T00:00Z' })
      .execute()
    await update({ version: 2, refusesMarketing: false })
    expect(namesOf(await list('birthday')).toSorted()).toEqual(['Ana Souza', 'Recusou'])
  })
})

describe('the texts', () => {
  const saveText = (body: object, token = owner) =>
    world.call(outreachApi.saveText, { token, params: { id: shop.id }, body })

  test('are those of the barbershop, until it returns to those of all', async () => {
    await insertProfile({ name: 'Beto Lima', birthday: '03-13', phone: '+5562911112222' })
    const text = 'Parabéns, {nome}! {barbearia}'
    expect((await saveText({ purpose: 'birthday', text })).body).toEqual({ text })
    const { rows, text: listed } = await list('birthday')
    expect([listed, textOf(rows[0] as OutreachRow)]).toEqual([text, 'Parabéns, Beto! Navalha de Ouro'])
    await saveText({ purpose: 'birthday', text: null })
    expect((await list('birthday')).text).toMatch(/^Feliz aniversário/)
  })

  test('are refused with what does not exist, and for staff who may not', async () => {
    const refused = await saveText({ purpose: 'birthday', text: 'Oi, {hora}' })
    expect([refused.status, refused.body.message]).toEqual([400, '{hora} não existe. Use {nome}, {barbearia}, {link}.'])
    expect((await saveText({ purpose: 'birthday', text: 'Oi' }, barberToken)).status).toBe(403)
  })
})

test('a birthday is kept with the profile, and a message is in the personal data of who received it', async () => {
  const profile = await insertProfile({ user_id: ana.id })
  const { status, body } = await world.call(customersApi.update, {
    token: owner,
    params: { id: profile },
    body: { version: 1, birthday: '03-15' },
  })
  expect([status, body.customer.birthday]).toEqual([200, '03-15'])
  const invalid = { token: owner, params: { id: profile }, body: { version: 2, birthday: '02-30' } }
  expect((await world.call(customersApi.update, invalid)).status).toBe(400)
  await mark({ purpose: 'birthday', profileId: profile, isSent: true })
  const token = await createSessionToken(world, ana.id)
  const exported = await world.call(privacyApi.export, { token })
  expect(exported.body.data.mensagensDasBarbearias).toMatchObject([
    { purpose: 'birthday', sent_at: expect.any(String) },
  ])
  await world.db.deleteFrom('customer_profiles').where('id', '=', profile).execute()
  expect(await world.db.selectFrom('outreach_messages').selectAll().execute()).toEqual([])
})
