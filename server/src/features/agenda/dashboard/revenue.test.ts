import { agendasApi } from '@na-regua/contract/agendas'
import { dashboardApi, type Figures } from '@na-regua/contract/dashboard'
import { moneyApi } from '@na-regua/contract/money'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, describe, expect, test } from 'vitest'
import { createRandom } from '../../../../seed/random.ts'
import { createSessionToken } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createVisitScene } from '../../../../test/visit-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

type Scene = Awaited<ReturnType<typeof createVisitScene>>
type Period = { from: string; to: string }

const march: Period = { from: '2026-03-01', to: '2026-03-31' }
const april: Period = { from: '2026-04-01', to: '2026-04-30' }

async function goTo(scene: Scene, instant: string) {
  world.clock.set(instant)
  scene.owner.token = await createSessionToken(world, scene.owner.id)
}

async function readFigures({ owner }: Scene, query: Period): Promise<Figures> {
  const { status, body } = await world.call(dashboardApi.figures, { token: owner.token, query: { ...query } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(Value.Check(dashboardApi.figures.schema.response[200], body)).toBe(true)
  return body
}

async function readRevenue({ owner }: Scene, query: Period & { barberId?: string; page?: number; perPage?: number }) {
  const { status, body } = await world.call(dashboardApi.revenue, { token: owner.token, query })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(Value.Check(dashboardApi.revenue.schema.response[200], body)).toBe(true)
  return body
}

/** What the book has of services, by when visits were closed and reversed. */
async function readBook({ owner, shop }: Scene, query: Period): Promise<number> {
  const { body } = await world.call(moneyApi.report, { token: owner.token, params: { id: shop.id }, query })
  const income = body.groups.find(({ group }: { group: string }) => group === 'income')
  return income.accounts.find(({ account }: { account: string }) => account === 'services')?.cents ?? 0
}

async function readCsv(
  { owner }: Scene,
  route: typeof dashboardApi.exportAppointments | typeof dashboardApi.exportBarbers,
  query: Period,
) {
  const { body } = await world.call(route, { token: owner.token, query })
  const [header = [], ...rows] = body
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line: string) => line.split(';'))
  const toCents = (row: string[]) =>
    Math.round(Number((row[header.indexOf('Valor (R$)')] ?? '').replace(',', '.')) * 100)
  return rows.reduce((sum: number, row: string[]) => sum + toCents(row), 0)
}

const reverse = ({ owner }: Scene, id: string) =>
  world.call(visitsApi.reverse, { token: owner.token, params: { id }, body: { reason: 'Engano' } })

/** Lines of a visit: R$ 50,00 less R$ 5,00 and R$ 30,00 of a colleague, a product of R$ 40,00 and a tip of R$ 10,00. */
function listEveryKind({ cut, beard, pomade, barber, colleague }: Scene) {
  return [
    { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000, discountCents: 500 },
    { kind: 'service', serviceId: beard.id, barberId: colleague.id, unitCents: 3000 },
    { kind: 'product', productId: pomade.id, barberId: barber.id, unitCents: 4000 },
    { kind: 'tip', barberId: barber.id, unitCents: 1000 },
  ]
}

