import { type ShopPaymentMethod, shopPaymentMethods } from '@na-regua/contract/barbershops'
import type { SeedCity, SeedNeighborhood } from './cities/city.ts'
import { chooseHours, type Opening, showcaseHours } from './hours.ts'
import { createRandom, type Random, uuidOf } from './random.ts'
import {
  chooseServices,
  combineStaples,
  type SeedCombination,
  type SeedService,
  type ShopClass,
} from './service-catalog.ts'
import { planBarbers, type SeedBarber } from './staff.ts'

/** A barbershop with the columns of its row, and the rows that belong to it. */
export type SeedBarbershop = {
  id: string
  owner_id: string
  name: string
  description: string
  address: string
  street: string
  street_number: string
  neighborhood: string
  city: string
  state: string
  zip_code: string
  phone: string
  whatsapp: string
  latitude: number
  longitude: number
  time_zone: string
  is_active: boolean
  is_featured: boolean
  grid_minutes: number
  created_at: string
  payment_methods: ShopPaymentMethod[]
  featureIds: number[]
  /** URLs; the first one is the cover. */
  images: string[]
  services: SeedService[]
  combinations: SeedCombination[]
  openings: Opening[]
  barbers: SeedBarber[]
  /** Mean of the generated ratings, 1 to 5. */
  quality: number
  /** Planned appointments of the last 90 days. */
  appointmentCount: number
  /** Shows what most barbershops do not have: a queue, combined services, in some cities last-minute slots. */
  isLively: boolean
}

export type BarbershopPlan = {
  city: SeedCity
  neighborhood: SeedNeighborhood
  /** Position in the city, from 0. */
  index: number
  name: string
  ownerId: string
  now: Date
  /** A shop of the demo accounts: large, well rated and open every day, so that its pages are never empty. */
  isShowcase?: boolean
  isLively?: boolean
}

export function planBarbershop(plan: BarbershopPlan): SeedBarbershop {
  const { city, neighborhood, name, isShowcase = false, isLively = false } = plan
  const id = uuidOf(`shop ${city.name} ${plan.index}`)
  const random = createRandom(id)
  const shopClass = isShowcase ? 'premium' : chooseClass(random, neighborhood.wealth)
  const openings = isShowcase || isLively ? showcaseHours : chooseHours(random)
  const services = chooseServices(random, id, shopClass, city.priceFactor)
  const rating = Math.min(4.95, 4.05 + (shopClass === 'premium' ? 0.35 : 0.1) + random.gauss() * 0.32)
  const quality = isShowcase ? 4.8 : rating
  return {
    id,
    owner_id: plan.ownerId,
    name,
    description: generateDescription(random, shopClass, neighborhood.name),
    ...generateAddress(random, city, neighborhood),
    is_active: true,
    is_featured: isShowcase || (shopClass === 'premium' && random.chance(0.2)),
    grid_minutes: isShowcase ? 15 : random.weighted(grids),
    created_at: daysBefore(plan.now, random.int(120, 1400)),
    payment_methods: shopClass === 'simple' ? ['pix', 'cash'] : [...shopPaymentMethods],
    featureIds: chooseFeatures(random, shopClass),
    images: [],
    services,
    combinations: isLively || shopClass === 'premium' ? combineStaples(id, services) : [],
    openings,
    barbers: planBarbers(random, { id, openings }, chooseStaffSize(random, shopClass)),
    quality,
    appointmentCount: isShowcase ? 230 : Math.round(8 + 210 * random.next() ** 3 * (quality > 4.3 ? 1 : 0.5)),
    isLively,
  }
}

const grids = [
  [15, 12],
  [30, 2],
  [10, 1],
] as const

export function daysBefore(now: Date, days: number) {
  return new Date(now.getTime() - days * 86_400_000).toISOString()
}

