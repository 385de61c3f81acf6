import type { Address } from '../../../lib/address.ts'

export type General = Address & { name: string; phone: string; whatsapp: string; description: string }

export const emptyGeneral: General = {
  name: '',
  address: '',
  street: '',
  neighborhood: '',
  zipCode: '',
  state: '',
  city: '',
  phone: '',
  whatsapp: '',
  description: '',
}

function isPhone(digits: string) {
  return digits === '' || digits.length === 10 || digits.length === 11
}

type GeneralErrors = Partial<Record<keyof General, string>>

/** What is wrong, not what is merely not there yet. */
export function findGeneralErrors({ phone, whatsapp, zipCode }: General): GeneralErrors {
  return {
    phone: isPhone(phone) ? undefined : 'Informe o DDD e o número.',
    whatsapp: isPhone(whatsapp) ? undefined : 'Informe o DDD e o número.',
    zipCode: zipCode === '' || zipCode.length === 8 ? undefined : 'O CEP tem 8 números.',
  }
}

export function hasPlace({ latitude, longitude }: Pick<Address, 'latitude' | 'longitude'>) {
  return latitude !== undefined && longitude !== undefined
}

/** What stands between the first step and the next, in words. */
export function listMissing(general: General): string[] {
  const missing = [
    general.name.trim() === '' && 'o nome',
    general.address.trim() === '' && 'o endereço',
    !hasPlace(general) && 'o ponto no mapa',
  ]
  const wrong = Object.values(findGeneralErrors(general)).some(Boolean)
  return [...missing.filter((word) => word !== false), ...(wrong ? ['corrigir os campos em vermelho'] : [])]
}

let lastKey = 0

/** Tells rows apart while they are edited, also beside those that a draft kept. */
export function newKey() {
  lastKey += 1
  return `${Date.now()}-${lastKey}`
}

/** The list with one of it a place further up or down. */
export function move<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list]
  moved.splice(to, 0, ...moved.splice(from, 1))
  return to < 0 || to >= list.length ? [...list] : moved
}
