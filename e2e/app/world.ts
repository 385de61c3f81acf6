import { openDatabase } from '../../server/src/lib/database.ts'

/** The base under the running app: journeys prepare their people and shops in it, and never look for results there. */
export function openWorld() {
  const { db, close } = openDatabase(String(process.env.E2E_DATABASE_URL), { max: 2, connectMs: 20_000 })
  return { db, now: () => new Date(), close }
}

export type World = ReturnType<typeof openWorld>
