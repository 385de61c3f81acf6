import { appointmentsApi } from '@na-regua/contract/appointments'
import { barbershopsApi, type Service, type ServiceCombination } from '@na-regua/contract/barbershops'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber } from '../../../../test/barbershop-factories.ts'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

const cut = { name: 'Corte', durationMin: 30, priceCents: 5000 }
const beard = { name: 'Barba', durationMin: 20, priceCents: 4000 }
const combo = { name: 'Corte e barba', durationMin: 45, priceCents: 8000, includes: [0, 1] }

async function createScene() {
  const owner = await createOwner(world)
  const ana = await createBarber(world, owner.shop.id)
  const beto = await createBarber(world, owner.shop.id)
  const send = (services: object[]) =>
    world.call(ownBarbershopsApi.setServices, {
      token: owner.token,
      params: { id: owner.shop.id },
      body: { services },
    })
  const save = async (services: object[]) => {
    const { status, body } = await send(services)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.barbershop as { services: Service[]; combinations: ServiceCombination[]; price_from: number }
  }
  const show = async () => (await world.call(barbershopsApi.get, { params: { id: owner.shop.id } })).body.barbershop
  const book = async (barberId: string, time: string, services: (Service | undefined)[]) => {
    const serviceIds = services.map((service) => service?.id as string)
    const body = { barberId, serviceId: serviceIds[0], serviceIds, startTime: `2026-03-12T${time}:00Z` }
    return world.call(appointmentsApi.create, { token: (await createCaller(world)).token, body })
  }
  return { owner, ana, beto, send, save, show, book }
}

const priceOf = ({ body }: Awaited<ReturnType<Awaited<ReturnType<typeof createScene>>['book']>>) =>
  body.appointment ? [body.appointment.priceCents, body.appointment.durationMin] : body.code

describe('what barbers differ in', () => {
  test('is saved with the services, shown to everybody, and stays when a save says nothing about it', async () => {
    const { ana, beto, save, show } = await createScene()
    const barbers = [
      { barberId: ana.id, isProvided: true, priceCents: 6500 },
      { barberId: beto.id, isProvided: false },
    ]
    const terms = [
      { barberId: ana.id, isProvided: true, durationMin: null, priceCents: 6500 },
      { barberId: beto.id, isProvided: false, durationMin: null, priceCents: null },
    ].toSorted((one, other) => (one.barberId < other.barberId ? -1 : 1))
    const saved = await save([{ ...cut, category: ' Cabelo ', barbers }, beard])
    expect(saved.services).toMatchObject([
      { category: 'Cabelo', includes: null, barbers: terms },
      { category: null, includes: null, barbers: null },
    ])
    expect(saved.price_from).toBe(4000)
    expect((await show()).services[0].barbers).toEqual(terms)
    const ids = saved.services.map(({ id }) => id)
    const again = await save([
      { id: ids[0], ...cut, priceCents: 5500 },
      { id: ids[1], ...beard },
    ])
    expect(again.services[0]).toMatchObject({ category: 'Cabelo', priceCents: 5500, barbers: terms })
    const plain = await save([
      { id: ids[0], ...cut, category: null, barbers: [{ barberId: ana.id, isProvided: true }] },
    ])
    expect(plain.services[0]).toMatchObject({ category: null, barbers: null })
  })

  test('is refused for a barber of another barbershop, and twice for one barber', async () => {
    const { ana, send } = await createScene()
    const other = await createScene()
    const foreign = await send([{ ...cut, barbers: [{ barberId: other.ana.id, isProvided: false }] }])
    expect([foreign.status, foreign.body.code]).toEqual([404, 'BARBER_NOT_FOUND'])
    const row = { barberId: ana.id, isProvided: false }
    expect((await send([{ ...cut, barbers: [row, row] }])).body.code).toBe('INVALID_INPUT')
  })
})

