import { randomUUID } from 'node:crypto'
import { barbershopsApi, type Service } from '@na-regua/contract/barbershops'
import { INSTAGRAM_PROBLEM } from '@na-regua/contract/instagram'
import { type OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Route } from '@na-regua/contract/route'
import { afterAll, describe, expect, test } from 'vitest'
import { createAppointmentRow, createService } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

type Owner = Awaited<ReturnType<typeof createOwner>>

const operatingHours = [{ dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false }]
const cut = { name: 'Corte', durationMin: 30, priceCents: 4000 }

/** Every endpoint that changes a barbershop, with a valid body. */
const changes: [Route, object | undefined][] = [
  [ownBarbershopsApi.updateBarbershop, { name: 'Outro nome' }],
  [ownBarbershopsApi.setFeatures, { featureIds: [1] }],
  [ownBarbershopsApi.setServices, { services: [cut] }],
  [ownBarbershopsApi.setOperatingHours, { operatingHours }],
  [ownBarbershopsApi.setFeatured, { isFeatured: true }],
  [ownBarbershopsApi.activate, undefined],
  [ownBarbershopsApi.deactivate, undefined],
]
const edits = changes.slice(0, 4)

const send = (call: Route, token: string | undefined, id: string, body?: object) =>
  world.call(call, { token, params: { id }, body })
const getOwn = async ({ token, shop }: Owner): Promise<OwnBarbershop> => {
  const { body } = await world.call(ownBarbershopsApi.listBarbershops, { token })
  return body.barbershops.find(({ id }: OwnBarbershop) => id === shop.id)
}
const namesOf = (services: Pick<Service, 'name'>[]) => services.map(({ name }) => name)

