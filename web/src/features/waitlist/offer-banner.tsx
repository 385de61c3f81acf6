import type { WaitlistOffer } from '@na-regua/contract/waitlist'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { errorText } from '../../lib/api-error.ts'
import { formatMoney } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { UrgentRow } from '../../ui/urgent-row.tsx'
import { offersQuery, useOfferReply, useSecondsLeft } from './queries.ts'
import { describeOfferTime, formatDeadline, formatTimeLeft, getShownStatus, offerEndings } from './rules.ts'

/** The open offers of the signed-in user, on every page but their own, until they are taken, refused or over. */
export function OfferBanner() {
  const { pathname } = useLocation()
  const { data = [], dataUpdatedAt } = useQuery(offersQuery())
  const shown = data.filter(({ token }) => paths.offer(token) !== pathname)
  return (
    // Always rendered: a screen reader announces only what changes in a region that exists.
    <div aria-live="polite">
      {shown.map((offer) => (
        <OfferRow key={offer.token} offer={offer} loadedAt={dataUpdatedAt} />
      ))}
    </div>
  )
}

/** What follows from a reply is on other pages. */
function reportReply({ status }: WaitlistOffer) {
  if (status !== 'OPEN') showToast({ tone: status === 'ACCEPTED' ? 'success' : 'info', ...offerEndings[status] })
}

function OfferRow({ offer, loadedAt }: { offer: WaitlistOffer; loadedAt: number }) {
  const { serviceName, barber, barbershop, priceCents } = offer
  const seconds = useSecondsLeft(offer, loadedAt)
  const { mutate, isPending, isSuccess, error } = useOfferReply(offer.token, reportReply)
  if (isSuccess || getShownStatus(offer, seconds) !== 'OPEN') return null
  const what = `${serviceName} com ${barber.name}, ${formatMoney(priceCents)}, ${barbershop.name}`
  return (
    <UrgentRow
      title={`Abriu um horário: ${describeOfferTime(offer, new Date())}`}
      text={`Só seu até ${formatDeadline(offer)}. ${what}`}
      timeLeft={formatTimeLeft(seconds)}
      to={paths.offer(offer.token)}
      action={
        <Button variant="outline" className="grow md:grow-0" isBusy={isPending} onClick={() => mutate('accept')}>
          Quero este horário
        </Button>
      }
      failure={error && errorText(error, 'Não foi possível enviar. Tente novamente.')}
    />
  )
}