describe('a combo', () => {
  test('is a service with its own price and duration, which its services have together, too', async () => {
    const { ana, save, show, book } = await createScene()
    const { services, combinations } = await save([cut, beard, combo])
    const [first, second, both] = services
    expect(both).toMatchObject({ name: 'Corte e barba', priceCents: 8000, durationMin: 45 })
    expect(both?.includes).toEqual([first?.id, second?.id].toSorted())
    expect(combinations).toEqual([
      { serviceId: both?.id, serviceIds: both?.includes, priceCents: 8000, durationMin: 45 },
    ])
    expect((await show()).combinations).toEqual(combinations)
    const booked = await book(ana.id, '12:00', [both])
    expect([priceOf(booked), booked.body.appointment.service.name]).toEqual([[8000, 45], 'Corte e barba'])
    expect(priceOf(await book(ana.id, '14:00', [second, first]))).toEqual([8000, 45])
  })

  test('has the price of the barber, and is not provided by one who leaves out a service of it', async () => {
    const { ana, beto, save, book } = await createScene()
    const one = ana.id
    const other = beto.id
    const { services } = await save([
      cut,
      { ...beard, barbers: [{ barberId: other, isProvided: false }] },
      { ...combo, barbers: [{ barberId: one, isProvided: true, priceCents: 9000, durationMin: 60 }] },
    ])
    const [first, second, both] = services
    expect(both?.barbers?.find(({ barberId }) => barberId === other)?.isProvided).toBe(false)
    expect(priceOf(await book(one, '12:00', [both]))).toEqual([9000, 60])
    expect(priceOf(await book(one, '14:00', [first, second]))).toEqual([9000, 60])
    expect(priceOf(await book(other, '12:00', [both]))).toBe('SERVICE_NOT_FOUND')
    expect(priceOf(await book(other, '12:00', [first]))).toEqual([5000, 30])
  })

  test('is provided again by a barber who provides all its services again, with the price of their own', async () => {
    const { ana, beto, save, book } = await createScene()
    const one = ana.id
    const other = beto.id
    const leaveOut = { barbers: [one, other].map((barberId) => ({ barberId, isProvided: false })) }
    const own = { barberId: one, isProvided: true, durationMin: null, priceCents: 9000 }
    const { services } = await save([cut, { ...beard, ...leaveOut }, { ...combo, barbers: [own] }])
    const [first, second, both] = services as [Service, Service, Service]
    expect(both.barbers).toHaveLength(2)
    // What is read, also the derived exclusions, is repeated; then nothing is said about the combo.
    const provided = await save([first, { ...second, barbers: null }, both])
    expect(provided.services[2]?.barbers).toEqual([own])
    expect(priceOf(await book(one, '12:00', [both]))).toEqual([9000, 45])
    expect(priceOf(await book(other, '12:00', [both]))).toEqual([8000, 45])
    await save([first, { ...second, ...leaveOut }, { ...both, barbers: undefined }])
    expect(priceOf(await book(other, '14:00', [both]))).toBe('SERVICE_NOT_FOUND')
    const again = await save([first, { ...second, barbers: null }, { ...both, barbers: undefined }])
    expect(again.services[2]?.barbers).toEqual([own])
    // Who does all of it may still leave out the combo.
    const leaveOutCombo = () =>
      save([first, { ...second, barbers: null }, { ...both, barbers: [{ barberId: other, isProvided: false }] }])
    await leaveOutCombo()
    expect(priceOf(await book(other, '14:00', [both]))).toBe('SERVICE_NOT_FOUND')
    expect((await leaveOutCombo()).services[2]?.barbers).toMatchObject([{ barberId: other, isProvided: false }])
  })

  test('that is inactive or was removed changes no price', async () => {
    const { ana, save, book } = await createScene()
    const { services } = await save([cut, beard, combo])
    const [first, second, both] = services as [Service, Service, Service]
    const toInput = ({ id, name, durationMin, priceCents }: Service) => ({ id, name, durationMin, priceCents })
    // What was read can be saved.
    expect((await save(services)).combinations).toHaveLength(1)
    const paused = await save([toInput(first), toInput(second), { ...toInput(both), isActive: false }])
    expect(paused.services[2]?.includes).toEqual(both.includes)
    expect(paused.combinations).toEqual([])
    expect(priceOf(await book(ana.id, '12:00', [first, second]))).toEqual([9000, 50])
    // Without one of its services it is a service like any other.
    const { services: left } = await save([toInput(first), toInput(both)])
    expect(left[1]?.includes).toBeNull()
  })

  test.each([
    ['of itself', [cut, { ...combo, includes: [0, 1] }]],
    ['of another combo', [cut, beard, combo, { ...combo, includes: [0, 2] }]],
    ['of what is not in the list', [cut, { ...combo, includes: [0, 7] }]],
    ['of the same services as another one', [cut, beard, combo, { ...combo, name: 'De novo' }]],
    ['of one service', [cut, { ...combo, includes: [0] }]],
  ])('%s is refused, and nothing is saved', async (_, services) => {
    const { send, show } = await createScene()
    const before = (await show()).services
    const { status, body } = await send(services)
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
    expect((await show()).services).toEqual(before)
  })
})
