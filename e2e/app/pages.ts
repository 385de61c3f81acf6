import type { Page } from '@playwright/test'
import { slotsOf } from '../steps/booking.ts'
import { findDemoBarbershop, setorBueno } from '../steps/demo-barbershop.ts'
import { cardsOf } from '../steps/discovery.ts'
import { createOwnerWithPlan } from '../steps/owners.ts'
import { getTestPlan } from '../steps/payments.ts'
import type { TestUser } from '../steps/users.ts'
import { openAlwaysOpenBarbershop } from './always-open-barbershop.ts'
import type { Backend } from './backend.ts'
import { openBarbershopWithQueue } from './barbershop-with-queue.ts'

export type PageCase = {
  /** As in web/src/app/routes.ts. */
  route: string
  path: string
  /** Visible once the page has loaded completely. */
  marker: (page: Page) => ReturnType<Page['locator']>
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const text = (content: string) => (page: Page) => page.getByText(content)
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

/** Static pages, the same for every user. */
export const informationPages: readonly PageCase[] = [
  'sobre',
  'contato',
  'contact',
  'faq',
  'termos',
  'privacidade',
].map((route) => ({ route, path: `/${route}`, marker: title }))

const unknownToken = 'x'.repeat(43)
const unknownId = '00000000-0000-4000-8000-000000000000'

/** Pages of expired links: their request is refused, and the page shows that the target no longer exists. */
export const expiredLinks: readonly PageCase[] = [
  { route: 'agendamento/:token', path: `/agendamento/${unknownToken}`, marker: title },
  { route: 'a/:token', path: `/a/${unknownToken}`, marker: title },
  { route: 'f/:token', path: `/f/${unknownToken}`, marker: title },
  { route: 'o/:token', path: `/o/${unknownToken}`, marker: title },
  { route: 'aviso/:token', path: `/aviso/${unknownToken}`, marker: title },
  { route: 'fila', path: `/fila#${unknownToken}`, marker: text('Este código não vale mais.') },
  { route: 'convite', path: `/convite#${unknownToken}`, marker: title },
  { route: 'descadastrar', path: `/descadastrar#${unknownToken}`, marker: title },
  { route: 'moderacao', path: `/moderacao#${unknownId}.${unknownToken}`, marker: title },
  { route: 'recibo', path: `/recibo#${unknownId}.${unknownToken}`, marker: title },
  { route: 'desfazer-exclusao', path: `/desfazer-exclusao#${unknownId}.${unknownToken}`, marker: title },
  { route: 'desfazer-email', path: `/desfazer-email#${unknownToken}`, marker: button('Desfazer a troca') },
  { route: 'painel-da-loja', path: `/painel-da-loja#${unknownToken}`, marker: title },
  { route: 'payment/receipt/:id', path: `/payment/receipt/${unknownId}`, marker: title },
  { route: 'payment/confirmation', path: `/payment/confirmation?session_id=${unknownToken}`, marker: title },
  { route: '*', path: '/nao-existe', marker: text('Não tem ninguém nesta cadeira') },
]

export async function listCustomerPages(): Promise<readonly PageCase[]> {
  const shop = await findDemoBarbershop()
  const { id } = await getTestPlan('professional')
  return [
    {
      route: '',
      path: `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`,
      marker: (page) => cardsOf(page).first(),
    },
    { route: 'barbershop/:id', path: `/barbershop/${shop.id}`, marker: title },
    { route: ':slug', path: `/${shop.slug}`, marker: title },
    {
      route: 'barbershop/:barbershopId/booking/:barberId/:serviceId?',
      path: shop.bookingPath,
      marker: (page) => slotsOf(page).first(),
    },
    { route: 'customer/appointments', path: '/customer/appointments', marker: text('Você ainda não tem agendamentos') },
    { route: 'customer/favorites', path: '/customer/favorites', marker: text('Nenhuma favorita ainda') },
    { route: 'notifications', path: '/notifications', marker: text('Nenhuma notificação') },
    { route: 'become-owner', path: '/become-owner', marker: button(/^Selecionar /) },
    { route: 'checkout', path: `/checkout?planId=${id}`, marker: button(/^Pagar R\$/) },
    { route: 'profile', path: '/profile#seguranca', marker: text('Este aparelho') },
    { route: 'profile', path: '/profile#notificacoes', marker: text('Um aviso antes do seu horário') },
    { route: 'dev/outbox', path: '/dev/outbox', marker: title },
  ]
}

/** The login page in its three modes, for an anonymous user. */
export const loginPages: readonly PageCase[] = ['/login', '/login?mode=register', '/login?mode=forgot'].map((path) => ({
  route: 'login',
  path,
  marker: (page) => page.getByRole('main').getByLabel('E-mail'),
}))

/** Pages for barbers and owners only, each with a user who may open it. */
export async function listStaffPages(backend: Backend): Promise<readonly (PageCase & { user: TestUser })[]> {
  const { barber, owner } = await openAlwaysOpenBarbershop(backend)
  const newOwner = await createOwnerWithPlan(backend)
  const queue = await openBarbershopWithQueue(backend)
  const list = (route: string, path: string, marker: PageCase['marker'], user: TestUser) => ({
    route,
    path,
    marker,
    user,
  })
  return [
    list('barber/appointments', '/barber/appointments', button(/^Encaixar agora/), barber),
    list('barber/appointments', '/barber/appointments', button('Chamar próximo'), queue.barber),
    list('admin/appointments', '/admin/appointments?ver=dia', button('Fila'), queue.owner),
    list('barber/reviews', '/barber/reviews', text('Nenhuma avaliação ainda'), barber),
    list('barber/schedule', '/barber/schedule', button(/^Copiar pausas/), barber),
    list('admin/appointments', '/admin/appointments', title, owner),
    list('admin/appointments', '/admin/appointments?ver=dia', button(/^Encaixar agora com/), owner),
    list('admin', '/admin', button('Nova Barbearia'), newOwner),
    list('admin', '/admin?aba=barbeiros', title, newOwner),
    list('clientes', '/clientes', text('Nenhum cliente ainda'), owner),
    list('clientes/avisos', '/clientes/avisos', text('Ninguém confirmado para amanhã.'), owner),
    list('clientes/importar', '/clientes/importar', text('O que você quer trazer?'), owner),
    list('caixa', '/caixa', text('Nenhuma comanda neste dia'), owner),
    list('financeiro/caixa', '/financeiro/caixa', button('Abrir o caixa'), owner),
    list('financeiro/conferencia', '/financeiro/conferencia', text('Nenhum Pix espera conferência.'), owner),
    list('financeiro/produtos', '/financeiro/produtos', text('Nenhum produto ainda'), owner),
    list('financeiro', '/financeiro', text('Nada lançado neste mês'), owner),
    list('financeiro/receber', '/financeiro/receber', text('Ninguém deve nada.'), owner),
    list('ganhos', '/ganhos', text('Nada ainda neste período'), barber),
    list(
      'financeiro/comissoes',
      '/financeiro/comissoes',
      (page) => page.getByRole('list', { name: 'Em aberto' }).getByText('Tonho Valadares'),
      owner,
    ),
    list('admin/payments', '/admin/payments', title, newOwner),
  ]
}
