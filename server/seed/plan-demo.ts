import { bookDemoCustomer, demoAccounts } from './accounts.ts'
import { localNow, planAppointments } from './agenda.ts'
import { type Barbershop, planBarbershop, type ShopPlan } from './barbershop.ts'
import type { City } from './cities/city.ts'
import { noronha, portoAlegre, recife } from './cities/coast.ts'
import { goiania } from './cities/goiania.ts'
import { cuiaba, manaus, rioBranco } from './cities/north-and-west.ts'
import { saoPaulo } from './cities/sao-paulo.ts'
import { bookRegulars, demoPerson, inviteRegulars, type User } from './customers.ts'
import type { Album } from './images/album.ts'
import type { BookedSeedAppointment } from './insert-appointments.ts'
import { fullName, isWoman } from './people/names.ts'
import { createRandom, uuidOf } from './random.ts'
import { dealShopNames } from './shop-names.ts'

export type Demo = { users: User[]; shops: Barbershop[]; appointments: BookedSeedAppointment[] }

const cities = [goiania, saoPaulo, recife, portoAlegre, manaus, cuiaba, rioBranco, noronha]
const showcases = [
  { name: 'Navalha de Ouro', neighborhood: 'Setor Bueno' },
  { name: 'Barbearia Dom Bigode', neighborhood: 'Setor Marista' },
]
/** Places in the city's list of shops that are switched off. */
const closedShops = new Set([31, 77])

/** Everything of the demo but its files and its open accounts; the same for the same instant. */
export function planDemo(now: Date, album: Album): Demo {
  const total = cities.reduce((sum, city) => sum + city.shops, 0)
  const names = dealShopNames(
    createRandom('shop names'),
    total,
    showcases.map((shop) => shop.name),
  )
  const owners: User[] = []
  const shops = cities.flatMap((city) => planCity(city, names.splice(0, city.shops), { now, album, owners }))
  employDemoBarber(shops[0])
  const staff = shops.flatMap((shop) => listStaff(shop, album))
  const { visits: appointments, customers } = planCustomers(shops, now, album)
  bookDemoCustomer(
    appointments,
    shops.map((shop) => shop.id),
  )
  return { users: [...owners, ...staff, ...customers], shops, appointments }
}

type Company = { now: Date; album: Album; owners: User[] }

function planCity(city: City, names: readonly string[], { now, album, owners }: Company): Barbershop[] {
  const random = createRandom(`${city.name} shops`)
  return names.map((dealt, index) => {
    const showcase = city === goiania ? showcases[index] : undefined
    const neighborhood =
      city.neighborhoods.find(({ name }) => name === showcase?.neighborhood) ?? random.pick(city.neighborhoods)
    const plan: ShopPlan = {
      city,
      neighborhood,
      index,
      now,
      name: showcase?.name ?? dealt,
      ownerId: '',
      isShowcase: Boolean(showcase),
    }
    const shop = planBarbershop(plan)
    return {
      ...shop,
      owner_id: showcase ? demoAccounts.owner.id : findOwner(shop, index, owners),
      is_active: showcase !== undefined || !closedShops.has(index),
      images: album.chooseImages(index, createRandom(`${shop.id} images`)),
    }
  })
}

/** Every sixth shop belongs to the owner of the one before. */
function findOwner(shop: Barbershop, index: number, owners: User[]): string {
  const last = owners.at(-1)
  if (last && index % 6 === 5) return last.id
  const name = fullName(createRandom(`${shop.id} owner`), 0.2)
  const owner = demoPerson({
    id: uuidOf(`${shop.id} owner`),
    name,
    role: 'OWNER',
    avatarUrl: null,
    createdAt: shop.created_at,
  })
  owners.push(owner)
  return owner.id
}

function employDemoBarber(shop: Barbershop | undefined) {
  const [barber] = shop?.barbers ?? []
  if (barber) Object.assign(barber, { user_id: demoAccounts.barber.id, name: demoAccounts.barber.name })
}

function listStaff(shop: Barbershop, album: Album): User[] {
  return shop.barbers
    .filter((barber) => barber.user_id !== demoAccounts.barber.id)
    .map(({ user_id: id, name }) => {
      const avatarUrl = album.findAvatar(createRandom(`${id} face`), { isWoman: isWoman(name) })
      return demoPerson({ id, name, role: 'BARBER', avatarUrl, createdAt: shop.created_at })
    })
}

function planCustomers(shops: readonly Barbershop[], now: Date, album: Album) {
  const customers: User[] = []
  const appointments = shops.flatMap((shop) => {
    const planned = planAppointments(shop, localNow(now, shop.time_zone))
    const regulars = inviteRegulars(shop, planned.length, now, album.findAvatar)
    customers.push(...regulars)
    const memberships = bookRegulars(planned, regulars)
    return planned.map(
      (appointment): BookedSeedAppointment => ({ ...appointment, customerId: memberships.get(appointment.id) ?? '' }),
    )
  })
  return { visits: appointments, customers }
}
