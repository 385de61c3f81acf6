import { type Barbershop, VERIFIED_COMPLETED } from '@na-regua/contract/barbershops'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatCount, formatDistance, formatMoney, formatRating } from '../../../lib/format.ts'
import { callHref } from '../../../lib/phone-links.ts'
import { useRenderTime } from '../../../lib/use-now.ts'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { InstagramLink } from '../../../ui/instagram-link.tsx'
import {
  describeNextOpening,
  describeOpeningAt,
  describePayment,
  directionsHref,
  findLowestPrice,
  mapsHref,
  type WeekdayAndMinute,
  whatsappHref,
} from './rules.ts'

function Rating({ shop }: { shop: Barbershop }) {
  if (shop.reviewCount === 0) return <p className="text-mute">Ainda sem avaliações</p>
  return (
    <p className="flex items-center gap-1.5">
      <Icon name="star" isFilled className="size-4.5 text-brass" />
      <strong className="font-semibold tabular-nums">{formatRating(shop.averageRating)}</strong>
      <span className="text-mute">({formatCount(shop.reviewCount, 'avaliação', 'avaliações')})</span>
    </p>
  )
}

type OpenStatusProps = Pick<BarbershopSummaryProps, 'shop' | 'now' | 'nextOpensAt'>

function OpenStatus({ shop, now, nextOpensAt }: OpenStatusProps) {
  const time = useRenderTime()
  if (shop.is_open) {
    const text = shop.openUntil ? `Aberto até ${shop.openUntil}` : 'Aberto'
    return <p className="font-semibold text-green tabular-nums">{text}</p>
  }
  const next =
    nextOpensAt === undefined
      ? describeNextOpening(shop.workingHours, now)
      : nextOpensAt && describeOpeningAt(nextOpensAt, shop.timeZone, time)
  return (
    <p className="tabular-nums">
      <span className="font-semibold">Fechado</span>
      {next && <span className="text-mute"> · {next}</span>}
    </p>
  )
}

/** A tap says what was checked, and what not (decision 22). */
function VerifiedNote() {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold text-navy">
        <Icon name="check" className="size-4.5" />
        Verificada
        <span className="sr-only">: o que foi conferido</span>
      </summary>
      <p className="rounded-control bg-sunken px-3.5 py-3">
        O sistema conferiu: e-mail do dono confirmado, telefone e foto na página e pelo menos {VERIFIED_COMPLETED}{' '}
        atendimentos finalizados por aqui nos últimos 90 dias. O selo faz parte do plano Premium e sai se algo disso
        mudar. Documentos não são conferidos.
      </p>
    </details>
  )
}

type BarbershopSummaryProps = {
  shop: Barbershop
  /** Local time of the barbershop. */
  now: WeekdayAndMinute
  /** Null when it stays closed for two weeks, undefined while that is not known. */
  nextOpensAt: string | null | undefined
  /** Today's slots. */
  ruler: ReactNode
  /** The booking button. On a phone it is in the bar at the bottom instead, with the price. */
  action: ReactNode
  /** Shown where a barbershop takes walk-ins. */
  queue: ReactNode
  isBookable: boolean
  /** From the user's position, if it is known. */
  distanceKm: number | null | undefined
}

export function BarbershopSummary(props: BarbershopSummaryProps) {
  const { shop, now, nextOpensAt, ruler, action, queue, isBookable, distanceKm } = props
  const lowest = findLowestPrice(shop)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <header>
        <h1 className="text-2xl wrap-anywhere">{shop.name}</h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <Rating shop={shop} />
          <OpenStatus shop={shop} now={now} nextOpensAt={nextOpensAt} />
        </div>
        {shop.is_verified && <VerifiedNote />}
      </header>
      {ruler}
      <p className={clsx('items-baseline justify-between gap-3', isBookable ? 'hidden lg:flex' : 'flex')}>
        <span className="text-mute">A partir de</span>
        <strong className="text-xl font-semibold tabular-nums">
          {lowest === undefined ? 'N/A' : formatMoney(lowest)}
        </strong>
      </p>
      {action}
      {queue}
      <ContactLinks shop={shop} />
      <BarbershopAddress shop={shop} distanceKm={distanceKm} />
      <p className="flex gap-3 text-sm">
        <Icon name="card" className="size-5 shrink-0 text-mute" />
        {describePayment(shop)}
      </p>
    </div>
  )
}

