import type { Page } from '@playwright/test'
import { timesOf } from '../steps/booking.ts'
import { cardsOf } from '../steps/discovery.ts'
import { createOwner } from '../steps/owners.ts'
import { findPlan } from '../steps/payments.ts'
import type { Person } from '../steps/people.ts'
import { findShowcase, setorBueno } from '../steps/shops.ts'
import { openLongDays } from './long-days.ts'
import type { World } from './world.ts'

export type Place = {
  /** As in web/src/app/routes.ts. */
  route: string
  address: string
  /** What tells that the page is all there. */
  sign: (page: Page) => ReturnType<Page['locator']>
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const words = (text: string) => (page: Page) => page.getByText(text)
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

/** They only tell something, to everybody the same. */
export const informationPages: readonly Place[] = ['sobre', 'contato', 'contact', 'faq', 'termos', 'privacidade'].map(
  (route) => ({ route, address: `/${route}`, sign: title }),
)

const unknownToken = 'x'.repeat(43)
const nobody = '00000000-0000-4000-8000-000000000000'

/** Pages of a link that has run out: what it led to is gone, and that is what they say. Their call is refused. */
export const oldLinks: readonly Place[] = [
  { route: 'agendamento/:token', address: `/agendamento/${unknownToken}`, sign: title },
  { route: 'convite', address: `/convite#${unknownToken}`, sign: title },
  { route: 'descadastrar', address: `/descadastrar#${unknownToken}`, sign: title },
  { route: 'desfazer-exclusao', address: `/desfazer-exclusao#${nobody}.${unknownToken}`, sign: title },
  { route: 'desfazer-email', address: `/desfazer-email#${unknownToken}`, sign: button('Desfazer a troca') },
  { route: 'payment/receipt/:id', address: `/payment/receipt/${nobody}`, sign: title },
  { route: 'payment/confirmation', address: `/payment/confirmation?session_id=${unknownToken}`, sign: title },
  { route: '*', address: '/nao-existe', sign: words('Não tem ninguém nesta cadeira') },
]

/** What a customer sees. */
export async function listCustomerPages(): Promise<readonly Place[]> {
  const shop = await findShowcase()
  const { id } = await findPlan('professional')
  return [
    {
      route: '',
      address: `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`,
      sign: (page) => cardsOf(page).first(),
    },
    { route: 'barbershop/:id', address: `/barbershop/${shop.id}`, sign: title },
    {
      route: 'barbershop/:barbershopId/booking/:barberId/:serviceId?',
      address: shop.bookingPath,
      sign: (page) => timesOf(page).first(),
    },
    {
      route: 'customer/appointments',
      address: '/customer/appointments',
      sign: words('Você ainda não tem agendamentos'),
    },
    { route: 'customer/favorites', address: '/customer/favorites', sign: words('Nenhuma favorita ainda') },
    { route: 'notifications', address: '/notifications', sign: words('Nenhuma notificação') },
    { route: 'become-owner', address: '/become-owner', sign: button(/^Selecionar /) },
    { route: 'checkout', address: `/checkout?planId=${id}`, sign: button(/^Pagar R\$/) },
    { route: 'profile', address: '/profile', sign: words('Este aparelho') },
    { route: 'dev/outbox', address: '/dev/outbox', sign: title },
  ]
}

/** What a visitor sees who is about to come in. */
export const doors: readonly Place[] = ['/login', '/login?mode=register', '/login?mode=forgot'].map((address) => ({
  route: 'login',
  address,
  sign: (page) => page.getByRole('main').getByLabel('E-mail'),
}))

/** What only those who work in a shop see, and as whom. */
export async function listStaffPages(world: World): Promise<readonly (Place & { person: Person })[]> {
  const { barber, owner } = await openLongDays(world)
  const newcomer = await createOwner(world)
  const list = (route: string, address: string, sign: Place['sign'], person: Person) => ({
    route,
    address,
    sign,
    person,
  })
  return [
    list('barber/appointments', '/barber/appointments', button(/^Encaixar agora/), barber),
    list('barber/schedule', '/barber/schedule', button(/^Copiar pausas/), barber),
    list('admin/appointments', '/admin/appointments', title, owner),
    list('admin/appointments', '/admin/appointments?ver=dia', button(/^Encaixar agora com/), owner),
    list('admin', '/admin', button('Nova Barbearia'), newcomer),
    list('admin', '/admin?aba=barbeiros', title, newcomer),
    list('admin/payments', '/admin/payments', title, newcomer),
  ]
}
