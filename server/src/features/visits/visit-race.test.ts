import { randomUUID } from 'node:crypto'
import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Route } from '@na-regua/contract/route'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'
import { createVisitScene, pay } from '../../../test/visit-scene.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
const { shop, owner, barber, cut, profile, putAppointment } = await createVisitScene(harness)

beforeAll(() => second.warmUp())
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Contender = () => Promise<{ status: number; code: string | undefined }>

/** Each side wins two rounds of four for certain; the others are decided by chance. */
async function race(round: number, one: Contender, other: Contender) {
  if (round % 4 === 0) return [await one(), await other()] as const
  if (round % 4 === 1) return ([await other(), await one()] as const).toReversed()
  return Promise.all([one(), other()])
}

let sent = 0
const request = (route: Pick<Route, 'method' | 'url'>, id: string, body?: object) =>
  second.call(sent++, route, { token: owner.token, params: { id }, ...(body && { body }) })

function close(appointmentId: string, payment = pay('cash', 5000), id = randomUUID()) {
  const lines = [{ kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000 }]
  return request(visitsApi.close, id, { barbershopId: shop.id, appointmentId, lines, payments: [payment] })
}

/** What became of the appointment, and what the book says of its visits. */
async function read(appointmentId: string) {
  const { rows } = await sql<{ status: string; visits: string[]; earned: number }>`
    select status, array(select status from visits where appointment_id = appointments.id) as visits,
           (select coalesce(-sum(amount), 0)::bigint from ledger_entries
              join ledger_transactions on ledger_transactions.id = transaction_id join ledger_accounts on ledger_accounts.id = account_id
             where ledger_accounts.kind = 'services' and source_id in (
               select id from visits where appointment_id = appointments.id)) as earned
      from appointments where id = ${appointmentId}`.execute(harness.db)
  return rows[0]
}

const codesOf = (outcomes: readonly { status: number; code: string | undefined }[]) =>
  outcomes.map(({ status, code }) => code ?? status).toSorted()

test(`two devices close the same appointment, ${ROUNDS} rounds: one visit, one entry in the book`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await putAppointment({ minutes: -10 })
    const outcomes = await race(
      round,
      () => close(id),
      () => close(id),
    )
    expect(codesOf(outcomes)).toEqual([200, 'VISIT_CLOSED'])
    expect(await read(id)).toEqual({ status: 'COMPLETED', visits: ['CLOSED'], earned: 5000 })
  }
})

test(`a device sends a closing twice, ${ROUNDS} rounds: it is done once, and both succeed`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await putAppointment({ minutes: -10 })
    const [payment, visitId] = [pay('pix', 5000), randomUUID()]
    const send = () => close(id, payment, visitId)
    expect(codesOf(await race(round, send, send))).toEqual([200, 200])
    expect(await read(id)).toEqual({ status: 'COMPLETED', visits: ['CLOSED'], earned: 5000 })
  }
})

test.each([
  ['cancelled', appointmentsApi.cancel, 'CANCELLED'],
  ['marked as missed', appointmentsApi.noShow, 'NO_SHOW'],
] as const)(
  `one closes what another has %s, ${ROUNDS} rounds: money only for what took place`,
  async (_, route, status) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await putAppointment({ minutes: -10 })
      const [closed, ended] = await race(
        round,
        () => close(id),
        () => request(route, id, {}),
      )
      const isClosed = closed?.status === 200
      expect([closed?.code, ended?.code]).toEqual(
        isClosed ? [undefined, 'STATE_CHANGED'] : ['STATE_CHANGED', undefined],
      )
      const paid = { status: 'COMPLETED', visits: ['CLOSED'], earned: 5000 }
      expect(await read(id)).toEqual(isClosed ? paid : { status, visits: [], earned: 0 })
    }
  },
)

test(`one closes what another completes or corrects, ${ROUNDS} rounds`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await putAppointment({ minutes: -10 })
    const completed = await race(
      round,
      () => close(id),
      () => request(appointmentsApi.complete, id),
    )
    expect(codesOf(completed)).toEqual([200, 200])

    const { id: served } = await putAppointment({ minutes: -10, status: 'COMPLETED' })
    const correct = () => request(appointmentsApi.correct, served, { status: 'NO_SHOW' })
    const [closed, corrected] = await race(round, () => close(served), correct)
    const codes = closed?.status === 200 ? [undefined, 'VISIT_CLOSED'] : ['STATE_CHANGED', undefined]
    expect([closed?.code, corrected?.code]).toEqual(codes)
  }
})

test(`two reverse the same visit, ${ROUNDS} rounds: once`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id: appointmentId } = await putAppointment({ minutes: -10 })
    const id = randomUUID()
    await close(appointmentId, pay('cash', 5000), id)
    const reverse = () => request(visitsApi.reverse, id, { reason: 'Valor errado', copyId: randomUUID() })
    expect(codesOf(await race(round, reverse, reverse))).toEqual([200, 'ALREADY_REVERSED'])
    const after = await read(appointmentId)
    expect([after?.visits.toSorted(), after?.earned]).toEqual([['OPEN', 'REVERSED'], 0])
  }
})

test(`two devices lend the rest of one limit, ${ROUNDS} rounds: one may`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const lend = () => {
      const lines = [{ kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 15_000 }]
      const payments = [pay('account', 15_000)]
      const body = { barbershopId: shop.id, barberId: barber.id, profileId: profile.id, lines, payments }
      return request(visitsApi.close, randomUUID(), body)
    }
    expect(codesOf(await race(round, lend, lend))).toEqual([200, 'DEBT_LIMIT'])
    const lines = [{ kind: 'debt', unitCents: 15_000 }]
    const payments = [pay('cash', 15_000)]
    const body = { barbershopId: shop.id, barberId: barber.id, profileId: profile.id, lines, payments }
    expect((await request(visitsApi.close, randomUUID(), body)).status).toBe(200)
  }
})
