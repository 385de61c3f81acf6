import type { Barbershop } from '@na-regua/contract/barbershops'
import { formatMoney } from '../../../lib/format.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { lowestPrice } from './rules.ts'

/** The one action of the page. It keeps its place until it is known who can serve. */
function BookNow({ path }: { path: string | undefined }) {
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
  /** By telephone or WhatsApp. */
  isReachable: boolean
}

/** In the summary: on a phone the bar at the bottom takes its place. */
export function BookingButton({ path, isBookable, isReachable }: BookingButtonProps) {
  if (!isBookable) {
    return (
      <p className="rounded-control bg-sunken px-4 py-3 text-sm">
        Esta barbearia ainda não recebe agendamentos por aqui.{isReachable && ' Fale direto com ela.'}
      </p>
    )
  }
  return (
    <div className="hidden lg:block">
      <BookNow path={path} />
    </div>
  )
}

export function BookingBar({ shop, path }: { shop: Barbershop; path: string | undefined }) {
  const lowest = lowestPrice(shop)
  return (
    <div className="flex items-center gap-4">
      <p className="shrink-0 text-sm leading-tight text-mute">
        A partir de
        <strong className="block text-lg font-semibold text-ink tabular-nums">
          {lowest === undefined ? 'N/A' : formatMoney(lowest)}
        </strong>
      </p>
      <BookNow path={path} />
    </div>
  )
}
