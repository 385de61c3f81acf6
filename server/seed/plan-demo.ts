import { setImmediate as yieldToIo } from 'node:timers/promises'
import { assignDemoAppointments, demoAccounts } from './accounts.ts'
import { type BookedSeedAppointment, localNow, planAppointments } from './agenda.ts'
import { type BarbershopPlan, planBarbershop, type SeedBarbershop } from './barbershop.ts'
import type { SeedCity } from './cities/city.ts'
import { noronha, portoAlegre, recife } from './cities/coast.ts'
import { goiania } from './cities/goiania.ts'
import { cuiaba, manaus, rioBranco } from './cities/north-and-west.ts'
import { saoPaulo } from './cities/sao-paulo.ts'
import { createSeedUser, planRegulars, type SeedUser } from './customers.ts'
import type { Album } from './images/album.ts'
import { fullName, isWoman } from './people/names.ts'
import { createRandom, uuidOf } from './random.ts'
import { chooseShopNames } from './shop-names.ts'

const cities = [goiania, saoPaulo, recife, portoAlegre, manaus, cuiaba, rioBranco, noronha]
const showcases = [
  { name: 'Navalha de Ouro', neighborhood: 'Setor Bueno' },
  { name: 'Barbearia Dom Bigode', neighborhood: 'Setor Marista' },
]
/** Positions of the lively shops in each city; in Goiânia one of them is a showcase, so that the demo's owner has a queue. */
const livelyShops = new Set([1, 2])
/** Positions of the inactive shops in each city. */
const inactiveShops = new Set([31, 77])

/** The barbershops, their owners and barbers, except the three demo accounts. The same `now` gives the same plan. */
export function planShops(now: Date, album: Album) {
  const total = cities.reduce((sum, city) => sum + city.shops, 0)
  const names = chooseShopNames(
    createRandom('shop names'),
    total,
    showcases.map((shop) => shop.name),
  )
  const owners: SeedUser[] = []
  const shops = cities.flatMap((city) => planCity(city, names.splice(0, city.shops), { now, album, owners }))
  assignDemoBarber(shops[0])
  return { users: [...owners, ...shops.flatMap((shop) => listStaff(shop, album))], shops }
}

type CityContext = { now: Date; album: Album; owners: SeedUser[] }

function planCity(city: SeedCity, names: readonly string[], { now, album, owners }: CityContext): SeedBarbershop[] {
  const random = createRandom(`${city.name} shops`)
  return names.map((chosenName, index) => {
    const showcase = city === goiania ? showcases[index] : undefined
    const neighborhood =
      city.neighborhoods.find(({ name }) => name === showcase?.neighborhood) ?? random.pick(city.neighborhoods)
    const plan: BarbershopPlan = {
      city,
      neighborhood,
      index,
      now,
      name: showcase?.name ?? chosenName,
      ownerId: '',
      isShowcase: Boolean(showcase),
      isLively: livelyShops.has(index),
    }
    const shop = planBarbershop(plan)
    return {
      ...shop,
      owner_id: showcase ? demoAccounts.owner.id : findOwner(shop, index, owners),
      is_active: showcase !== undefined || !inactiveShops.has(index),
      images: album.chooseImages(index, createRandom(`${shop.id} images`)),
      barbers: shop.barbers.map((barber, position) => ({ ...barber, portfolio: planPortfolio(shop, position, album) })),
    }
  })
}

/** The first barber of a shop has images of their work, most of the others too; two of three are tagged with a service. */
function planPortfolio({ id, services }: SeedBarbershop, position: number, album: Album) {
  const random = createRandom(`${id} works ${position}`)
  if (position > 0 && random.chance(0.4)) return []
  const urls = album.chooseWorks(random, position === 0 ? random.int(4, 8) : random.int(2, 5))
  return urls.map((url) => ({ url, service_id: random.chance(0.66) ? random.pick(services).id : null }))
}

/** Every sixth shop belongs to the owner of the one before. */
function findOwner(shop: SeedBarbershop, index: number, owners: SeedUser[]): string {
  const last = owners.at(-1)
  if (last && index % 6 === 5) return last.id
  const name = fullName(createRandom(`${shop.id} owner`), 0.2)
  const owner = createSeedUser({
    id: uuidOf(`${shop.id} owner`),
    name,
    role: 'OWNER',
    avatarUrl: null,
    createdAt: shop.created_at,
  })
  owners.push(owner)
  return owner.id
}

function assignDemoBarber(shop: SeedBarbershop | undefined) {
  const [barber] = shop?.barbers ?? []
  if (barber) Object.assign(barber, { user_id: demoAccounts.barber.id, name: demoAccounts.barber.name })
}

function listStaff(shop: SeedBarbershop, album: Album): SeedUser[] {
  return shop.barbers
    .filter((barber) => barber.user_id !== demoAccounts.barber.id)
    .map(({ user_id: id, name }) => {
      const avatarUrl = album.findAvatar(createRandom(`${id} face`), { isWoman: isWoman(name) })
      return createSeedUser({ id, name, role: 'BARBER', avatarUrl, createdAt: shop.created_at })
    })
}

/** The customers of the barbershops and all appointments. Statements can run beside it: it returns to the event loop after each shop. */
export async function planCustomers(shops: readonly SeedBarbershop[], now: Date, album: Album) {
  const customers: SeedUser[] = []
  const appointments: BookedSeedAppointment[] = []
  for (const shop of shops) {
    await yieldToIo()
    const planned = planAppointments(shop, localNow(now, shop.time_zone))
    const regulars = planRegulars(shop, planned.length, now, album.findAvatar)
    customers.push(...regulars)
    // In order of time to one regular after the other, so that no customer has two at once.
    for (const [index, appointment] of planned.entries())
      appointments.push({ ...appointment, customerId: regulars[index % regulars.length]?.id ?? '' })
  }
  assignDemoAppointments(
    appointments,
    shops.map((shop) => shop.id),
  )
  return { customers, appointments }
}
