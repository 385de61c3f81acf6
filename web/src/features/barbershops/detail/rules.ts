import type { Barbershop } from '@na-regua/contract/barbershops'
import { BRAND } from '../../../lib/site.ts'
import type { IconName } from '../../../ui/icon.tsx'

const BRAZIL_CODE = '55'

/** Digits with the country code, or undefined if it is not a Brazilian number. */
function toInternational(phone: string | null) {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^0+/, '')
  if (/^\d{10,11}$/.test(digits)) return BRAZIL_CODE + digits
  return /^55\d{10,11}$/.test(digits) ? digits : undefined
}

export function phoneHref(phone: string | null) {
  const number = toInternational(phone)
  return number && `tel:+${number}`
}

/** Opens a chat with a first message that names the barbershop and the site. */
export function whatsappHref({ name, whatsapp }: Pick<Barbershop, 'name' | 'whatsapp'>) {
  const number = toInternational(whatsapp)
  const text = `Olá! Encontrei a ${name} no ${BRAND} e gostaria de tirar uma dúvida.`
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}

/** Whether there is a phone or WhatsApp number. */
export function isReachable(shop: Pick<Barbershop, 'name' | 'phone' | 'whatsapp'>) {
  return Boolean(phoneHref(shop.phone) ?? whatsappHref(shop))
}

export function mapsHref({ latitude, longitude }: Pick<Barbershop, 'latitude' | 'longitude'>) {
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
}

/** The way to the barbershop, from where the user is. */
export function directionsHref({ latitude, longitude }: Pick<Barbershop, 'latitude' | 'longitude'>) {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
}

/** Each image once; the cover if there are no others. */
export function listImages({ images, coverImageUrl }: Pick<Barbershop, 'images' | 'coverImageUrl'>) {
  if (images.length > 0) return [...new Set(images)]
  return coverImageUrl ? [coverImageUrl] : []
}

/** Cents of the cheapest active service. */
export function findLowestPrice({ services }: Pick<Barbershop, 'services'>) {
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

export function getFeatureIcon(name: string): IconName {
  return featureIcons[name] ?? 'check'
}
