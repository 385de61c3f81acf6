import { pixApi } from '@na-regua/contract/pix'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber } from '../../../test/barbershop-factories.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createOutsiders, createOwner } from '../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

describe('the Pix key of a barbershop', () => {
  const typed = {
    keyType: 'phone',
    key: '(62) 98888-7777',
    merchantName: 'Barbearia São João',
    merchantCity: 'Goiânia',
  } as const

  test('is saved as banks know it, changed, and taken away', async () => {
    const { shop, token } = await createOwner(world)
    const params = { id: shop.id }
    const save = (receiver: typeof typed | null, version: number) =>
      world.call(pixApi.save, { token, params, body: { receiver, version } })
    expect((await world.call(pixApi.get, { token, params })).body.settings).toEqual({ receiver: null, version: 1 })
    const saved = await save(typed, 1)
    const receiver = {
      keyType: 'phone',
      key: '+5562988887777',
      merchantName: 'Barbearia Sao Joao',
      merchantCity: 'Goiania',
    }
    expect(saved.body.settings).toEqual({ receiver, version: 2 })
    expect((await world.call(pixApi.get, { token, params })).body.settings).toEqual(saved.body.settings)
    expect((await save(null, 1)).body.code).toBe('EDIT_CONFLICT')
    expect((await save(null, 2)).body.settings).toEqual({ receiver: null, version: 3 })
  })

  test('is refused where it is not of its type, and a first save from another version', async () => {
    const { shop, token } = await createOwner(world)
    const params = { id: shop.id }
    const wrong = { ...typed, keyType: 'cpf' } as const
    expect(await world.call(pixApi.save, { token, params, body: { receiver: wrong, version: 1 } })).toMatchObject({
      status: 422,
      body: { code: 'PIX_KEY_INVALID', message: 'Esta chave Pix não confere. Veja se o tipo está certo.' },
    })
    const early = await world.call(pixApi.save, { token, params, body: { receiver: typed, version: 3 } })
    expect(early.body.code).toBe('EDIT_CONFLICT')
    expect((await world.call(pixApi.get, { token, params })).body.settings).toEqual({ receiver: null, version: 1 })
  })

  test('is read by who works there and changed by the owner alone', async () => {
    const { shop, token } = await createOwner(world)
    const params = { id: shop.id }
    const { other, customer } = await createOutsiders(world)
    const barber = await createBarber(world, shop.id)
    const barberToken = await createSessionToken(world, barber.user_id)
    const body = { receiver: typed, version: 1 }
    expect((await world.call(pixApi.get, { token: barberToken, params })).status).toBe(200)
    expect((await world.call(pixApi.save, { token: barberToken, params, body })).status).toBe(403)
    expect((await world.call(pixApi.get, { token: other, params })).body.code).toBe('BARBERSHOP_NOT_FOUND')
    expect((await world.call(pixApi.save, { token: other, params, body })).body.code).toBe('BARBERSHOP_NOT_FOUND')
    expect((await world.call(pixApi.get, { token: customer, params })).status).toBe(403)
    expect((await world.call(pixApi.save, { token, params, body })).status).toBe(200)
  })
})
