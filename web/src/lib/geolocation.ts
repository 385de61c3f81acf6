import type { AddressParts } from '@na-regua/contract/addresses'

export type Coordinates = { latitude: number; longitude: number }

/** A barbershop's address as the user types it: digits without their mask, the state as two letters. */
export type Address = AddressParts & {
  /** As customers read it: composed from the parts, or the owner's own text. */
  address: string
  zipCode: string
  latitude?: number
  longitude?: number
}

/** Address fields that another feature renders in its form. Changes apply to the latest state. */
export type AddressFieldsProps = {
  value: Address
  onChange: (change: (current: Address) => Partial<Address>) => void
  errors?: { zipCode?: string; address?: string; position?: string }
}

const options: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 }

/** Messages by the browser's error code. */
const failures: Record<number, string> = {
  1: 'Permissão de localização negada pelo usuário',
  2: 'Informações de localização indisponíveis',
  3: 'Tempo limite para obter localização excedido',
}

/** The user's position. Rejects with an Error whose message is ready to show. */
export function getCurrentPosition(geolocation: Geolocation | undefined = navigator.geolocation): Promise<Coordinates> {
  return new Promise((resolve, reject) => {
    if (!geolocation) return reject(new Error('Geolocalização não é suportada por este navegador'))
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(new Error(failures[code] ?? 'Erro ao obter localização')),
      options,
    )
  })
}