describe.each(changes.map(([call, body]) => [`${call.method} ${call.url}`, call, body] as const))(
  '%s',
  (_, call, body) => {
    test('is for the owner only [6.4]', async () => {
      const owner = await createOwner(world)
      const before = await getOwn(owner)
      const { other, barber, customer, anonymous } = await createOutsiders(world)
      const codes = []
      for (const token of [other, barber, customer, anonymous]) {
        const answer = await send(call, token, owner.shop.id, body)
        codes.push([answer.status, answer.body.code])
      }
      expect(codes).toEqual([
        [404, 'BARBERSHOP_NOT_FOUND'],
        [403, 'FORBIDDEN'],
        [403, 'FORBIDDEN'],
        [401, 'UNAUTHENTICATED'],
      ])
      expect(await getOwn(owner)).toEqual(before)
      const answer = await send(call, owner.token, owner.shop.id, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(answer.body.barbershop).toEqual(await getOwn(owner))
      expect((await send(call, owner.token, randomUUID(), body)).status).toBe(404)
    })

    test('requires a current plan; only deactivating does not [4.21]', async () => {
      const owner = await createOwner(world)
      await world.db
        .updateTable('subscriptions')
        .set({ period_ends_at: new Date('2026-03-01T00:00:00Z') })
        .where('user_id', '=', owner.user.id)
        .execute()
      const answer = await send(call, owner.token, owner.shop.id, body)
      if (call === ownBarbershopsApi.deactivate) expect(answer.status).toBe(200)
      else expect([answer.status, answer.body.code]).toEqual([403, 'PLAN_LAPSED'])
    })
  },
)

describe.each(edits.map(([call, body]) => [`${call.method} ${call.url}`, call, body] as const))(
  '%s',
  (_, call, body) => {
    test('with a stale version is refused; without a version the last one wins', async () => {
      const owner = await createOwner(world)
      const { version } = await getOwn(owner)
      expect((await send(call, owner.token, owner.shop.id, { ...body, version })).body.barbershop.version).toBe(
        version + 1,
      )
      const before = await getOwn(owner)
      const stale = await send(call, owner.token, owner.shop.id, { ...body, version })
      expect([stale.status, stale.body.code]).toEqual([409, 'EDIT_CONFLICT'])
      expect(await getOwn(owner)).toEqual(before)
      expect((await send(call, owner.token, owner.shop.id, body)).status).toBe(200)
    })

    test('accepts one of several concurrent saves of one version', async () => {
      const owner = await createOwner(world)
      const { version } = await getOwn(owner)
      const answers = await Promise.all(
        [1, 2, 3].map(() => send(call, owner.token, owner.shop.id, { ...body, version })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    })
  },
)

describe('the information', () => {
  test('changes the given fields only [7.25]', async () => {
    const owner = await createOwner(world)
    const before = await getOwn(owner)
    const body = {
      phone: '62999990000',
      instagram: 'https://www.instagram.com/Navalha.Ouro/?hl=pt-br',
      description: ' Desde 1987.\nSó com hora. ',
      gridMin: 20,
      paymentMethods: ['pix', 'cash'],
    }
    const { body: saved } = await send(ownBarbershopsApi.updateBarbershop, owner.token, owner.shop.id, body)
    expect(saved.barbershop).toEqual({
      ...before,
      phone: '62999990000',
      instagram: 'navalha.ouro',
      description: 'Desde 1987.\nSó com hora.',
      gridMin: 20,
      paymentMethods: ['pix', 'cash'],
      verification: { ...before.verification, hasPhone: true },
      version: before.version + 1,
    })
    const cleared = await send(ownBarbershopsApi.updateBarbershop, owner.token, owner.shop.id, {
      phone: null,
      description: null,
    })
    expect(cleared.body.barbershop).toMatchObject({ phone: null, description: null, gridMin: 20 })
    const shown = await world.call(barbershopsApi.get, { params: { id: owner.shop.id } })
    expect(shown.body.barbershop).toMatchObject({ paymentMethods: ['pix', 'cash'], instagram: 'navalha.ouro' })
  })

  test('says what an Instagram account is', async () => {
    const owner = await createOwner(world)
    const save = (instagram: string | null) =>
      send(ownBarbershopsApi.updateBarbershop, owner.token, owner.shop.id, { instagram })
    const refused = await save('https://www.instagram.com/p/C1a2B3/')
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([400, 'INVALID_INPUT', INSTAGRAM_PROBLEM])
    expect((await save('@navalha')).body.barbershop.instagram).toBe('navalha')
    expect((await save(null)).body.barbershop.instagram).toBeNull()
  })

  const saveAddress = async (owner: Owner, address: object) =>
    (await send(ownBarbershopsApi.updateBarbershop, owner.token, owner.shop.id, { address })).body.barbershop

  test('composes the public line from its parts, with city and state', async () => {
    const owner = await createOwner(world)
    const composed = { street: 'Rua T-55', number: '100', neighborhood: 'Setor Bueno', line: '' }
    expect(await saveAddress(owner, composed)).toMatchObject({
      street: 'Rua T-55',
      number: '100',
      complement: '',
      address: 'Rua T-55, 100 - Setor Bueno, Goiânia - GO',
    })
    const moved = { complement: ' Sala  2 ', city: 'Aparecida de Goiânia', zip: '74900000' }
    expect(await saveAddress(owner, moved)).toMatchObject({
      complement: 'Sala 2',
      zipCode: '74900000',
      address: 'Rua T-55, 100, Sala 2 - Setor Bueno, Aparecida de Goiânia - GO',
    })
    // A client that knows the fields of the specification only writes the number into the street.
    expect(await saveAddress(owner, { street: 'Av. 85, 20' })).toMatchObject({
      street: 'Av. 85',
      number: '20',
      address: 'Av. 85, 20, Sala 2 - Setor Bueno, Aparecida de Goiânia - GO',
    })
  })

  test('leaves a line of the owner alone when a part changes, and the parts when the line changes', async () => {
    const owner = await createOwner(world)
    const line = 'Galeria Central, loja 3 (entrada pelos fundos)'
    const edited = await saveAddress(owner, { street: 'Rua 9', number: '7', line: `  ${line} ` })
    expect(edited).toMatchObject({ street: 'Rua 9', number: '7', neighborhood: 'Setor Bueno', address: line })
    const parts = { street: 'Rua 10', number: '8', complement: 'Loja 3', neighborhood: 'Centro' }
    expect(await saveAddress(owner, parts)).toMatchObject({ ...parts, address: line })
    const other = await saveAddress(owner, { line: 'Rua 10, 8' })
    expect(other).toMatchObject({ ...parts, address: 'Rua 10, 8' })
    expect(await saveAddress(owner, { line: ' ' })).toMatchObject({
      ...parts,
      address: 'Rua 10, 8, Loja 3 - Centro, Goiânia - GO',
    })
  })

  test('refuses a city and a position that contradict each other, whichever of them changes', async () => {
    const owner = await createOwner(world)
    const before = await getOwn(owner)
    const save = (body: object) => send(ownBarbershopsApi.updateBarbershop, owner.token, owner.shop.id, body)
    const manaus = { latitude: -3.119, longitude: -60.0217 }
    const city = await save({ address: { city: 'Manaus', state: 'AM' } })
    expect([city.status, city.body.code]).toEqual([422, 'PLACE_MISMATCH'])
    expect(city.body.message).toBe(
      'O ponto no mapa fica em Goiânia - GO, e não em Manaus - AM. Corrija o ponto ou a cidade.',
    )
    expect((await save(manaus)).body.message).toMatch(/fica em Manaus - AM, e não em Goiânia - GO/)
    expect((await save({ address: { state: 'AM' } })).body.code).toBe('PLACE_MISMATCH')
    expect(await getOwn(owner)).toEqual(before)
    const both = await save({ ...manaus, address: { city: 'Manaus', state: 'AM' } })
    expect(both.body.barbershop).toMatchObject({ city: 'Manaus', timeZone: 'America/Manaus' })
  })

  test('of an earlier version whose place contradicts itself can be edited in everything else', async () => {
    const owner = await createOwner(world)
    await world.db
      .updateTable('barbershops')
      .set({ city: 'Manaus', state: 'AM' })
      .where('id', '=', owner.shop.id)
      .execute()
    const address = { street: 'Rua 9', city: 'Manaus', state: 'AM' }
    const { status } = await send(ownBarbershopsApi.updateBarbershop, owner.token, owner.shop.id, { address })
    expect(status).toBe(200)
  })

  test.each([
    ['a name of spaces', { name: ' \n' }, 400, 'INVALID_INPUT'],
    ['an invisible name', { name: '\u200b\u3164' }, 400, 'INVALID_INPUT'],
    ['a name with a web address', { name: 'Corte em https://golpe.test' }, 400, 'INVALID_INPUT'],
    ['a state that is none', { address: { state: 'XX' } }, 400, 'INVALID_INPUT'],
    ['a place abroad', { latitude: 48.85, longitude: 2.35 }, 422, 'PLACE_ABROAD'],
    ['a grid that no hour has', { gridMin: 7 }, 400, 'INVALID_INPUT'],
    ['a method of payment that is none', { paymentMethods: ['gold'] }, 400, 'INVALID_INPUT'],
    ['a method of payment twice', { paymentMethods: ['pix', 'pix'] }, 400, 'INVALID_INPUT'],
    ['an owner', { ownerId: randomUUID() }, 400, 'INVALID_INPUT'],
  ])('refuses %s', async (_, body, status, code) => {
    const owner = await createOwner(world)
    const before = await getOwn(owner)
    const answer = await send(ownBarbershopsApi.updateBarbershop, owner.token, owner.shop.id, body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await getOwn(owner)).toEqual(before)
  })
})

describe('the features', () => {
  test('are replaced; an unknown id changes nothing [7.25]', async () => {
    const owner = await createOwner(world)
    const save = (featureIds: number[]) =>
      send(ownBarbershopsApi.setFeatures, owner.token, owner.shop.id, { featureIds })
    const { body } = await save([3, 2, 3])
    expect(body.features).toEqual([
      { id: 2, name: 'Wi-Fi gratuito' },
      { id: 3, name: 'Estacionamento' },
    ])
    expect((await save([1, 99])).body.code).toBe('INVALID_INPUT')
    expect((await getOwn(owner)).featureIds).toEqual([2, 3])
    expect((await save([])).body.barbershop.features).toEqual([])
  })
})

describe('the services', () => {
  const save = (owner: Owner, services: object[]) =>
    send(ownBarbershopsApi.setServices, owner.token, owner.shop.id, { services })

  test('have an order, a price and a status; missing ones are removed, but not from past appointments [7.25]', async () => {
    const owner = await createOwner(world)
    const [first] = (await getOwn(owner)).services as [Service]
    const appointment = await createAppointmentRow(world, owner.shop.id)
    const { body } = await save(owner, [
      { ...cut, name: 'Barba  na\ntoalha', priceCents: 3000, bufferMin: 10, description: ' Quente ' },
      { id: first.id, name: 'Corte clássico', durationMin: 40, priceCents: 6000 },
      { ...cut, name: 'Sobrancelha', priceCents: 500, isActive: false },
    ])
    expect(body.barbershop.services).toMatchObject([
      { name: 'Barba na toalha', bufferMin: 10, description: 'Quente', isActive: true },
      { id: first.id, name: 'Corte clássico', durationMin: 40, isActive: true },
      { name: 'Sobrancelha', isActive: false },
    ])
    // Inactive services do not count for the price.
    expect(body.barbershop.price_from).toBe(3000)
    const shown = await world.call(barbershopsApi.get, { params: { id: owner.shop.id } })
    expect(namesOf(shown.body.barbershop.services)).toEqual(['Barba na toalha', 'Corte clássico'])
    const remaining = body.barbershop.services.filter(({ id }: Service) => id !== first.id)
    const left = await save(owner, remaining)
    expect(namesOf(left.body.barbershop.services)).toEqual(['Barba na toalha', 'Sobrancelha'])
    const row = await world.db.selectFrom('services').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ is_active: false, name: 'Corte clássico' })
    const past = await world.db
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    expect(past).toMatchObject({ service_name: 'Corte masculino', price_cents: 5000, duration_min: 30 })
    const back = await save(owner, [...remaining, { ...cut, id: first.id }])
    expect(back.body.barbershop.services[2]).toMatchObject({ id: first.id, name: 'Corte', isActive: true })
  })

  test('may be empty', async () => {
    const owner = await createOwner(world)
    const { body } = await save(owner, [])
    expect(body.barbershop).toMatchObject({ services: [], price_from: null })
  })

  test.each([
    [
      'the same service twice',
      (id: string) => [
        { ...cut, id },
        { ...cut, id },
      ],
      400,
      'INVALID_INPUT',
    ],
    ['a name of spaces', () => [{ ...cut, name: ' ' }], 400, 'INVALID_INPUT'],
    ['a name with a web address', () => [{ ...cut, name: 'www.golpe.test' }], 400, 'INVALID_INPUT'],
    ['no duration', () => [{ ...cut, durationMin: 0 }], 400, 'INVALID_INPUT'],
    ['a price below nothing', () => [{ ...cut, priceCents: -1 }], 400, 'INVALID_INPUT'],
    ['an unknown service', () => [{ ...cut, id: randomUUID() }], 404, 'SERVICE_NOT_FOUND'],
  ])('reject %s as a whole', async (_, services, status, code) => {
    const owner = await createOwner(world)
    const before = await getOwn(owner)
    const answer = await save(owner, [...services(before.services[0]?.id ?? ''), cut])
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await getOwn(owner)).toEqual(before)
  })

  test('reject a service of another barbershop', async () => {
    const mine = await createOwner(world)
    const other = await createOwner(world)
    const foreign = await createService(world, other.shop.id, { name: 'Deles', priceCents: 9900 })
    const { status, body } = await save(mine, [{ ...cut, id: foreign.id, priceCents: 1 }])
    expect([status, body.code]).toEqual([404, 'SERVICE_NOT_FOUND'])
    expect((await getOwn(other)).services).toContainEqual(expect.objectContaining({ name: 'Deles', priceCents: 9900 }))
  })
})
