import { barbershopsApi } from '@na-regua/contract/barbershops'
import { staffApi } from '@na-regua/contract/staff'
import { requestApi } from './request-api.ts'

/** The district with the most barbershops of the demo. */
export const setorBueno = { latitude: -16.7006, longitude: -49.2708 }

/** A large barbershop of the demo that is open every day; no spec depends on one of its slots. */
export async function findDemoBarbershop() {
  const query = { ...setorBueno, query: 'Navalha de Ouro', radiusInKm: 50, limit: 1 }
  const { body } = await requestApi(barbershopsApi.search, { query })
  const [found] = body.barbershops
  if (!found) throw new Error('the demo has no Navalha de Ouro')
  const { barbershop } = (await requestApi(barbershopsApi.get, { params: { id: found.id } })).body
  const { barbers } = (await requestApi(staffApi.list, { params: { id: found.id } })).body
  const barber = barbers[0]
  const service = barbershop.services[0]
  if (!barber || !service) throw new Error('the Navalha de Ouro has no barber or no service')
  return { ...barbershop, barbers, bookingPath: `/barbershop/${found.id}/booking/${barber.id}/${service.id}` }
}
