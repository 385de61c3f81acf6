import type { User } from '@na-regua/contract/accounts'
import { listUpcomingHolidays } from '@na-regua/contract/holidays'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { formatAmount, formatCount, formatRating, getWeekday } from '../../../lib/format.ts'
import { addCalendarDays } from '../../../lib/local-time.ts'
import { worksForOthersIn } from '../../../lib/permissions.ts'

/** Without those that the user only manages: they count against the plan of their owner. */
export function listOwned<S extends { id: string }>(shops: readonly S[], user: Pick<User, 'permissions'> | undefined) {
  return shops.filter(({ id }) => !user || !worksForOthersIn(id, user))
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
