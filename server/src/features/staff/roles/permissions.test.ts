import { accountsApi } from '@na-regua/contract/accounts'
import { agendasApi } from '@na-regua/contract/agendas'
import { customersApi } from '@na-regua/contract/customers'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { membersApi } from '@na-regua/contract/members'
import { type Permission, permissions, presetPermissions } from '@na-regua/contract/permissions'
import { rolesApi } from '@na-regua/contract/roles'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

const ROUNDS = 40

/** An owner with one person of each kind. */
async function createScene() {
  const owner = await createOwner(world)
  const added = await createBarber(world, owner.shop.id)
  const barber = { ...added, token: await createSessionToken(world, added.user.id) }
  const addRole = async (role: 'RECEPTIONIST' | 'MANAGER') => {
    const { user, token } = await createCaller(world)
    const row = {
      barbershop_id: owner.shop.id,
      user_id: user.id,
      role,
      permissions: [...presetPermissions[role]],
      created_at: world.clock.now(),
    }
    const inserted = world.db.insertInto('barbershop_roles').values(row).returning('id')
    return { ...(await inserted.executeTakeFirstOrThrow()), userId: user.id, token }
  }
  return { owner, barber, receptionist: await addRole('RECEPTIONIST'), manager: await addRole('MANAGER') }
}

type Change = { token: string; id: string; to: readonly Permission[]; seen: readonly Permission[] }

const setOfRole = ({ token, id, to, seen }: Change) =>
  world.call(rolesApi.setPermissions, { token, params: { id }, body: { permissions: [...to], seen: [...seen] } })
const setOfBarber = ({ token, id, to, seen }: Change) =>
  world.call(membersApi.setPermissions, { token, params: { id }, body: { permissions: [...to], seen: [...seen] } })

describe('what the owner permits', () => {
  test('holds from the next request on, in that barbershop, and the account says so', async () => {
    const { owner, receptionist } = await createScene()
    const { token } = receptionist
    const readPanel = () => world.call(dashboardApi.get, { token }).then(({ status }) => status)
    const readBoard = () =>
      world.call(agendasApi.dayOfOwner, { token, query: { barbershopId: owner.shop.id } }).then(({ status }) => status)
    expect([await readPanel(), await readBoard()]).toEqual([403, 200])

    const seen = presetPermissions.RECEPTIONIST
    const changed = await setOfRole({ token: owner.token, id: receptionist.id, to: ['money'], seen })
    expect([changed.status, changed.body]).toEqual([200, { permissions: ['money'] }])
    expect([await readPanel(), await readBoard()]).toEqual([200, 403])
    const { body } = await world.call(accountsApi.me, { token })
    expect(body.user.permissions).toEqual([
      { barbershop: { id: owner.shop.id, name: expect.any(String) }, permissions: ['money'] },
    ])
  })

  test('makes a barber see the board of all, and no customers', async () => {
    const { owner, barber } = await createScene()
    const listCustomers = () =>
      world
        .call(customersApi.list, { token: barber.token, params: { id: owner.shop.id }, query: {} })
        .then(({ status }) => status)
    const listAll = () =>
      world
        .call(agendasApi.listOfOwner, { token: barber.token, query: { barbershopId: owner.shop.id } })
        .then(({ status }) => status)
    expect([await listCustomers(), await listAll()]).toEqual([200, 403])
    const { status } = await setOfBarber({
      token: owner.token,
      id: barber.id,
      to: ['agenda'],
      seen: presetPermissions.BARBER,
    })
    expect(status).toBe(200)
    expect([await listCustomers(), await listAll()]).toEqual([403, 200])
  })

  test('stands in the list of the team, which a manager reads too', async () => {
    const { owner, barber, receptionist, manager } = await createScene()
    await setOfBarber({ token: owner.token, id: barber.id, to: ['phones'], seen: presetPermissions.BARBER })
    for (const { token } of [owner, manager]) {
      const { body } = await world.call(membersApi.list, { token })
      const ofBarber = body.barbers.find(({ id }: { id: string }) => id === barber.id)
      const ofRole = (id: string) => body.roles.find((role: { id: string }) => role.id === id)
      expect(ofBarber.permissions).toEqual(['phones'])
      expect(ofRole(receptionist.id).permissions).toEqual(presetPermissions.RECEPTIONIST)
      expect(ofRole(manager.id).permissions).toEqual(permissions)
    }
  })

  test('returns to the preset with another role', async () => {
    const { owner, receptionist } = await createScene()
    await setOfRole({ token: owner.token, id: receptionist.id, to: [], seen: presetPermissions.RECEPTIONIST })
    await world.call(rolesApi.change, {
      token: owner.token,
      params: { id: receptionist.id },
      body: { role: 'MANAGER' },
    })
    const { body } = await world.call(membersApi.list, { token: receptionist.token })
    expect(body.roles.find(({ isSelf }: { isSelf: boolean }) => isSelf).permissions).toEqual(permissions)
  })
})

