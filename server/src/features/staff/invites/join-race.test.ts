import { setTimeout as wait } from 'node:timers/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { editsApi } from '@na-regua/contract/edits'
import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBarber, createService } from '../../../../test/barbershop-factories.ts'
import { createCaller } from '../../../../test/factories.ts'
import { createOwner } from '../../../../test/owner-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
beforeAll(() => second.warmUp())
afterAll(async () => {
  await second.close()
  await harness.close()
})

const day = new Date(harness.clock.now())
day.setUTCDate(day.getUTCDate() + 1)
day.setUTCHours(14, 0, 0, 0)
const startOf = (index: number) => new Date(day.getTime() + index * 1_800_000).toISOString()

/** A barber without an account who has a booking, and an open link for them. */
async function createRound() {
  const owner = await createOwner(harness)
  const service = await createService(harness, owner.shop.id)
  const { body } = await second.send(0, membersApi.add, {
    token: owner.token,
    params: { id: owner.shop.id },
    body: { name: 'Beto' },
  })
  const barberId: string = body.barber.id
  const invited = await second.send(0, invitesApi.createLink, {
    token: owner.token,
    body: { barbershopId: owner.shop.id, role: 'BARBER', barberId },
  })
  const round = { owner, barberId, serviceId: service.id, link: invited.body.token as string }
  const booked = await book(round, 0)
  expect(booked.status).toBe(201)
  return { ...round, appointmentId: booked.body.appointment.id as string }
}

type Round = Awaited<ReturnType<typeof createRound>>

async function book({ barberId, serviceId }: { barberId: string; serviceId: string }, index: number) {
  const { token } = await createCaller(harness)
  return second.send(index, appointmentsApi.create, { token, body: { barberId, serviceId, startTime: startOf(index) } })
}

async function accept({ link }: Round, number: number) {
  const { user, token } = await createCaller(harness)
  return { user, ...(await second.call(number, invitesApi.accept, { token, body: { token: link } })) }
}

/** Appointments of the barber that are not of its user, and rows without an account that stand for no barber. */
async function countLost(barberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from appointments join barbers on barbers.id = barber_id
             where barber_id = ${barberId} and barber_user_id <> user_id)
         + (select count(*) from users where email is null and not exists (select from barbers where user_id = users.id)) as count`.execute(
    harness.db,
  )
  return rows[0]?.count ?? 0
}

/** Two sides at once, one of them with a head start; in the first two rounds one is through before the other begins. */
async function meet<One, Other>(
  number: number,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  if (number === 0) return [await one(), await other()]
  if (number > 1) return Promise.all([headStart(number, true).then(one), headStart(number, false).then(other)])
  const first = await other()
  return [await one(), first]
}

const headStart = (round: number, isFirst: boolean) => wait(round % 2 === Number(isFirst) ? round % 12 : 0)

describe(`accepting the invite of a barber without an account, ${ROUNDS} rounds on two processes`, () => {
  it('two people with the same link: one of them is the barber', async () => {
    for (let number = 0; number < ROUNDS; number++) {
      const round = await createRound()
      const outcomes = await Promise.all([0, 1].map((index) => accept(round, index)))
      const winners = outcomes.filter(({ status }) => status === 200)
      expect(outcomes.map(({ code }) => code).filter(Boolean)).toEqual(['INVITE_OVER'])
      const row = harness.db.selectFrom('barbers').select('user_id').where('id', '=', round.barberId)
      expect((await row.executeTakeFirstOrThrow()).user_id).toBe(winners[0]?.user.id)
      expect(await countLost(round.barberId)).toBe(0)
    }
  }, 120_000)

  it('while customers book: every booking follows, whichever is first', async () => {
    let booked = 0
    for (let number = 0; number < ROUNDS; number++) {
      const round = await createRound()
      const [accepted, ...bookings] = await Promise.all([
        headStart(number, true).then(() => accept(round, number)),
        ...[1, 2, 3].map((index) => headStart(number, false).then(() => book(round, index))),
      ])
      expect(accepted.status).toBe(200)
      expect(bookings.map(({ status }) => status)).toEqual([201, 201, 201])
      booked += bookings.length
      expect(await countLost(round.barberId)).toBe(0)
    }
    expect(booked).toBe(3 * ROUNDS)
  }, 120_000)

  it('while the owner passes an appointment to the barber, or on to a colleague: it belongs to the account that the barber has', async () => {
    const first = new Set<string>()
    for (let number = 0; number < ROUNDS; number++) {
      const round = await createRound()
      const edited = await createEdit(round, number)
      const finished: string[] = []
      const [accepted, status] = await meet(
        number,
        () => accept(round, number).finally(() => finished.push('joined')),
        () => editBarber(round, edited).finally(() => finished.push('edited')),
      )
      expect([accepted.status, status]).toEqual([200, 200])
      first.add(finished[0] as string)
      const row = harness.db.selectFrom('appointments').select('barber_id').where('id', '=', edited.id)
      expect((await row.executeTakeFirstOrThrow()).barber_id).toBe(edited.barberId)
      expect(await countLost(round.barberId)).toBe(0)
      expect(await countLost(edited.colleagueId)).toBe(0)
    }
    expect([...first].toSorted()).toEqual(['edited', 'joined'])
  }, 120_000)

  it('while the barber is removed: either the account has joined and is removed, or the link is no longer valid', async () => {
    const seen = new Set<number>()
    for (let number = 0; number < ROUNDS; number++) {
      const round = await createRound()
      const [accepted, removed] = await meet(
        number,
        () => accept(round, number),
        () => removeBarber(round),
      )
      expect([200, 422]).toContain(accepted.status)
      expect(removed).toBe(200)
      seen.add(accepted.status)
      expect(await countLost(round.barberId)).toBe(0)
      const active = harness.db.selectFrom('appointments').select('id').where('barber_id', '=', round.barberId)
      expect(await active.where('status', '<>', 'CANCELLED').execute()).toEqual([])
    }
    expect([...seen].toSorted()).toEqual([200, 422])
  }, 120_000)
})

/** The barber's appointment goes to a colleague, or one of the colleague's to the barber. */
async function createEdit(round: Round, number: number) {
  const { id: colleagueId } = await createBarber(harness, round.owner.shop.id)
  if (number % 4 < 2) return { id: round.appointmentId, barberId: colleagueId, colleagueId }
  const { body } = await book({ ...round, barberId: colleagueId }, 1)
  return { id: body.appointment.id as string, barberId: round.barberId, colleagueId }
}

async function editBarber({ owner }: Round, { id, barberId }: { id: string; barberId: string }): Promise<number> {
  const input = { token: owner.token, params: { id }, body: { version: 1, barberId } }
  return (await second.call(1, editsApi.edit, input)).status
}

async function removeBarber({ owner, barberId }: Round): Promise<number> {
  const { status } = await second.call(1, membersApi.remove, {
    token: owner.token,
    params: { id: barberId },
    query: { cancelAppointments: 'true' },
  })
  return status
}
