import type { Random } from './random.ts'
import { uuidOf } from './random.ts'

export type ShopClass = 'simple' | 'classic' | 'premium'

export type SeedService = {
  id: string
  name: string
  description: string
  duration_min: number
  /** Minutes of cleaning after the service. */
  buffer_min: number
  price_cents: number
  /** How often it is booked, relative to the other services of the shop. */
  demand: number
}

type CatalogService = Omit<SeedService, 'id'> & { classes: readonly ShopClass[] }

const everywhere: readonly ShopClass[] = ['simple', 'classic', 'premium']
const finer: readonly ShopClass[] = ['classic', 'premium']

/** Minutes of cleaning after services that use colour or foil. */
const buffers = new Map([
  ['Platinado', 15],
  ['Luzes', 15],
  ['Relaxamento', 10],
  ['Pigmentação', 10],
])

function service(
  name: string,
  duration: number,
  reais: number,
  demand: number,
  description: string,
  classes = everywhere,
) {
  return {
    name,
    description,
    duration_min: duration,
    buffer_min: buffers.get(name) ?? 0,
    price_cents: reais * 100,
    demand,
    classes,
  }
}

/** Services of every shop. */
const staples: readonly CatalogService[] = [
  service('Corte masculino', 40, 45, 10, 'Máquina e tesoura, lavagem e finalização.'),
  service('Barba na toalha quente', 30, 40, 5, 'Toalha quente, navalha e hidratação da pele.'),
]

const others: readonly CatalogService[] = [
  service('Degradê', 45, 50, 9, 'Transição limpa, do zero ao volume que você gosta.'),
  service('Corte + barba', 60, 75, 8, 'O pacote completo, com desconto sobre os dois.'),
  service('Sobrancelha', 15, 15, 4, 'Alinhada na navalha ou na pinça.'),
  service('Pigmentação', 30, 35, 2, 'Disfarça falhas da barba e marca o contorno.'),
  service('Platinado', 120, 160, 1, 'Descoloração e matização com proteção do fio.', finer),
  service('Corte infantil', 30, 40, 3, 'Para os pequenos, com calma e desenho na TV.'),
  service('Relaxamento', 60, 80, 1, 'Abre os cachos e solta o volume.'),
  service('Hidratação', 30, 45, 2, 'Máscara nutritiva e massagem no couro cabeludo.', finer),
  service('Luzes', 90, 130, 1, 'Mechas na touca, do discreto ao ousado.', finer),
  service('Navalhado', 50, 60, 3, 'Laterais na navalha, pele lisa e contorno perfeito.'),
  service('Corte na tesoura', 50, 60, 3, 'Sem máquina, para cabelos médios e longos.', finer),
  service('Pezinho', 15, 20, 3, 'Só o contorno, entre um corte e outro.'),
  service('Raspado na máquina', 20, 30, 2, 'Um pente só, rápido e alinhado.', ['simple', 'classic']),
  service('Desenho no cabelo', 30, 30, 1, 'Risco simples ou arte, você traz a ideia.'),
  service('Limpeza de pele', 40, 70, 1, 'Esfoliação, extração leve e máscara calmante.', ['premium']),
  service('Dia do noivo', 120, 260, 1, 'Corte, barba, pele e um brinde antes do sim.', ['premium']),
]

const classFactor: Record<ShopClass, number> = { simple: 0.75, classic: 1, premium: 1.45 }

/** Three to eight services, the two staples first, priced in steps of R$ 5. */
export function chooseServices(
  random: Random,
  shopId: string,
  shopClass: ShopClass,
  priceFactor: number,
): SeedService[] {
  const possible = random.shuffle(others.filter((entry) => entry.classes.includes(shopClass)))
  const chosen = [...staples, ...possible.slice(0, random.int(1, shopClass === 'simple' ? 4 : 6))]
  const taste = classFactor[shopClass] * priceFactor * (0.92 + random.next() * 0.16)
  return chosen.map(({ classes: _, ...entry }) => ({
    ...entry,
    id: uuidOf(`${shopId} service ${entry.name}`),
    duration_min: entry.duration_min + (entry.duration_min >= 30 && random.chance(0.25) ? 5 : 0),
    price_cents: Math.max(1000, Math.round((entry.price_cents * taste) / 500) * 500),
  }))
}

export type SeedCombination = { id: string; service_ids: string[]; duration_min: number; price_cents: number }

/** Cut and beard together, in less time and for about a tenth less. */
export function combineStaples(shopId: string, services: readonly SeedService[]): SeedCombination[] {
  const [cut, beard] = services
  if (!cut || !beard) return []
  return [
    {
      id: uuidOf(`${shopId} cut and beard`),
      service_ids: [cut.id, beard.id].sort(),
      duration_min: cut.duration_min + beard.duration_min - 10,
      price_cents: Math.round(((cut.price_cents + beard.price_cents) * 0.9) / 500) * 500,
    },
  ]
}
