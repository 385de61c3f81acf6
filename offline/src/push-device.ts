import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * What this browser remembers of push for one user. Not in the vault, which expires: a push may arrive long after the last visit.
 * Without personal data, ids only.
 */
export type StoredPushDevice = {
  /** As the server knows it, and as pushes name it. */
  id: string
  userId: string
  endpoint: string
  /** For the list of the person's devices. */
  label: string
  hidesDetails: boolean
  /** What the server last received: it is sent again when this is another one. */
  sent: string
  /** Tags of the newest pushes that were shown here, oldest first. */
  shown: string[]
  /** Ids of notifications that were opened from the tray and are not marked as read yet. */
  opened: string[]
}

interface PushSchema extends DBSchema {
  device: { key: string; value: StoredPushDevice }
}

const DATABASE = 'na-regua-push'
const CURRENT = 'current'
/** A push service delivers a message twice within minutes, if at all. */
const MAX_SHOWN = 100

let opening: Promise<IDBPDatabase<PushSchema>> | undefined

function openDatabase() {
  opening ??= openDB<PushSchema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('device')
    },
    terminated() {
      opening = undefined
    },
  })
  return opening
}

/** The user whose notifications this browser receives; undefined after the logout. */
export async function findPushDevice(): Promise<StoredPushDevice | undefined> {
  return (await openDatabase()).get('device', CURRENT)
}

/** Stores the device as the server received it. Another user's record is replaced. */
export async function savePushDevice(device: Omit<StoredPushDevice, 'shown' | 'opened'>): Promise<void> {
  const { store, done } = (await openDatabase()).transaction('device', 'readwrite')
  const stored = await store.get(CURRENT)
  const { shown, opened } = stored?.userId === device.userId ? stored : { shown: [], opened: [] }
  await store.put({ ...device, shown, opened }, CURRENT)
  await done
}

export async function removePushDevice(): Promise<void> {
  await (await openDatabase()).delete('device', CURRENT)
}

/** True for the first caller with this tag. Two workers, of two versions, never both show a notification. */
export async function claimShown(tag: string): Promise<boolean> {
  return changeDevice((device) => {
    if (device.shown.includes(tag)) return undefined
    return { ...device, shown: [...device.shown, tag].slice(-MAX_SHOWN) }
  })
}

/** Remembers that it was opened, until a page that is logged in marks it as read. */
export async function rememberOpened(id: string): Promise<void> {
  await changeDevice((device) => ({ ...device, opened: [...new Set([...device.opened, id])].slice(-MAX_SHOWN) }))
}

/** The ids that were opened since the last call, if they are this user's. */
export async function takeOpened(userId: string): Promise<string[]> {
  let opened: string[] = []
  await changeDevice((device) => {
    if (device.userId !== userId || device.opened.length === 0) return undefined
    opened = device.opened
    return { ...device, opened: [] }
  })
  return opened
}

/** True if the record existed and was changed. */
async function changeDevice(change: (device: StoredPushDevice) => StoredPushDevice | undefined): Promise<boolean> {
  const { store, done } = (await openDatabase()).transaction('device', 'readwrite')
  const stored = await store.get(CURRENT)
  const next = stored && change(stored)
  if (next) await store.put(next, CURRENT)
  await done
  return next !== undefined
}