describe('a change of permissions is refused', () => {
  test('to everyone but the owner of that barbershop', async () => {
    const { owner, barber, receptionist, manager } = await createScene()
    const stranger = await createOwner(world)
    const seen = presetPermissions.RECEPTIONIST
    for (const { token } of [barber, receptionist, manager])
      expect((await setOfRole({ token, id: receptionist.id, to: permissions, seen })).status).toBe(403)
    const ofStranger = await setOfRole({ token: stranger.token, id: receptionist.id, to: permissions, seen })
    expect([ofStranger.status, ofStranger.body.code]).toEqual([404, 'ROLE_NOT_FOUND'])
    const ofBarber = await setOfBarber({
      token: stranger.token,
      id: barber.id,
      to: permissions,
      seen: presetPermissions.BARBER,
    })
    expect([ofBarber.status, ofBarber.body.code]).toEqual([404, 'BARBER_NOT_FOUND'])
    const stored = await world.db.selectFrom('barbershop_roles').select('permissions').where('id', '=', receptionist.id)
    expect((await stored.executeTakeFirstOrThrow()).permissions).toEqual([...seen])
    expect((await setOfRole({ token: owner.token, id: receptionist.id, to: ['phones'], seen })).status).toBe(200)
  })

  test('when it is no longer as the owner saw it, whatever the order', async () => {
    const { owner, receptionist } = await createScene()
    const seen = presetPermissions.RECEPTIONIST.toReversed()
    expect((await setOfRole({ token: owner.token, id: receptionist.id, to: ['phones'], seen })).status).toBe(200)
    const late = await setOfRole({ token: owner.token, id: receptionist.id, to: ['money'], seen })
    expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT'])
  })

  test('for words that are no permission', async () => {
    const { owner, receptionist } = await createScene()
    const body = { permissions: ['ownership' as Permission], seen: [...presetPermissions.RECEPTIONIST] }
    const { status } = await world.call(rolesApi.setPermissions, {
      token: owner.token,
      params: { id: receptionist.id },
      body,
    })
    expect(status).toBe(400)
  })
})

/** Another set of permissions for each number. */
const subset = (number: number) => permissions.filter((_, index) => number & (1 << index))

test('of two changes of the same moment one is saved, 40 rounds', async () => {
  const { owner, receptionist } = await createScene()
  let seen: readonly Permission[] = presetPermissions.RECEPTIONIST
  for (let round = 0; round < ROUNDS; round++) {
    // Neither is what the other one wants, nor what stands there.
    const wanted = [subset(2 * round + 1), subset(2 * round + 2)]
    const results = await Promise.all(
      wanted.map((to) => setOfRole({ token: owner.token, id: receptionist.id, to, seen })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
    seen = results.find(({ status }) => status === 200)?.body.permissions
    const stored = world.db.selectFrom('barbershop_roles').select('permissions').where('id', '=', receptionist.id)
    expect((await stored.executeTakeFirstOrThrow()).permissions).toEqual(seen)
  }
})
