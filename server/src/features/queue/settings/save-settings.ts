import { randomBytes } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { QueueSettings, queueSettingsApi } from '@na-regua/contract/queue-today'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { deriveBytes } from '../../../lib/secrets.ts'
import { incrementVersion, lockOwnBarbershop } from '../../barbershops/editing/queries.ts'
import { requireEditing } from '../../barbershops/editing/rules.ts'
import { refreshBarbershops } from '../../barbershops/queries.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { findSettings, replaceKey, type StoredSettings, saveSettings } from './queries.ts'
import { defaultSettings, toSettingsInput, toSettingsRow } from './rules.ts'

/** `site`: prefix of the links. */
export type SettingsDeps = { db: DatabasePool; clock: Clock; site: string }

type SettingsRequest = { barbershopId: string; userId: string }

/** Nothing is stored before the first save, but the links are those that it will store. */
export async function getSettings({ db, site }: SettingsDeps, request: SettingsRequest): Promise<QueueSettings> {
  const { doorKey, screenKey, version, ...row } = await loadSettings(db, request)
  return {
    ...toSettingsInput(row),
    version,
    doorUrl: `${site}/fila#${doorKey}`,
    screenUrl: `${site}/painel-da-loja#${screenKey}`,
  }
}

async function loadSettings(db: Database, { barbershopId, userId }: SettingsRequest): Promise<StoredSettings> {
  const found = await findSettings(db, barbershopId, userId)
  if (!found) throw new ApiError('BARBERSHOP_NOT_FOUND')
  if (found.stored) return found.stored
  const doorKey = await deriveKey(db, 'door', barbershopId)
  const screenKey = await deriveKey(db, 'screen', barbershopId)
  return { ...defaultSettings, doorKey, screenKey, version: 1 }
}

const KEY_BYTES = 18

async function deriveKey(db: Database, key: 'door' | 'screen', barbershopId: string): Promise<string> {
  const bytes = await deriveBytes(db, 'queue-keys', `${key}:${barbershopId.toLowerCase()}`)
  return bytes.subarray(0, KEY_BYTES).toString('base64url')
}

type SettingsEdit = SettingsRequest & { input: Body<typeof queueSettingsApi.save> }

/** Throws PLAN_LAPSED when the owner's plan allows no editing, EDIT_CONFLICT when another page saved since. */
export async function changeSettings(deps: SettingsDeps, { input, ...request }: SettingsEdit): Promise<QueueSettings> {
  const { barbershopId } = request
  const { version, ...fields } = input
  const before = await loadSettings(deps.db, request)
  const settings = toSettingsRow(fields)
  await editQueue(deps, request, async (tx, now) => {
    const { doorKey, screenKey } = before
    if (!(await saveSettings(tx, { barbershopId, settings, doorKey, screenKey, version }, now)))
      throw new ApiError('EDIT_CONFLICT')
  })
  return getSettings(deps, request)
}

/** The earlier link of the door or of the screen stops working. */
export async function renewKey(
  deps: SettingsDeps,
  { key, ...request }: SettingsRequest & { key: 'door' | 'screen' },
): Promise<QueueSettings> {
  const { barbershopId } = request
  const { doorKey, screenKey, version, ...settings } = await loadSettings(deps.db, request)
  const value = randomBytes(KEY_BYTES).toString('base64url')
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    await lockOwnBarbershop(tx, { id: barbershopId, userId: request.userId, action: 'settings' })
    if (!(await replaceKey(tx, { barbershopId, key, value }, now))) {
      const keys = key === 'door' ? { doorKey: value, screenKey } : { doorKey, screenKey: value }
      await saveSettings(tx, { barbershopId, settings, ...keys, version }, now)
    }
    await publishEvent(tx, { notifications: [], published: { queue: [barbershopId] }, jobs: [] }, now)
  })
  return getSettings(deps, request)
}

/**
 * Bookings that were decided with the earlier share of walk-ins are decided again: they compare the version of the barbershop, which
 * each save increments. Lists and the search show the queue.
 */
async function editQueue(
  { db, clock }: SettingsDeps,
  { barbershopId, userId }: SettingsRequest,
  save: (tx: Database, now: Date) => Promise<void>,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const shop = await lockOwnBarbershop(tx, { id: barbershopId, userId, action: 'settings' })
    requireEditing(await getOwnPlan(tx, shop.ownerId, now))
    await incrementVersion(tx, shop.id, now)
    await refreshBarbershops(tx, [shop.id])
    await save(tx, now)
    await publishEvent(tx, { notifications: [], published: { queue: [shop.id] }, jobs: [] }, now)
  })
}
