import type { Barbershop } from '@na-regua/contract/barbershops'
import { BRAND } from '../../../lib/brand.ts'
import type { IconName } from '../../../ui/icon-paths.ts'

const BRAZIL = '55'

/** Digits with the country's code once, or undefined when it is no Brazilian number. */
function toInternational(phone: string | null) {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^0+/, '')
  if (/^\d{10,11}$/.test(digits)) return BRAZIL + digits
  return /^55\d{10,11}$/.test(digits) ? digits : undefined
}

export function phoneHref(phone: string | null) {
  const number = toInternational(phone)
  return number && `tel:+${number}`
}

/** Opens the conversation with a first line that says which shop is meant and where it was found. */
export function whatsappHref({ name, whatsapp }: Pick<Barbershop, 'name' | 'whatsapp'>) {
  const number = toInternational(whatsapp)
  const text = `Olá! Encontrei a ${name} no ${BRAND} e gostaria de tirar uma dúvida.`
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}

/** Whether one can talk to the shop without going there. */
export function isReachable(shop: Pick<Barbershop, 'name' | 'phone' | 'whatsapp'>) {
  return Boolean(phoneHref(shop.phone) ?? whatsappHref(shop))
}

export function mapsHref({ latitude, longitude }: Pick<Barbershop, 'latitude' | 'longitude'>) {
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
}

/** Every picture once, the cover first when the shop has no others. */
export function listPictures({ images, coverImageUrl }: Pick<Barbershop, 'images' | 'coverImageUrl'>) {
  if (images.length > 0) return [...new Set(images)]
  return coverImageUrl ? [coverImageUrl] : []
}

/** Cents of the cheapest active service. */
export function lowestPrice({ services }: Pick<Barbershop, 'services'>) {
  const prices = services.filter(({ isActive }) => isActive).map(({ priceCents }) => priceCents)
  return prices.length > 0 ? Math.min(...prices) : undefined
}

const featureIcons: Record<string, IconName> = {
  'Ambiente climatizado': 'snow',
  'Wi-Fi gratuito': 'wifi',
  Estacionamento: 'car',
  'Cartão de crédito': 'card',
  'Produtos premium': 'gem',
  'Ambiente moderno': 'sofa',
  'Cerveja artesanal': 'cup',
  'Música ao vivo': 'music',
  'Produtos importados': 'globe',
  'Agenda online': 'calendar-check',
  'Atendimento familiar': 'people',
  'Espaço kids': 'kite',
  'Produtos naturais': 'leaf',
  'Preços acessíveis': 'tag',
  'Tradição de 30 anos': 'medal',
}

export function iconOfFeature(name: string): IconName {
  return featureIcons[name] ?? 'check'
}

/** Anything else in the address cannot be a shop. */
export function isShopId(id: string) {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
}
