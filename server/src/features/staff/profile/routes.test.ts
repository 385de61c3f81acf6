import { membersApi } from '@na-regua/contract/members'
import { staffApi } from '@na-regua/contract/staff'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

const owner = await createOwner(world)
const ownBarber = await createBarber(world, owner.shop.id)
const { token } = owner
const params = { id: ownBarber.id }
const outsiders = await createOutsiders(world)

const setSpecialties = (specialties: unknown[], by: string | undefined = token) =>
  world.call(membersApi.setSpecialties, { token: by, params, body: { specialties } })
const setBio = (bio: string | null, by: string | undefined = token) =>
  world.call(membersApi.setBio, { token: by, params, body: { bio } })
const find = async (q?: string) => {
  const { body } = await world.call(membersApi.searchSpecialties, { token, query: { q } })
  return body.specialties.map(({ name }: { name: string }) => name)
}

describe('specialties', () => {
  test('are replaced as a whole, without duplicates, and new ones are shared by all owners [7.27]', async () => {
    const first = await setSpecialties([' Degradê ', 'barba', 'Barba', 'Risca  na\nrégua'])
    expect(first.body).toEqual({ specialties: ['Barba', 'Degradê', 'Risca na régua'] })
    expect(await find('regua')).toEqual(['Risca na régua'])
    expect((await setSpecialties(['DEGRADÊ'])).body).toEqual({ specialties: ['Degradê'] })
    expect((await world.call(membersApi.getSpecialties, { token, params })).body).toEqual({ specialties: ['Degradê'] })
    const { body } = await world.call(staffApi.list, { params: { id: owner.shop.id } })
    expect(body.barbers[0].specialties).toEqual(['Degradê'])
    expect((await setSpecialties([])).body).toEqual({ specialties: [] })
  })

  test('are at most ten, of at most sixty printable characters', async () => {
    expect((await setSpecialties(Array.from({ length: 10 }, (_, index) => `Corte ${index}`))).status).toBe(200)
    for (const wrong of [Array(11).fill('Corte'), ['x'.repeat(61)], [' \n '], [''], ['a\u0000b'], [7]])
      expect((await setSpecialties(wrong)).body.code, JSON.stringify(wrong)).toBe('INVALID_INPUT')
  })

  test('are found by any part of their name without accents, prefixes first [7.27]', async () => {
    expect(await find('COLORACAO')).toEqual(['Coloração'])
    expect((await find('corte')).slice(0, 2)).toEqual(['Corte 0', 'Corte 1'])
    expect(await find('%')).toHaveLength(20)
    expect(await find('nada disso')).toEqual([])
    expect(await find()).toHaveLength(20)
  })

  test('that two owners add concurrently are created once', async () => {
    const other = await createOwner(world)
    const second = { id: (await createBarber(world, other.shop.id)).id }
    const body = { specialties: ['Nova A', 'Nova B'] }
    const responses = await Promise.all([
      setSpecialties(['Nova B', 'Nova A']),
      world.call(membersApi.setSpecialties, { token: other.token, params: second, body }),
    ])
    expect(responses.map((response) => response.body.specialties)).toEqual([body.specialties, body.specialties])
    expect(await find('nova')).toEqual(body.specialties)
  })
})

describe('a bio', () => {
  test('keeps its lines, has at most five hundred characters, and is null when empty [5.14, 7.27]', async () => {
    expect((await setBio(' Corto desde 1998.\n\nDegradê é comigo. ')).body).toEqual({
      bio: 'Corto desde 1998.\n\nDegradê é comigo.',
    })
    expect((await setBio('ç'.repeat(500))).status).toBe(200)
    expect((await setBio('ç'.repeat(501))).body.code).toBe('INVALID_INPUT')
    expect((await setBio('  ')).body).toEqual({ bio: null })
    expect((await setBio(null)).body).toEqual({ bio: null })
  })
})

describe('other callers', () => {
  test('can neither read nor write', async () => {
    const refusals = { other: 404, barber: 403, customer: 403, anonymous: 401 } as const
    for (const [who, status] of Object.entries(refusals)) {
      const by = outsiders[who as keyof typeof refusals]
      const calls = [
        world.call(membersApi.getSpecialties, { token: by, params }),
        world.call(membersApi.setSpecialties, { token: by, params, body: { specialties: [] } }),
        world.call(membersApi.setBio, { token: by, params, body: { bio: null } }),
      ]
      for (const response of await Promise.all(calls)) expect(response.status, who).toBe(status)
    }
  })

  test('and owners without a plan can only read', async () => {
    const lapsed = await createOwner(world)
    const own = { token: lapsed.token, params: { id: (await createBarber(world, lapsed.shop.id)).id } }
    await world.db.deleteFrom('subscriptions').where('user_id', '=', lapsed.user.id).execute()
    expect((await world.call(membersApi.getSpecialties, own)).status).toBe(200)
    expect((await world.call(membersApi.setBio, { ...own, body: { bio: 'Oi' } })).body.code).toBe('PLAN_LAPSED')
    const specialties = { ...own, body: { specialties: ['Barba'] } }
    expect((await world.call(membersApi.setSpecialties, specialties)).body.code).toBe('PLAN_LAPSED')
  })
})
