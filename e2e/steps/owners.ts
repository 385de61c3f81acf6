import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Tier } from '@na-regua/contract/plans'
import { createSubscription } from '../../server/test/factories.ts'
import type { Backend } from '../app/backend.ts'
import { requestApi } from './request-api.ts'
import { createSignedInUser } from './users.ts'

type OwnerFields = { tier?: Tier; password?: string }

/** An owner with a paid plan and without a barbershop. */
export async function createOwnerWithPlan(backend: Backend, { tier = 'professional', ...user }: OwnerFields = {}) {
  const owner = await createSignedInUser(backend, { name: 'Otávio Prates', role: 'OWNER', ...user })
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id, { tier, days: 29 })
  return owner
}

/** The default location of the map. */
const saoPaulo = { latitude: -23.5505, longitude: -46.6333 }

/** A barbershop that its owner creates from another device. */
export async function createOwnBarbershop(token: string, name: string) {
  const { status, body } = await requestApi(ownBarbershopsApi.createBarbershop, {
    token,
    body: { name, address: 'Rua Augusta, 900', ...saoPaulo },
  })
  if (status !== 201) throw new Error(`the barbershop was refused: ${status}`)
  return body.barbershop
}
