import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Tier } from '@na-regua/contract/plans'
import { subscribe } from '../../server/test/factories.ts'
import type { World } from '../app/world.ts'
import { call } from './call.ts'
import { createPerson } from './people.ts'

/** An owner with a paid plan and without a shop. */
export async function createOwner(world: World, { tier = 'professional' }: { tier?: Tier } = {}) {
  const person = await createPerson(world, { name: 'Otávio Prates', role: 'OWNER' })
  await subscribe({ db: world.db, clock: world }, person.user.id, { tier, days: 29 })
  return person
}

/** Where the map begins for those who have said nothing. */
const saoPaulo = { latitude: -23.5505, longitude: -46.6333 }

/** A shop that its owner opened on another device. */
export async function openShop(token: string, name: string) {
  const { status, body } = await call(ownBarbershopsApi.createBarbershop, {
    token,
    body: { name, address: 'Rua Augusta, 900', ...saoPaulo },
  })
  if (status !== 201) throw new Error(`the shop was refused: ${status}`)
  return body.barbershop
}
