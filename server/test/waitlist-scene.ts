import { appointmentsApi } from '@na-regua/contract/appointments'
import { type WaitlistOffer, type WaitlistRequest, waitlistApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { sweepOffers } from '../src/features/waitlist/matching/sweep-offers.ts'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from './booking-scene.ts'
import { type Harness, noonInSaoPaulo } from './harness.ts'

/** At noon, without what earlier tests of the file left: it must not want the times of later ones. */
export async function clearWaitlist({ db, clock }: Harness): Promise<void> {
  clock.set(noonInSaoPaulo)
  await sql`delete from waitlist_requests; delete from freed_times; delete from pending_events`.execute(db)
}

type SceneOptions = Parameters<typeof createBookableBarbershop>[1]

/** A barbershop in São Paulo, open from 9 to 18, whose customers wait for times. The day of the harness is 2026-03-11. */
export async function createWaitlistScene(world: Harness, options?: SceneOptions) {
  const { db, clock, call } = world
  const shop = await createBookableBarbershop(db, options)
  const { owner_id } = await db
    .selectFrom('barbershops')
    .select('owner_id')
    .where('id', '=', shop.id)
    .executeTakeFirstOrThrow()
  const barber = shop.barbers[0] as { id: string; userId: string }
  const service = shop.services[0] as { id: string }
  const barberUser = shop.staff[0] as SceneCustomer
  await db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', barberUser.id).execute()
  const target = (fields: object = {}) => ({ barbershopId: shop.id, serviceIds: [service.id], ...fields })
  const today = { date: '2026-03-11', fromMin: 540, untilMin: 1080 }
  const [booker] = (await createCustomers(db, 1)) as [SceneCustomer]

  async function request(customer: SceneCustomer, body: object = {}): Promise<WaitlistRequest> {
    const response = await call(waitlistApi.create, {
      token: customer.token,
      body: { targets: [target()], wanted: [today], ...body },
    })
    if (response.status !== 201) throw new Error(JSON.stringify(response.body))
    return response.body.request
  }

  async function book(startTime: string, { token }: SceneCustomer = booker, fields: object = {}): Promise<string> {
    const body = { barberId: barber.id, serviceId: service.id, startTime, ...fields }
    const response = await call(appointmentsApi.create, { token, body })
    if (response.status !== 201) throw new Error(JSON.stringify(response.body))
    return response.body.appointment.id
  }

  const cancel = (id: string, { token }: SceneCustomer = booker) =>
    call(appointmentsApi.cancel, { token, params: { id }, body: {} })

  /** What the jobs do, by their sweep. */
  const match = () => sweepOffers({ db, clock })

  return {
    shop,
    ownerId: owner_id,
    barber,
    barberUser,
    service,
    booker,
    today,
    target,
    request,
    book,
    cancel,
    match,
    /** Books, cancels and matches. */
    async free(startTime: string) {
      await cancel(await book(startTime))
      await match()
    },
    customers: (count: number) => createCustomers(db, count),
    offersOf: async ({ token }: SceneCustomer): Promise<WaitlistOffer[]> =>
      (await call(waitlistApi.listOffers, { token })).body.offers,
    requestsOf: async ({ token }: SceneCustomer): Promise<WaitlistRequest[]> =>
      (await call(waitlistApi.listOwn, { token })).body.requests,
    accept: (token: string) => call(waitlistApi.accept, { params: { token } }),
    decline: (token: string) => call(waitlistApi.decline, { params: { token } }),
    freedTimes: async () =>
      (
        await sql<{
          cause: string
          status: string
        }>`select cause, status from freed_times where barber_id = ${barber.id}
        order by freed_at, id`.execute(db)
      ).rows,
    holds: async () =>
      (
        await sql<{
          id: string
        }>`select id from appointments where status = 'HELD' and customer_id is null and barber_id = ${barber.id}`.execute(
          db,
        )
      ).rows,
  }
}