function chooseClass(random: Random, wealth: SeedNeighborhood['wealth']): ShopClass {
  const weights = (
    [
      [6, 3, 0.5],
      [3, 5, 2],
      [1, 4, 5],
    ] as const
  )[wealth]
  return random.weighted([
    ['simple', weights[0]],
    ['classic', weights[1]],
    ['premium', weights[2]],
  ])
}

function chooseStaffSize(random: Random, shopClass: ShopClass) {
  if (shopClass === 'premium') return random.int(3, 6)
  return shopClass === 'classic' ? random.int(2, 4) : random.int(1, 3)
}

function generateAddress(random: Random, city: SeedCity, place: SeedNeighborhood) {
  const number = random.int(3, 240) * 10 + random.int(0, 9)
  const street = random.pick(place.streets)
  const zip = `${place.zip}${String(random.int(0, 99) * 10).padStart(3, '0')}`
  // No exchange in Brazil begins with 90000, so these numbers are unassigned.
  const phone = `${city.areaCode}90000${String(random.int(0, 9999)).padStart(4, '0')}`
  const spread = city.shops < 10 ? 0.0012 : 0.0034
  return {
    address: `${street}, ${number} - ${place.name}, ${city.name} - ${city.state}`,
    street,
    street_number: String(number),
    neighborhood: place.name,
    city: city.name,
    state: city.state,
    zip_code: zip,
    phone,
    whatsapp: phone,
    latitude: round(place.latitude + random.gauss() * spread),
    longitude: round(place.longitude + random.gauss() * spread),
    time_zone: city.timeZone,
  }
}

function round(degrees: number) {
  return Math.round(degrees * 1e6) / 1e6
}

/** Ids of the fifteen rows of `features`; the last ones of each list are less common. */
const featuresOf: Record<ShopClass, readonly number[]> = {
  simple: [4, 14, 10, 2, 11, 15, 13, 12, 3],
  classic: [1, 2, 4, 10, 6, 3, 11, 13, 7, 12, 15],
  premium: [1, 2, 4, 5, 6, 10, 3, 7, 9, 13, 8, 12],
}

function chooseFeatures(random: Random, shopClass: ShopClass) {
  const possible = featuresOf[shopClass]
  const chosen = possible.filter((_, index) => random.chance(0.9 - 0.7 * (index / possible.length)))
  return chosen.length > 1 ? chosen : possible.slice(0, 3)
}

const firstSentences: Record<ShopClass, readonly string[]> = {
  simple: [
    'Barbearia de bairro, sem frescura e com preço justo.',
    'Aqui o corte é rápido, bem feito e a conversa é de graça.',
    'A barbearia da família, onde todo mundo se conhece pelo nome.',
    'Portas abertas há anos na mesma calçada.',
  ],
  classic: [
    'Corte clássico com cuidado moderno, no coração do {bairro}.',
    'Cadeira confortável, navalha afiada e horário respeitado.',
    'O lugar de cuidar do visual sem correria em {bairro}.',
    'Mistura boa de barbearia antiga com técnica de hoje.',
  ],
  premium: [
    'Uma experiência completa para quem leva o visual a sério.',
    'Ambiente reservado, produtos de primeira e profissionais premiados.',
    'Atendimento individual, do café à finalização.',
    'Referência em {bairro} para barba, cabelo e cuidado com a pele.',
  ],
}
const secondSentences = [
  'Toalha quente, navalha e um bom papo.',
  'Marque pelo celular e chegue na hora: a cadeira é sua.',
  'Atendemos todos os tipos de cabelo.',
  'Traga as crianças, aqui tem paciência de sobra.',
  'Café passado na hora e música boa na vitrola.',
  'Especialistas em degradê e barba desenhada.',
  'Estacionamento fácil e ponto de ônibus na porta.',
  'Nossa equipe estuda toda semana para o seu corte sair na régua.',
]

function generateDescription(random: Random, shopClass: ShopClass, neighborhood: string) {
  const first = random.pick(firstSentences[shopClass]).replace('{bairro}', neighborhood)
  return `${first} ${random.pick(secondSentences)}`
}
