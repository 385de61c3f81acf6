import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'
import { barbershopQuery } from '../queries.ts'

/** Passed by the page, because barbers belong to the staff feature. */
type LoadBarbers = (barbershopId: string) => Promise<readonly { id: string }[]>

type BookButtonProps = { barbershop: Pick<BarbershopCard, 'id' | 'name' | 'timeZone'>; loadBarbers: LoadBarbers }

/** Opens the booking page with the first barber and service, or the barbershop's page without barbers or on an error. */
export function BookButton({ barbershop: { id, name, timeZone }, loadBarbers }: BookButtonProps) {
  const [isOpening, setOpening] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  function load() {
    return Promise.all([loadBarbers(id), queryClient.ensureQueryData(barbershopQuery(id))])
  }

  // The click loads again and handles a failure.
  const prefetch = () => void load().catch(() => undefined)
  const prefetchOn = { onPointerEnter: prefetch, onFocus: prefetch, onTouchStart: prefetch }

  async function findTarget() {
    const [barbers, { barbershop }] = await load()
    const service = barbershop.services.find(({ isActive }) => isActive)
    if (!barbers[0]) return paths.barbershop(id)
    const { date } = toLocalTime(new Date(), timeZone)
    return paths.booking({ barbershopId: id, barberId: barbers[0].id, serviceId: service?.id, date })
  }

  async function open() {
    setOpening(true)
    await navigate(await findTarget().catch(() => paths.barbershop(id)))
    setOpening(false)
  }

  return (
    <Button isBusy={isOpening} isWide onClick={open} {...prefetchOn}>
      {isOpening ? 'Abrindo...' : 'Agendar'}
      <span className="sr-only"> em {name}</span>
    </Button>
  )
}
