import createClient from 'openapi-fetch'
import { afterAll, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers } from '../test/booking-scene.ts'
import { createHarness } from '../test/harness.ts'
import type { paths } from '../test/openapi.generated.ts'

const world = await createHarness()
afterAll(() => world.close())
const baseUrl = await world.app.listen({ port: 0, host: '127.0.0.1' })

/** As another program would call the API: with the types of the OpenAPI document (test/write-openapi.ts) and nothing of ours. */
const createApiClient = (token?: string) =>
  createClient<paths>({ baseUrl, headers: token ? { authorization: `Bearer ${token}` } : {} })

test('a client that was generated from the document books an appointment', async () => {
  const shop = await createBookableBarbershop(world.db)
  const [first, second] = (await createCustomers(world.db, 2)).map(({ token }) => createApiClient(token))
  const anonymous = createApiClient()
  const path = { id: shop.id }

  const found = await anonymous.GET('/api/barbershops/{id}', { params: { path } })
  const serviceId = found.data?.barbershop.services[0]?.id ?? ''
  const team = await anonymous.GET('/api/barbershops/{id}/barbers', { params: { path } })
  const barberId = team.data?.barbers[0]?.id ?? ''
  const free = await anonymous.GET('/api/barbers/{id}/availability', {
    params: { path: { id: barberId }, query: { serviceId } },
  })
  const startTime = `${free.data?.date}T${free.data?.slots.at(-1)}:00-03:00`

  const body = { barberId, serviceId, startTime }
  const booked = await first?.POST('/api/appointments', { body })
  expect(booked?.response.status).toBe(201)
  expect(booked?.data?.appointment).toMatchObject({ status: 'SCHEDULED', startTime: new Date(startTime).toISOString() })

  const refused = await second?.POST('/api/appointments', { body })
  expect(refused?.response.status).toBe(409)
  // The error is typed by the codes that the operation declares.
  const code: 'SLOT_TAKEN' | undefined = refused?.error?.code === 'SLOT_TAKEN' ? refused.error.code : undefined
  expect(code).toBe('SLOT_TAKEN')

  const id = booked?.data?.id ?? ''
  const cancelled = await first?.PATCH('/api/appointments/{id}/cancel', { params: { path: { id } } })
  expect(cancelled?.data?.appointment.status).toBe('CANCELLED')
})

test('the generated types refuse what the document does not allow', async () => {
  const client = createApiClient()
  const email = 'ana@naregua.test'
  // @ts-expect-error: there is no such operation.
  expect((await client.GET('/api/nothing')).response.status).toBe(404)
  // @ts-expect-error: the password is missing.
  expect((await client.POST('/api/auth/login', { body: { email } })).response.status).toBe(400)
  const { error } = await client.POST('/api/auth/login', { body: { email, password: 'errada' } })
  // @ts-expect-error: a login never responds with this code.
  expect(error?.code === 'SLOT_TAKEN').toBe(false)
  expect(error?.code).toBe('INVALID_CREDENTIALS')
})
