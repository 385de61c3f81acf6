import { barbershopsApi } from '@na-regua/contract/barbershops'
import { staffApi } from '@na-regua/contract/staff'
import { call } from './call.ts'

/** Where the demo city is densest. */
export const setorBueno = { latitude: -16.7006, longitude: -49.2708 }

/** The demo's own shop, which is large and open every day; nobody's journey depends on one of its hours. */
export async function findShowcase() {
  const query = { ...setorBueno, query: 'Navalha de Ouro', radiusInKm: 50, limit: 1 }
  const { body } = await call(barbershopsApi.search, { query })
  const [found] = body.barbershops
  if (!found) throw new Error('the demo has no Navalha de Ouro')
  const { barbershop } = (await call(barbershopsApi.get, { params: { id: found.id } })).body
  const { barbers } = (await call(staffApi.list, { params: { id: found.id } })).body
  const [barber, service] = [barbers[0], barbershop.services[0]]
  if (!barber || !service) throw new Error('the Navalha de Ouro has nobody or nothing to offer')
  return { ...barbershop, barbers, bookingPath: `/barbershop/${found.id}/booking/${barber.id}/${service.id}` }
}