function ContactLinks({ shop }: { shop: Barbershop }) {
  const phone = callHref(shop.phone)
  const whatsapp = whatsappHref(shop)
  const { instagram } = shop
  if (!phone && !whatsapp && !instagram) return null
  const className = `${buttonClass({ variant: 'outline' })} flex-1`
  return (
    <div className="flex flex-wrap gap-2">
      {phone && (
        <a href={phone} className={className}>
          <Icon name="phone" />
          Ligar
        </a>
      )}
      {whatsapp && (
        <a href={whatsapp} target="_blank" rel="noopener noreferrer" className={className}>
          <Icon name="chat" />
          WhatsApp
          <span className="sr-only">(abre em nova aba)</span>
        </a>
      )}
      {instagram && (
        <InstagramLink handle={instagram} className={className}>
          Instagram
        </InstagramLink>
      )}
    </div>
  )
}

/** '74230010': '74230-010'. */
function formatZipCode(digits: string) {
  return digits.replace(/^(\d{5})(\d{3})$/, '$1-$2')
}

type BarbershopAddressProps = {
  shop: Barbershop
  /** From the user's position, if it is known. */
  distanceKm: number | null | undefined
}

function BarbershopAddress({ shop, distanceKm }: BarbershopAddressProps) {
  return (
    <div className="flex gap-3">
      <Icon name="pin" className="mt-0.5 size-5 text-mute" />
      <div className="min-w-0 text-sm">
        <address className="wrap-anywhere not-italic">
          {shop.address}
          {shop.zipCode && <span className="whitespace-nowrap text-mute"> · CEP {formatZipCode(shop.zipCode)}</span>}
        </address>
        <div className="-mb-2 flex flex-wrap items-center gap-x-3">
          <a
            href={mapsHref(shop)}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-navy underline underline-offset-4"
          >
            Abrir no Google Maps
            <Icon name="external" className="size-4" />
            <span className="sr-only">(abre em nova aba)</span>
          </a>
          <a
            href={directionsHref(shop)}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-navy underline underline-offset-4"
          >
            Como chegar
            <span className="sr-only">(abre em nova aba)</span>
          </a>
          {typeof distanceKm === 'number' && (
            <span className="text-mute tabular-nums">a {formatDistance(distanceKm)} de você</span>
          )}
        </div>
      </div>
    </div>
  )
}

/** Disabled until the barbers are loaded, to avoid a layout shift. */
function BookNowButton({ path }: { path: string | undefined }) {
  if (!path) {
    return (
      <Button size="large" isWide disabled>
        Agendar Agora
      </Button>
    )
  }
  return (
    <ButtonLink to={path} size="large" isWide>
      Agendar Agora
    </ButtonLink>
  )
}

type BookingButtonProps = {
  path: string | undefined
  isBookable: boolean
  /** By phone or WhatsApp. */
  isReachable: boolean
}

/** In the summary. On a phone the bar at the bottom replaces it. */
export function BookingButton({ path, isBookable, isReachable }: BookingButtonProps) {
  if (!isBookable) {
    return (
      <div className="grid gap-2">
        <BookNowButton path={path} />
        <p className="rounded-control bg-sunken px-4 py-3 text-sm">
          Esta barbearia ainda não recebe agendamentos por aqui.{isReachable && ' Fale direto com ela.'}
        </p>
      </div>
    )
  }
  return (
    <div className="hidden lg:block">
      <BookNowButton path={path} />
    </div>
  )
}

/** With text of twice the size only the button: prices stand in the list of services, too. */
export function BookingBar({ shop, path }: { shop: Barbershop; path: string | undefined }) {
  const lowest = findLowestPrice(shop)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 [&>:last-child]:w-auto [&>:last-child]:flex-1">
      <p className="shrink-0 text-sm leading-tight text-mute @max-[13rem]:hidden">
        A partir de
        <strong className="block text-lg font-semibold text-ink tabular-nums">
          {lowest === undefined ? 'N/A' : formatMoney(lowest)}
        </strong>
      </p>
      <BookNowButton path={path} />
    </div>
  )
}
