import { type OutreachPurpose, outreachApi } from '@na-regua/contract/outreach'
import { createBarber, createBarbershopRow } from './barbershop-factories.ts'
import { signWebhook, startCloudApi } from './cloud-api-double.ts'
import { createSessionToken } from './factories.ts'
import { createHarness } from './harness.ts'
import { createMailbox } from './mailbox.ts'

/** The app with WhatsApp's Cloud API. Thursday, 12/03/2026, 17h in the barbershop. */
export async function createOutreachWorld() {
  const api = await startCloudApi()
  const world = await createHarness({ now: '2026-03-12T20:00:00Z', environment: api.environment })
  const mailbox = createMailbox(world)

  /** A barbershop with a barber, and what its team and customers do. */
  async function createScene(name = 'Navalha de Ouro') {
    const shop = await createBarbershopRow(world, { name, timeZone: 'America/Sao_Paulo' })
    const barber = await createBarber(world, shop.id)
    const token = await createSessionToken(world, shop.owner_id)

    async function addCustomer(fields: object = {}) {
      const row = { barbershop_id: shop.id, name: 'Ana Lua', phone: '+5562988887777', ...fields }
      const { id } = await world.db
        .insertInto('customer_profiles')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }

    async function addAppointment(fields: object = {}) {
      const startsAt = '2026-03-13T13:00:00Z'
      const row = {
        barbershop_id: shop.id,
        barber_id: barber.id,
        barber_user_id: barber.user_id,
        service_name: 'Corte',
        duration_min: 30,
        price_cents: 5000,
        starts_at: startsAt,
        ends_at: new Date(Date.parse(startsAt) + 30 * 60_000),
        status: 'CONFIRMED',
        ...fields,
      }
      const { id } = await world.db.insertInto('appointments').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    }

    const params = { id: shop.id }
    const automate = (purpose: OutreachPurpose, hour: number | null) =>
      world.call(outreachApi.saveAutomation, { token, params, body: { purpose, hour } })
    const list = async (purpose: OutreachPurpose) =>
      (await world.call(outreachApi.list, { token, params, query: { purpose } })).body
    const mark = (body: object) => world.call(outreachApi.mark, { token, params, body })
    return { shop, barber, token, addCustomer, addAppointment, automate, list, mark }
  }

  const messages = () => world.db.selectFrom('outreach_messages').selectAll().orderBy('sent_at').orderBy('id').execute()
  const appointmentOf = (id: string) =>
    world.db
      .selectFrom('appointments')
      .select(['status', 'cancelled_by', 'presence_confirmed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  /** The app receives a webhook, and runs what follows from it. */
  async function receive(value: object, secret?: string) {
    const response = await world.app.inject({ method: 'POST', ...signWebhook(value, secret) })
    await mailbox.deliver()
    return response
  }

  /** Nothing of an earlier test. */
  async function reset() {
    world.clock.set('2026-03-12T20:00:00Z')
    Object.assign(api.state, { accepted: [], unreachable: new Set(), isTokenExpired: false, limited: 0, cut: 0 })
    const tables = [
      'appointments',
      'customer_profiles',
      'message_counts',
      'outreach_automations',
      'undeliverable_addresses',
    ] as const
    for (const table of tables) await world.db.deleteFrom(table).execute()
    await mailbox.deliver()
    api.state.requests = 0
  }

  async function close() {
    await world.close()
    api.close()
  }
  return { world, api, mailbox, createScene, messages, appointmentOf, receive, reset, close }
}
