import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { formatCents } from '../../lib/format-cents.ts'
import { lockOwnBarbershop } from '../barbershops/editing/queries.ts'
import { getBalance } from '../ledger/queries.ts'
import {
  findRegister,
  getUsualRegister,
  insertRegister,
  lockRegister,
  type StoredRegister,
  saveRegister,
} from './queries.ts'

type Addition = { id: string; barbershopId: string; userId: string; name: string }

/** A register beside the usual one. Repeated it changes nothing. */
export async function addRegister(
  db: DatabasePool,
  { barbershopId, userId, ...given }: Addition,
): Promise<StoredRegister> {
  const id = given.id.toLowerCase()
  const name = given.name.trim()
  return db.transaction().execute(async (tx) => {
    const shop = await lockOwnBarbershop(tx, { id: barbershopId, userId, action: 'money' })
    const known = await findRegister(tx, id)
    if (known && (known.barbershopId !== shop.id || known.name !== name)) throw new ApiError('IDEMPOTENCY_CONFLICT')
    if (known) return known
    await getUsualRegister(tx, shop.id)
    const added = await insertRegister(tx, { id, barbershopId: shop.id, name })
    if (!added) throw new ApiError('REGISTER_LIMIT')
    return added
  })
}

type Change = { id: string; userId: string; name?: string; isActive?: boolean }

/** Another name, or whether it is used: one that is not is closed and empty. */
export async function changeRegister(
  db: DatabasePool,
  { id, userId, name, isActive }: Change,
): Promise<StoredRegister> {
  return db.transaction().execute(async (tx) => {
    const found = await findRegister(tx, id)
    if (!found) throw new ApiError('REGISTER_NOT_FOUND')
    await lockOwnBarbershop(tx, { id: found.barbershopId, userId, action: 'money' })
    if (isActive === false) await checkEmpty(tx, found)
    const saved = await saveRegister(tx, id, { name: name?.trim(), isActive })
    if (!saved) throw new ApiError('REGISTER_IN_USE')
    return saved
  })
}

async function checkEmpty(tx: Database, { id, barbershopId, isUsual }: StoredRegister & { barbershopId: string }) {
  if (isUsual) throw new ApiError('REGISTER_IN_USE', {}, 'Este é o caixa principal: ele fica.')
  await lockRegister(tx, id)
  const cents = await getBalance(tx, { barbershopId, kind: 'cash', ownerId: id })
  const sentence = `Este caixa ainda tem ${formatCents(cents)}. Abra, faça uma sangria e feche antes.`
  if (cents !== 0) throw new ApiError('REGISTER_IN_USE', {}, sentence)
}
