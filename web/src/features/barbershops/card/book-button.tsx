import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { wallClock } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'
import { barbershopQuery } from '../queries.ts'

/** Given by the page: the staff is another feature's. */
export type LoadBarbers = (barbershopId: string) => Promise<readonly { id: string }[]>

type BookButtonProps = { barbershop: Pick<BarbershopCard, 'id' | 'name' | 'timeZone'>; loadBarbers: LoadBarbers }

/** Leads to the booking with the first barber and the first service; to the shop where there is no barber or something fails. */
export function BookButton({ barbershop: { id, name, timeZone }, loadBarbers }: BookButtonProps) {
  const [isOpening, setOpening] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  function load() {
    return Promise.all([loadBarbers(id), queryClient.ensureQueryData(barbershopQuery(id))])
  }

  function prepare() {
    // A wish, not a promise: the press itself asks again and knows what to do about a failure.
    load().catch(() => undefined)
  }

  async function findTarget() {
    const [barbers, { barbershop }] = await load()
    const service = barbershop.services.find(({ isActive }) => isActive)
    if (!barbers[0]) return paths.barbershop(id)
    const { date } = wallClock(new Date(), timeZone)
    return paths.booking({ barbershopId: id, barberId: barbers[0].id, serviceId: service?.id, date })
  }

  async function open() {
    setOpening(true)
    await navigate(await findTarget().catch(() => paths.barbershop(id)))
    setOpening(false)
  }

  return (
    <Button isBusy={isOpening} isWide onClick={open} onPointerEnter={prepare} onFocus={prepare} onTouchStart={prepare}>
      {isOpening ? 'Abrindo...' : 'Agendar'}
      <span className="sr-only"> em {name}</span>
    </Button>
  )
}