describe.each([
  ['America/Sao_Paulo', '2026-04-01T00:00:00Z', '2026-04-01T03:30:00Z'],
  ['America/Manaus', '2026-04-01T01:00:00Z', '2026-04-01T04:30:00Z'],
])('at 21:00 on the last day of a month in %s', (timeZone, nine, afterMidnight) => {
  async function createScene() {
    world.clock.set(nine)
    return createVisitScene(world, { timeZone })
  }

  test('a visit counts with its services less discounts, on that day', async () => {
    const scene = await createScene()
    const appointment = await scene.putAppointment()
    expect((await scene.close({ appointmentId: appointment.id, lines: listEveryKind(scene) })).status).toBe(200)
    const figures = await readFigures(scene, march)
    expect(figures.totals).toMatchObject({ visits: 1, valueCents: 7500 })
    expect(figures.closedVisits).toEqual({
      count: 1,
      withoutAppointmentCents: 0,
      withoutBarberCents: 0,
      productsCents: 4000,
      tipsCents: 1000,
    })
    expect(figures.barbers.map(({ name, visits, valueCents }) => [name, visits, valueCents])).toEqual([
      ['Beto Lima', 1, 4500],
      ['Caio Prado', 0, 3000],
    ])
    expect(await readBook(scene, march)).toBe(7500)
    expect((await readFigures(scene, april)).totals.valueCents).toBe(0)

    const { owner } = scene
    const { body: today } = await world.call(dashboardApi.today, { token: owner.token })
    expect(today).toMatchObject({ date: '2026-03-31', doneCents: 7500 })
    const { body: month } = await world.call(dashboardApi.get, { token: owner.token })
    expect(month.revenueCents).toBe(7500)
    const readTrend = async (query: object) => {
      const { body } = await world.call(dashboardApi.trend, { token: owner.token, query: { period: '7d', ...query } })
      return body.steps.at(-1)
    }
    expect(await readTrend({})).toMatchObject({ date: '2026-03-31', completed: 1, revenueCents: 7500 })
    expect(await readTrend({ barberId: scene.colleague.id })).toMatchObject({ completed: 0, revenueCents: 3000 })
    expect(await readTrend({ service: 'Corte' })).toMatchObject({ completed: 1, revenueCents: 4500 })
    expect(await readRevenue(scene, { ...march, barberId: scene.colleague.id })).toMatchObject({
      totalCents: 3000,
      lines: [
        {
          date: '2026-03-31',
          time: '20:30',
          name: 'Barba',
          cents: 3000,
          barberName: 'Caio Prado',
          appointmentId: appointment.id,
          visit: { day: '2026-03-31', number: 1 },
        },
      ],
      pagination: { total: 1 },
    })
  })

  test('one that is closed after midnight is of the day on which the appointment started; the book has it on the next', async () => {
    const scene = await createScene()
    const appointment = await scene.putAppointment()
    await goTo(scene, afterMidnight)
    await scene.close({ appointmentId: appointment.id, lines: listEveryKind(scene) })
    expect((await readFigures(scene, march)).totals.valueCents).toBe(7500)
    expect((await readFigures(scene, april)).totals.valueCents).toBe(0)
    expect([await readBook(scene, march), await readBook(scene, april)]).toEqual([0, 7500])
  })

  test('one without an appointment is of the day on which it was closed', async () => {
    const scene = await createScene()
    await scene.close({ barberId: undefined, lines: listEveryKind(scene) })
    await goTo(scene, afterMidnight)
    const { cut } = scene
    await scene.close({ barberId: undefined, lines: [{ kind: 'service', serviceId: cut.id, unitCents: 2000 }] })
    const figures = await readFigures(scene, march)
    expect(figures.totals).toMatchObject({ visits: 0, valueCents: 7500 })
    expect(figures.closedVisits).toMatchObject({ count: 1, withoutAppointmentCents: 7500, withoutBarberCents: 0 })
    const next = await readFigures(scene, april)
    expect(next.totals).toMatchObject({ visits: 0, valueCents: 2000 })
    expect(next.previous).toMatchObject({ valueCents: 7500 })
    expect(next.closedVisits).toMatchObject({ withoutAppointmentCents: 2000, withoutBarberCents: 2000 })
    expect(await readCsv(scene, dashboardApi.exportAppointments, march)).toBe(0)
  })

  test('a reversed one counts nothing, also on a day before the reversal; its corrected copy counts', async () => {
    const scene = await createScene()
    const appointment = await scene.putAppointment()
    const { body } = await scene.close({ appointmentId: appointment.id })
    expect((await readFigures(scene, march)).totals).toMatchObject({ visits: 1, valueCents: 5000 })
    await goTo(scene, afterMidnight)
    await reverse(scene, body.visit.id)
    expect((await readFigures(scene, march)).totals).toMatchObject({ visits: 1, valueCents: 0 })
    expect(await readCsv(scene, dashboardApi.exportAppointments, march)).toBe(0)
    await scene.close({ appointmentId: appointment.id, lines: listEveryKind(scene) })
    expect((await readFigures(scene, march)).totals).toMatchObject({ visits: 1, valueCents: 7500 })
    // Taken, taken back, and taken again on the next day.
    expect([await readBook(scene, march), await readBook(scene, april)]).toEqual([5000, 2500])
  })
})

test('a courtesy is worth nothing, and an appointment without a visit what was agreed', async () => {
  world.clock.set('2026-03-11T15:00:00Z')
  const scene = await createVisitScene(world)
  const { cut, barber } = scene
  const courtesy = [{ kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000, discountCents: 5000 }]
  await scene.close({ appointmentId: (await scene.putAppointment()).id, lines: courtesy })
  expect((await readFigures(scene, march)).totals).toMatchObject({ visits: 1, valueCents: 0 })
  await scene.putAppointment({ minutes: -90, status: 'COMPLETED' })
  expect((await readFigures(scene, march)).totals).toMatchObject({ visits: 2, valueCents: 5000 })
  expect((await readRevenue(scene, march)).lines.map(({ cents }: { cents: number }) => cents)).toEqual([0, 5000])
})

test('what customers pay of a debt was counted when they got it', async () => {
  world.clock.set('2026-03-11T15:00:00Z')
  const scene = await createVisitScene(world)
  const { profile, pay } = scene
  await scene.close({ profileId: profile.id, payments: [pay('account', 5000)] })
  await scene.close({ profileId: profile.id, lines: [{ kind: 'debt', unitCents: 5000 }] })
  expect((await readFigures(scene, march)).totals.valueCents).toBe(5000)
})

