import type { WaitlistOffer } from '@na-regua/contract/waitlist'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText, isLinkInvalid, NetworkError } from '../../lib/api-error.ts'
import { formatMoney, formatPhone } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { callHref } from '../../lib/phone-links.ts'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RulerLine } from '../../ui/ruler.tsx'
import { offerQuery, useOfferReply, useSecondsLeft } from './queries.ts'
import {
  describeOfferTime,
  describeReason,
  formatDeadline,
  formatTimeLeft,
  getShownStatus,
  offerEndings,
} from './rules.ts'

/** The page of an offer, for who has its link. Opening it changes nothing. */
export function OfferView({ token }: { token: string }) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(offerQuery(token))
  if (data && !isLinkInvalid(error)) return <Offer offer={data.offer} loadedAt={dataUpdatedAt} />
  if (!error) return <LoadingMessage>Abrindo a oferta...</LoadingMessage>
  const action =
    error instanceof NetworkError ? (
      <Button onClick={() => void refetch()}>Tentar novamente</Button>
    ) : (
      <ButtonLink to={paths.home()}>Encontrar barbearias</ButtonLink>
    )
  return <Notice as="h1" tone="error" title={errorText(error, 'Não foi possível abrir o link.')} action={action} />
}

type OfferProps = {
  offer: WaitlistOffer
  /** When the offer arrived, in milliseconds of this device's clock. */
  loadedAt: number
}

function Offer({ offer, loadedAt }: OfferProps) {
  const status = getShownStatus(offer, useSecondsLeft(offer, loadedAt))
  usePageTitle(status === 'OPEN' ? 'Abriu um horário para você' : offerEndings[status].title)
  const [isOpenAtFirst] = useState(status === 'OPEN')
  if (status === 'OPEN') return <OfferPanel offer={offer} loadedAt={loadedAt} />
  return <EndedOffer offer={offer} status={status} takesFocus={isOpenAtFirst} />
}

/** An open offer: what, when, where, for how long, why, and the two replies. */
function OfferPanel({ offer, loadedAt }: OfferProps) {
  const { serviceName, barber, barbershop, priceCents } = offer
  return (
    <section
      aria-label="Horário guardado para você"
      className="overflow-hidden rounded-hero border border-edge bg-card"
    >
      <div className="grid gap-4 p-5 md:p-8">
        <header className="tabular-nums wrap-anywhere">
          <p className="text-mute">Abriu um horário para você</p>
          <h1 className="mt-1 text-2xl md:text-3xl">{describeOfferTime(offer, new Date())}</h1>
          <p className="mt-2 text-lg">
            {serviceName} com {barber.name}, {formatMoney(priceCents)}
          </p>
          <p className="text-mute">{[barbershop.name, barbershop.address].filter(Boolean).join(', ')}</p>
        </header>
        <Deadline offer={offer} loadedAt={loadedAt} />
        <p className="text-sm text-mute wrap-anywhere">{describeReason(offer)}</p>
        <Replies offer={offer} />
      </div>
    </section>
  )
}

const TICKS = 30

/** The time left as a ruler that empties. */
function Deadline({ offer, loadedAt }: OfferProps) {
  const seconds = useSecondsLeft(offer, loadedAt)
  const total = (Date.parse(offer.expiresAt) - Date.parse(offer.offeredAt)) / 1000
  return (
    <div className="rounded-card bg-brass-soft px-4 py-3 text-brass">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold tabular-nums">
        Só seu até {formatDeadline(offer)}
        {/* Not announced each second. */}
        <span aria-hidden="true" className="text-xl">
          {formatTimeLeft(seconds)}
        </span>
      </p>
      <RulerLine
        steps={TICKS}
        done={Math.min(Math.ceil((seconds / Math.max(total, 1)) * TICKS), TICKS)}
        className="mt-2 w-full"
      />
    </div>
  )
}

/** One at a time: the second tap on either does nothing. */
function Replies({ offer: { token } }: { offer: WaitlistOffer }) {
  const { mutate, isPending, variables, error } = useOfferReply(token)
  return (
    <div className="grid gap-2">
      <FormAlert>{error && errorText(error, 'Não foi possível enviar. Tente novamente.')}</FormAlert>
      <Button
        size="large"
        isWide
        isBusy={isPending && variables === 'accept'}
        disabled={isPending && variables === 'decline'}
        onClick={() => mutate('accept')}
      >
        Quero este horário
      </Button>
      <Button
        variant="ghost"
        isWide
        isBusy={isPending && variables === 'decline'}
        disabled={isPending && variables === 'accept'}
        onClick={() => mutate('decline')}
      >
        Deixar passar
      </Button>
    </div>
  )
}

type EndedOfferProps = { offer: WaitlistOffer; status: keyof typeof offerEndings }

/** `takesFocus`: it stands instead of the buttons that had the focus, and is read out. */
function EndedOffer({ offer, status, takesFocus }: EndedOfferProps & { takesFocus: boolean }) {
  const ending = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) ending.current?.focus()
  }, [takesFocus])
  const { title, text } = offerEndings[status]
  const { barbershop, serviceName, barber } = offer
  const isAccepted = status === 'ACCEPTED'
  return (
    <section ref={ending} tabIndex={-1} aria-label={title} className="outline-none">
      <Notice
        as="h1"
        icon={isAccepted ? 'check' : 'clock'}
        tone={isAccepted ? 'success' : 'calm'}
        title={title}
        action={<EndingLinks offer={offer} status={status} />}
      >
        {isAccepted && (
          <span className="mb-2 block text-lg text-ink tabular-nums wrap-anywhere">
            {describeOfferTime(offer, new Date())}: {serviceName} com {barber.name}, {barbershop.name}
          </span>
        )}
        {text}
      </Notice>
    </section>
  )
}

function EndingLinks({ offer: { barbershop }, status }: EndedOfferProps): ReactNode {
  if (status === 'ACCEPTED')
    return (
      <>
        <ButtonLink to={paths.customerAppointments()}>Ver meus agendamentos</ButtonLink>
        {barbershop.phone && (
          <a href={callHref(barbershop.phone)} className={buttonClass({ variant: 'outline' })}>
            <Icon name="phone" className="size-4.5" />
            {formatPhone(barbershop.phone)}
          </a>
        )}
      </>
    )
  return (
    <>
      <ButtonLink to={paths.barbershop(barbershop.id)}>Ver outros horários</ButtonLink>
      <ButtonLink to={paths.customerAppointments()} variant="outline">
        Ver meu pedido
      </ButtonLink>
    </>
  )
}
