import type { DatabasePool } from '../server/src/lib/database.ts'

/** The same 500 barbers of active barbershops in every run. */
export function listActiveBarbers(db: DatabasePool): Promise<{ id: string }[]> {
  return db
    .selectFrom('barbers')
    .innerJoin('barbershops', 'barbershops.id', 'barbers.barbershop_id')
    .where('removed_at', 'is', null)
    .where('is_active', '=', true)
    .select('barbers.id')
    .orderBy('barbers.id')
    .limit(500)
    .execute()
}

/** The same 5000 active barbershops in every run. */
export function listActiveBarbershops(db: DatabasePool): Promise<{ id: string }[]> {
  return db.selectFrom('barbershops').where('is_active', '=', true).select('id').orderBy('id').limit(5000).execute()
}

/** The same points in every run, spread over the two dense cities. */
export function listPoints(count: number): { latitude: number; longitude: number }[] {
  const cities = [
    { latitude: -23.5505, longitude: -46.6333 },
    { latitude: -16.6869, longitude: -49.2648 },
  ] as const
  return Array.from({ length: count }, (_, index) => {
    const { latitude, longitude } = cities[index % 2] as (typeof cities)[0]
    const angle = index * 2.399963
    const reach = 0.12 * Math.sqrt((index + 1) / count)
    return {
      latitude: round(latitude + reach * Math.sin(angle)),
      longitude: round(longitude + reach * Math.cos(angle)),
    }
  })
}

/** The same distinct points in every run, all in the densest city. */
export function listCityPoints(count: number): { latitude: number; longitude: number }[] {
  return listPoints(2 * count).filter((_, index) => index % 2 === 0)
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}

/** A page of six within 50 km, as the home page requests it. */
export function buildNearbyPath({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `/api/barbershops/nearby?latitude=${latitude}&longitude=${longitude}&radiusInKm=50`
}
