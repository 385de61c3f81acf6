import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createRaceHarness } from '../../../test/race-harness.ts'
import { createRhythmScene } from '../../../test/rhythm-scene.ts'
import { openDatabase } from '../../lib/database.ts'
import { sendNudges } from './send-nudges.ts'

const ROUNDS = 40
const PEOPLE = 6
const harness = await createRaceHarness()
/** The worker of a second process. */
const pool = openDatabase(harness.url, { max: 6, connectMs: 15_000 })
const scene = await createRhythmScene(harness, { hours: [0, 1440] })
let people: SceneCustomer[]

beforeAll(async () => {
  people = await createCustomers(harness.db, PEOPLE)
  for (const [index, person] of people.entries()) {
    const days = [24, 48, 72, 96].map((day) => day + index / 20)
    await scene.visit(days, person)
  }
  await Promise.all(Array.from({ length: 4 }, () => sql`select 1`.execute(pool.db)))
})
afterAll(async () => {
  await pool.close()
  await harness.close()
})

const { clock } = harness
/** Small batches, so that both processes get some. */
const jobs = [harness.db, pool.db, harness.db, pool.db].map((db) => () => sendNudges({ db, clock }, {}, 2))

async function restart() {
  await sql`delete from rhythm_nudges; delete from notifications; delete from rhythm_consents`.execute(harness.db)
  for (const person of people) await scene.consent(true, person)
}

async function countNudges() {
  const { rows } = await sql<{ nudges: number; notifications: number; people: number }>`
    select (select count(*) from rhythm_nudges) as nudges, (select count(distinct user_id) from rhythm_nudges) as people,
           (select count(*) from notifications where type = 'visit_due') as notifications`.execute(harness.db)
  return rows[0] as (typeof rows)[number]
}

describe(`nudges on two processes, ${ROUNDS} rounds`, () => {
  test('each person gets one, however often the job runs', async () => {
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      await restart()
      await Promise.all(jobs.map((run) => run()))
      // As after a kill: the lease has ended, and the same people are checked again.
      await sql`update rhythm_consents set check_at = given_at`.execute(harness.db)
      await Promise.all(jobs.map((run) => run()))
      expect(await countNudges()).toEqual({ nudges: PEOPLE, notifications: PEOPLE, people: PEOPLE })
    }
    expect((await harness.countDeadlocks()) - before).toBe(0)
  })

  test('without leases the constraint decides: the same people are checked by all at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await restart()
      // Locked by id, as the job does: in another order the two would wait for each other.
      const reset = () =>
        sql`with locked as materialized (
              select id from rhythm_consents where withdrawn_at is null order by id for update)
            update rhythm_consents set check_at = given_at where id in (select id from locked)`.execute(pool.db)
      await Promise.all([...jobs.map((run) => run()), reset(), reset(), reset()])
      await Promise.all(jobs.map((run) => run()))
      expect(await countNudges()).toEqual({ nudges: PEOPLE, notifications: PEOPLE, people: PEOPLE })
    }
  })

  test('who turns it off meanwhile has had one before, or gets none any more', async () => {
    let off = 0
    for (let round = 0; round < ROUNDS; round++) {
      await restart()
      const [first] = people as [SceneCustomer]
      const turnOff = async () => {
        for (let wait = 0; wait < round % 20; wait++) await sql`select 1`.execute(pool.db)
        await scene.consent(false, first)
      }
      await Promise.all([...jobs.map((run) => run()), turnOff()])
      const before = await countNudges()
      if (before.people < PEOPLE) off++
      await sql`update rhythm_consents set check_at = given_at`.execute(harness.db)
      await Promise.all(jobs.map((run) => run()))
      expect(await countNudges()).toEqual(before)
      expect(before.nudges).toBe(before.people)
    }
    console.info(`nudges: ${off} of ${ROUNDS} were turned off first`)
  })
})
