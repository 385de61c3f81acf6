import { findNameProblem } from '@na-regua/contract/names'
import { MAX_BARBERSHOP_IMAGES, type OwnBarbershop, TOO_MANY_IMAGES_MESSAGE } from '@na-regua/contract/own-barbershops'
import type { Address } from '../../../lib/geolocation.ts'
import type { ImageLimit } from '../../../lib/upload.ts'

export type GeneralDraft = Address & { name: string; phone: string; whatsapp: string; description: string }

export const emptyGeneral: GeneralDraft = {
  name: '',
  address: '',
  street: '',
  number: '',
  complement: '',
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

type GeneralErrors = Partial<Record<keyof GeneralDraft, string>>

/** Errors of invalid values; empty fields have none. */
export function findGeneralErrors({ phone, whatsapp, zipCode }: GeneralDraft): GeneralErrors {
  return {
    phone: isPhone(phone) ? undefined : 'Informe o DDD e o número.',
    whatsapp: isPhone(whatsapp) ? undefined : 'Informe o DDD e o número.',
    zipCode: zipCode === '' || zipCode.length === 8 ? undefined : 'O CEP tem 8 números.',
  }
}

export function hasPosition({ latitude, longitude }: Pick<Address, 'latitude' | 'longitude'>) {
  return latitude !== undefined && longitude !== undefined
}

type MissingErrors = { name?: string; address?: string; position?: string }

/** Errors of what is still empty, shown when the user tries to go on. */
export function findMissingErrors(general: GeneralDraft): MissingErrors {
  return {
    name: findNameProblem(general.name, 'Dê um nome à barbearia.'),
    address: general.address.trim() ? undefined : 'Preencha a rua e o número, ou escreva o endereço.',
    position: hasPosition(general) ? undefined : 'Marque no mapa onde fica a barbearia.',
  }
}

/** What the first step still needs, as texts. */
export function listMissingInput(general: GeneralDraft): string[] {
  const missing = [
    general.name.trim() === '' && 'o nome',
    general.address.trim() === '' && 'o endereço',
    !hasPosition(general) && 'o ponto no mapa',
  ]
  const wrong = Object.values(findGeneralErrors(general)).some(Boolean)
  return [...missing.filter((word) => word !== false), ...(wrong ? ['corrigir os campos em vermelho'] : [])]
}

let lastKey = 0

/** A React key for a row, unique also among the rows of a stored draft. */
export function createKey() {
  lastKey += 1
  return `${Date.now()}-${lastKey}`
}

export const barbershopImages: ImageLimit = { max: MAX_BARBERSHOP_IMAGES, message: TOO_MANY_IMAGES_MESSAGE }

/** Each image once, the cover first. */
export function listOwnImages({ images, coverImageUrl }: Pick<OwnBarbershop, 'images' | 'coverImageUrl'>): string[] {
  const all = coverImageUrl ? [coverImageUrl, ...images] : images
  return [...new Set(all)].slice(0, MAX_BARBERSHOP_IMAGES)
}

/** Error text of a failed change: an image was removed, became the cover, or was added. */
export function describeImageChangeError(before: readonly string[], after: readonly string[]) {
  if (before.some((url) => !after.includes(url))) return 'Erro ao remover imagem'
  const isCoverMoved = before.length > 0 && before[0] !== after[0]
  return isCoverMoved ? 'Erro ao definir imagem de capa' : 'Erro ao salvar. Tente novamente.'
}
