import type { User } from '@na-regua/contract/accounts'
import { VERIFIED_COMPLETED } from '@na-regua/contract/barbershops'
import { listUpcomingHolidays } from '@na-regua/contract/holidays'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { toSlug } from '@na-regua/contract/slugs'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { hasCode } from '../../../lib/api-error.ts'
import { formatAmount, formatCount, formatRating, getWeekday } from '../../../lib/format.ts'
import { addCalendarDays } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'

/** Without those that the user only manages: they count against the plan of their owner. */
export function listOwned<S extends { id: string }>(
  shops: readonly S[],
  user: Pick<User, 'barbershopRoles'> | undefined,
) {
  return shops.filter(({ id }) => !user?.barbershopRoles?.some(({ barbershop }) => barbershop.id === id))
}

/** 'Você atingiu o limite de 3 barbearias ativas do seu plano.', or undefined below the limit. The barbershops are the user's own. */
export function describeLimit({ plan }: OwnPlan, shops: readonly Pick<OwnBarbershop, 'is_active'>[]) {
  const max = plan.max_barbershops
  const active = shops.filter((shop) => shop.is_active).length
  if (max === null || active < max) return undefined
  return `Você atingiu o limite de ${formatCount(max, 'barbearia ativa', 'barbearias ativas')} do seu plano.`
}

/** Text about inactive barbershops. After a payment the owner has to reactivate blocked ones, so the text says so. */
export function describeInactive(ownPlan: OwnPlan, shops: readonly Pick<OwnBarbershop, 'is_active' | 'isBlocked'>[]) {
  const canReactivate = ownPlan.canEdit && shops.some(({ isBlocked }) => isBlocked) && !describeLimit(ownPlan, shops)
  if (canReactivate) return 'Seu plano está em dia: ative as que você quer de volta nas buscas. Nada foi apagado.'
  return 'Fora das buscas. Nada foi apagado: serviços, horários e equipe esperam por você.'
}

/** Undefined if the plan features barbershops. What Profissional has in its place is said, because its card says 'Destaque nas buscas'. */
export function findFeaturingError({ plan }: OwnPlan) {
  if (plan.tier === 'premium') return undefined
  const text =
    plan.tier === 'professional' ? 'No Profissional, elas já vêm antes quando há empate nas buscas.' : undefined
  return { title: 'Apenas usuários com o plano Premium podem destacar barbearias.', text }
}

type Check = { label: string; isDone: boolean }

/** What the verified badge needs, as the server checks it. */
export function listVerification({ verification }: OwnBarbershop, { plan, canEdit }: OwnPlan): Check[] {
  const { hasEmail, hasPhone, hasPhoto, completed } = verification
  return [
    { label: 'Plano Premium em dia', isDone: plan.tier === 'premium' && canEdit },
    { label: 'E-mail do dono confirmado', isDone: hasEmail },
    { label: 'Telefone ou WhatsApp na página', isDone: hasPhone },
    { label: 'Foto na página', isDone: hasPhoto },
    {
      label: `${VERIFIED_COMPLETED} atendimentos finalizados em 90 dias (${completed} até agora)`,
      isDone: completed >= VERIFIED_COMPLETED,
    },
  ]
}

export type UpcomingAppointments = { appointments: readonly ScheduleConflict[]; timeZone: string }

/** The appointments in the error response to a deactivation. */
export function findUpcomingAppointments(error: unknown): UpcomingAppointments | undefined {
  if (!hasCode(error, 'FUTURE_APPOINTMENTS')) return undefined
  const { appointments, timeZone } = error.details as Partial<UpcomingAppointments>
  return appointments && timeZone ? { appointments, timeZone } : undefined
}

/** What a barbershop needs before it can be booked. */
export function listMissingSetup({ services, workingHours, barberCount }: OwnBarbershop): string[] {
  return [
    services.every(({ isActive }) => !isActive) && 'serviços',
    workingHours.every(({ isClosed }) => isClosed) && 'horários',
    barberCount === 0 && 'barbeiros',
  ].filter((item) => item !== false)
}

/** The facts of a barbershop in one line, the place first. */
export function describeBarbershop(shop: OwnBarbershop): string {
  const { neighborhood, city, state, price_from, services, barberCount, averageRating, reviewCount } = shop
  return [
    [neighborhood, `${city} - ${state}`].filter(Boolean).join(', '),
    price_from === null ? 'Sem preço' : `A partir de R$ ${formatAmount(price_from)}`,
    formatCount(services.filter(({ isActive }) => isActive).length, 'serviço', 'serviços'),
    formatCount(barberCount, 'barbeiro', 'barbeiros'),
    `${formatRating(averageRating)} (${reviewCount})`,
  ].join(' · ')
}

const HOLIDAY_NOTICE_DAYS = 45

type HolidayShop = Pick<OwnBarbershop, 'state' | 'workingHours' | 'specialDates'>

/** The next holiday on an open weekday for which the owner has not decided yet; each year again. `today` is in the shop's time zone. */
export function findUndecidedHoliday({ state, workingHours, specialDates }: HolidayShop, today: string) {
  const end = addCalendarDays(today, HOLIDAY_NOTICE_DAYS)
  return listUpcomingHolidays({ state, today }).find(
    ({ date }) =>
      date < end &&
      workingHours.some(({ dayOfWeek, isClosed }) => !isClosed && dayOfWeek === getWeekday(date)) &&
      specialDates.every((special) => special.date !== date),
  )
}

export type Addresses = {
  /** The page that the owner gives away. */
  page: string
  /** For sites without scripts. */
  booking: string
  origin: string
}

export function addressesOf({ id, slug }: Pick<OwnBarbershop, 'id' | 'slug'>, origin: string): Addresses {
  const page = origin + (slug ? paths.ownAddress(slug) : paths.barbershop(id))
  return { origin, page, booking: slug ? `${origin}/agendar/${slug}` : page }
}

export const withoutProtocol = (url: string) => url.replace(/^https?:\/\//, '')

/** While it is typed: a hyphen at the end stays. */
export function toTypedSlug(text: string) {
  const slug = toSlug(text)
  return /[\s-]$/.test(text) && slug ? `${slug}-` : slug
}

export const posters = [
  { file: 'cartaz', title: 'Cartaz A4', text: 'Para o espelho, o balcão e a vitrine.', formats: ['pdf', 'png'] },
  {
    file: 'story',
    title: 'Story 1080 × 1920',
    text: 'Para publicar no Instagram e no WhatsApp.',
    formats: ['png', 'pdf'],
  },
] as const

/** The line for another site. The barbershop's slug has only letters, digits and hyphens. */
export function buttonCode(origin: string, slug: string) {
  return `<script async src="${origin}/botao.js" data-barbearia="${slug}"></script>`
}

export const instagram = [
  'Abra seu perfil e toque em Editar perfil.',
  'Em Links, toque em Adicionar link externo e cole o link.',
  'No título, escreva Agendar horário e salve.',
  'Publique o story e, em Figurinhas, escolha Link para pôr o mesmo endereço.',
]
export const google = [
  'Procure o nome da barbearia no Google com a conta que cuida do perfil da empresa.',
  'Toque em Editar perfil e depois em Reservas. Se não aparecer, use o campo Site em Contato.',
  'Cole o link de agendamento e salve. O Google pode levar alguns dias para mostrar.',
]