/** By the book: what each visit left in it, on the day of its appointment or of its closing; and what was agreed where there is none. */
async function computeOracle(barbershopId: string, { from, to }: Period) {
  const { rows } = await sql<{ barberId: string | null; cents: number }>`
    with booked as (
      select visits.id, visit_lines.barber_id, -amount as cents, coalesce(starts_at, closed_at) as at
        from ledger_entries join ledger_transactions on ledger_transactions.id = transaction_id
        join ledger_accounts on ledger_accounts.id = account_id and ledger_accounts.kind = 'services'
        join visits on visits.id = source_id join visit_lines on visit_id = visits.id and visit_lines.position = line
        left join appointments on appointments.id = appointment_id
       where ledger_entries.barbershop_id = ${barbershopId}
      union all
      select id, barber_id, price_cents, starts_at from appointments
       where barbershop_id = ${barbershopId} and status = 'COMPLETED'
         and id not in (select appointment_id from visits where appointment_id is not null and closed_at is not null))
    select barber_id as "barberId", sum(cents)::int as cents
      from booked join barbershops on barbershops.id = ${barbershopId}
     where (at at time zone time_zone)::date between ${from} and ${to}
     group by 1 having sum(cents) <> 0`.execute(world.db)
  return rows
}

type Random = ReturnType<typeof createRandom>

/** A visit of random lines, for an appointment of some hours ago or for none; some are reversed. */
async function addRandomVisit(random: Random, scene: Scene) {
  const barbers = [scene.barber, scene.colleague]
  const lines = Array.from({ length: random.int(1, 3) }, () => {
    const unitCents = random.int(0, 9000)
    return {
      kind: 'service',
      serviceId: random.pick([scene.cut, scene.beard]).id,
      barberId: random.chance(0.1) ? undefined : random.pick(barbers).id,
      unitCents,
      discountCents: random.pick([0, 0, unitCents, unitCents >> 2]),
    }
  })
  const product = { kind: 'product', productId: scene.pomade.id, barberId: scene.barber.id, unitCents: 4000 }
  const barber = random.pick(barbers)
  const minutes = -random.int(5, 3000)
  const appointment = random.chance(0.7) ? await scene.putAppointment({ barber, minutes, profileId: null }) : undefined
  const { status, body } = await scene.close({
    appointmentId: appointment?.id,
    lines: random.chance(0.3) ? [...lines, product] : lines,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  if (random.chance(0.2)) await reverse(scene, body.visit.id)
}

test.each(['um', 'dois'])(
  'totals, ranking, lists and files of random visits agree with the book (%s)',
  async (seed) => {
    const random = createRandom(seed)
    world.clock.set('2026-03-25T15:00:00Z')
    const scene = await createVisitScene(world, { timeZone: 'America/Manaus' })
    for (let day = 25; day <= 36; day++) {
      await goTo(scene, new Date(Date.UTC(2026, 2, day, random.int(0, 23))).toISOString())
      await addRandomVisit(random, scene)
      await addRandomVisit(random, scene)
      if (random.chance(0.5)) await scene.putAppointment({ minutes: -40 - random.int(0, 1000), status: 'COMPLETED' })
    }
    for (const period of [march, april, { from: '2026-03-28', to: '2026-04-02' }]) {
      const oracle = await computeOracle(scene.shop.id, period)
      const figures = await readFigures(scene, period)
      const expected = oracle.reduce((sum, { cents }) => sum + cents, 0)
      expect(figures.totals.valueCents).toBe(expected)
      for (const { id, valueCents } of figures.barbers) {
        expect(valueCents).toBe(oracle.find(({ barberId }) => barberId === id)?.cents ?? 0)
        expect((await readRevenue(scene, { ...period, barberId: id })).totalCents).toBe(valueCents)
      }
      const { withoutBarberCents, withoutAppointmentCents } = figures.closedVisits
      expect(withoutBarberCents).toBe(oracle.find(({ barberId }) => barberId === null)?.cents ?? 0)
      const pages = [await readRevenue(scene, { ...period, perPage: 15 })]
      for (let page = 2; page <= pages[0].pagination.totalPages; page++)
        pages.push(await readRevenue(scene, { ...period, page, perPage: 15 }))
      const lines: { cents: number }[] = pages.flatMap((page) => page.lines)
      expect(lines).toHaveLength(pages[0].pagination.total)
      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(expected)
      expect(await readCsv(scene, dashboardApi.exportAppointments, period)).toBe(expected - withoutAppointmentCents)
      expect(await readCsv(scene, dashboardApi.exportBarbers, period)).toBe(expected - withoutBarberCents)
      const { body } = await world.call(agendasApi.listOfOwner, {
        token: scene.owner.token,
        query: { ...period, status: 'completed' },
      })
      expect(body.pagination.total).toBe(figures.totals.visits)
    }
  },
)
