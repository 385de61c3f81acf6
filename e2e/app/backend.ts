import { openDatabase } from '../../server/src/lib/database.ts'

/** The database under the running app: specs prepare users and barbershops in it and never read results from it. */
export function connectToBackend() {
  const { db, close } = openDatabase(String(process.env.E2E_DATABASE_URL), { max: 2, connectMs: 20_000 })
  return { db, now: () => new Date(), close }
}

export type Backend = ReturnType<typeof connectToBackend>
