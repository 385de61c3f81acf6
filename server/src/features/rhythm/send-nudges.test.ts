import { notificationsApi } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBookableBarbershop } from '../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createRhythmScene } from '../../../test/rhythm-scene.ts'
import { sendNudges } from './send-nudges.ts'
import { sweepNudges } from './sweep-nudges.ts'

const world = await createHarness()
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createRhythmScene>>
beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from rhythm_consents; delete from rhythm_nudges; delete from notifications`.execute(world.db)
  scene = await createRhythmScene(world)
})

const run = () => sendNudges(world, {})
const days = (count: number) => world.clock.advance({ minutes: count * 1440 })
const titles = async () => (await scene.listNudges()).map(({ title }) => title)

async function runDaily(count: number) {
  for (let day = 0; day < count; day++) {
    await run()
    days(1)
  }
}

test('three gaps whose median has passed: one nudge with the usual service, barber, weekday and hour', async () => {
  await scene.visit([24, 47, 71, 95])
  await scene.consent(true)
  await run()
  const [nudge, ...others] = await scene.listNudges()
  expect(others).toEqual([])
  expect(nudge?.title).toBe('Faz 24 dias: quer o de sempre, domingo às 12h?')
  expect(nudge?.message).toMatch(/^Corte 30 com Cliente \d na Navalha de Ouro\.$/)
  const { id } = scene.shop
  const [path, token] = nudge?.path?.split('#aviso=') ?? []
  expect(path).toBe(`/barbershop/${id}/booking/${scene.membership.id}/${scene.service.id}?date=2026-03-15&time=12%3A00`)
  expect(token).toMatch(new RegExp(`^${scene.customer.id}\\.[\\w-]{32}$`))
})

test('without consent, with two gaps, or before it is due there is none', async () => {
  await scene.visit([24, 47, 71, 95])
  await run()
  expect(await titles()).toEqual([])
  await scene.visit([24, 47, 71], scene.stranger)
  await scene.consent(true, scene.stranger)
  await run()
  expect(await scene.listNudges(scene.stranger)).toEqual([])
  const other = await createRhythmScene(world)
  await other.visit([20, 48, 76, 104])
  await other.consent(true)
  await run()
  expect(await other.listNudges()).toEqual([])
})

test('it comes on the day on which the visit is due, also to the rhythm of seven days, whenever the job runs', async () => {
  await scene.visit([1, 8, 15, 22])
  await scene.consent(true)
  await scene.visit([20, 48, 76, 104], scene.stranger)
  await scene.consent(true, scene.stranger)
  await runDaily(6)
  expect(await titles()).toEqual([])
  await runDaily(8)
  expect(await titles()).toEqual([expect.stringMatching(/^Faz 7 dias: quer o de sempre/)])
  expect((await scene.listNudges(scene.stranger)).map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Faz 28 dias/),
  ])
})

test('one in each cycle: the next one after the next visit', async () => {
  await scene.visit([28, 56, 84, 112])
  await scene.consent(true)
  await runDaily(27)
  expect(await titles()).toHaveLength(1)
  await scene.visit([0])
  await runDaily(27)
  expect(await titles()).toHaveLength(1)
  await runDaily(9)
  expect(await titles()).toHaveLength(2)
})

describe('there is none', () => {
  beforeEach(async () => {
    await scene.visit([30, 60, 90, 120])
    await scene.consent(true)
  })

  test('with an upcoming appointment there', async () => {
    await scene.put({ status: 'CONFIRMED', minutes: 2880 })
    await run()
    expect(await titles()).toEqual([])
  })

  test('with a standing appointment there, also a paused one; with an ended one there is', async () => {
    const series = { barbershop_id: scene.shop.id, barber_id: scene.membership.id, customer_id: scene.customer.id }
    const dates = {
      interval_weeks: 4,
      first_date: '2026-03-20',
      minute: 720,
      fill_after: new Date('2027-01-01T00:00Z'),
    }
    const times = { created_at: world.clock.now(), updated_at: world.clock.now() }
    const { id } = await world.db
      .insertInto('appointment_series')
      .values({
        ...series,
        ...dates,
        ...times,
        is_by_staff: false,
        price_cents: 5000,
        status: 'PAUSED',
        service_ids: [scene.service.id],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await run()
    expect(await titles()).toEqual([])
    const ended = { status: 'ENDED', ended_because: 'customer' }
    await world.db.updateTable('appointment_series').set(ended).where('id', '=', id).execute()
    days(7)
    await run()
    expect(await titles()).toHaveLength(1)
  })

  test('when the last one was never marked as completed', async () => {
    await scene.put({ status: 'CONFIRMED', minutes: -2880 })
    await run()
    expect(await titles()).toEqual([])
  })

  test('when the barbershop has blocked the customer, or is not active', async () => {
    await sql`update customer_profiles set blocked_at = now() where user_id = ${scene.customer.id}`.execute(world.db)
    await run()
    await sql`update customer_profiles set blocked_at = null`.execute(world.db)
    await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', scene.shop.id).execute()
    days(7)
    await run()
    expect(await titles()).toEqual([])
  })

  test('after the consent was withdrawn', async () => {
    await scene.consent(false)
    await run()
    expect(await titles()).toEqual([])
  })

  test('at night: it leaves in the morning', async () => {
    world.clock.set('2026-03-12T00:30:00Z')
    await run()
    expect(await titles()).toEqual([])
    world.clock.set('2026-03-12T13:00:00Z')
    await run()
    expect(await titles()).toHaveLength(1)
  })

  test('after three times the usual gap', async () => {
    days(61)
    await run()
    expect(await titles()).toEqual([])
  })

  test('in the product when the topic is off there; with all channels off not at all', async () => {
    const set = (channels: readonly string[]) =>
      world.call(notificationsApi.setPreferences, {
        token: scene.customer.token,
        body: { preferences: channels.map((channel) => ({ topic: 'rhythm', channel, isOn: false })) },
      })
    await set(['in-app', 'push', 'email'])
    await run()
    const nudges = () => world.db.selectFrom('rhythm_nudges').select('id').execute()
    expect(await nudges()).toEqual([])
    await sql`delete from notification_preferences where channel <> 'in-app'`.execute(world.db)
    days(7)
    await run()
    expect(await nudges()).toHaveLength(1)
    expect(await titles()).toEqual([])
  })
})

test('visits for a guest and on the same day do not count; those booked by phone do', async () => {
  await scene.visit([30, 60, 90])
  await scene.put({ status: 'COMPLETED', minutes: -30 * 1440 + 60 })
  const guest = await scene.put({ status: 'COMPLETED', minutes: -120 * 1440 })
  await world.db.updateTable('appointments').set({ guest_name: 'Filho' }).where('id', '=', guest).execute()
  await scene.consent(true)
  await run()
  expect(await titles()).toEqual([])
  const phone = await scene.put({ status: 'COMPLETED', minutes: -121 * 1440 })
  await sql`update appointments set customer_id = null, profile_id = (
      select id from customer_profiles where user_id = ${scene.customer.id}) where id = ${phone}`.execute(world.db)
  days(7)
  await run()
  expect(await titles()).toHaveLength(1)
})

test('the usual hour is taken: the nearest free one is proposed', async () => {
  await scene.visit([28, 56, 84, 112])
  await scene.put({ status: 'CONFIRMED', minutes: 7 * 1440, customer: scene.stranger })
  await scene.consent(true)
  await run()
  expect(await titles()).toEqual(['Faz 28 dias: quer o de sempre, quarta, 18/03/2026, às 11h30?'])
})

test('without a slot it is tried again on the next day', async () => {
  await scene.visit([28, 56, 84, 112])
  const off = {
    barber_id: scene.membership.id,
    starts_at: new Date('2026-03-01Z'),
    ends_at: new Date('2026-03-25T03:00Z'),
  }
  await world.db.insertInto('time_off').values(off).execute()
  await scene.consent(true)
  await run()
  expect(await titles()).toEqual([])
  days(1)
  await run()
  expect(await titles()).toEqual([expect.stringMatching(/^Faz 29 dias/)])
})

test('silent after two ignored ones, until a new consent; one that was followed by a booking is none', async () => {
  const visitAndWait = async () => {
    await scene.visit([0])
    await runDaily(45)
  }
  await scene.visit(Array.from({ length: 11 }, (_, index) => 28 * (index + 1)))
  await scene.consent(true)
  await run()
  expect(await titles()).toHaveLength(1)
  // Booked within the week after the nudge: the row is created then.
  days(3)
  await scene.put({ status: 'CANCELLED', minutes: 1440 })
  days(20)
  await visitAndWait()
  expect(await titles()).toHaveLength(2)
  await visitAndWait()
  expect(await titles()).toHaveLength(3)
  await visitAndWait()
  expect(await titles()).toHaveLength(3)
  await scene.consent(false)
  await scene.consent(true)
  await visitAndWait()
  expect(await titles()).toHaveLength(4)
})

test('one a day over all barbershops, the longest due first', async () => {
  await scene.visit([28, 56, 84, 112])
  const other = await createBookableBarbershop(world.db)
  await sql`insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min,
              price_cents, starts_at, ends_at, status, requested_at, created_at, updated_at)
    select ${other.id}, ${other.barbers[0]?.id}, ${other.barbers[0]?.userId}, customer_id, ${other.services[0]?.id}, service_name, duration_min,
           price_cents, starts_at - interval '10 days', ends_at - interval '10 days', status, requested_at, created_at, updated_at
      from appointments where customer_id = ${scene.customer.id}`.execute(world.db)
  await scene.consent(true)
  await run()
  expect(await titles()).toEqual([expect.stringMatching(/^Faz 38 dias/)])
  days(1)
  await run()
  expect(await titles()).toEqual([expect.stringMatching(/^Faz 38 dias/), expect.stringMatching(/^Faz 29 dias/)])
})

test('one person who fails stops no other, and is tried again', async () => {
  await scene.visit([28, 56, 84, 112])
  await scene.visit([29, 57, 85, 113], scene.stranger)
  for (const customer of [scene.customer, scene.stranger]) await scene.consent(true, customer)
  const failing = sql.raw(scene.customer.id)
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger fail before insert on rhythm_nudges for each row when (new.user_id = '${failing}') execute function fail()`.execute(
    world.db,
  )
  await expect(run()).rejects.toThrow('no')
  await sql`drop function fail cascade`.execute(world.db)
  expect([await scene.listNudges(), await scene.listNudges(scene.stranger)].map(({ length }) => length)).toEqual([0, 1])
  world.clock.advance({ minutes: 31 })
  await run()
  expect(await titles()).toHaveLength(1)
})

test('nudges are deleted after their cycle is surely over', async () => {
  await scene.visit([28, 56, 84, 112])
  await scene.consent(true)
  await run()
  const count = async () => (await world.db.selectFrom('rhythm_nudges').select('id').execute()).length
  days(559)
  await sweepNudges(world)
  expect(await count()).toBe(1)
  days(2)
  await sweepNudges(world)
  expect(await count()).toBe(0)
})
