import type { Barber } from '@na-regua/contract/staff'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { barbersQuery } from './queries.ts'

type Action = (barber: Barber) => ReactNode

function BarberCard({ barber, action }: { barber: Barber; action: Action }) {
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-card p-4">
      <div className="flex items-center gap-3">
        <Avatar name={barber.name} src={barber.avatarUrl ?? barber.user.avatarUrl} className="size-14 text-lg" />
        <h3 className="min-w-0 font-sans text-base leading-snug font-semibold tracking-normal [overflow-wrap:anywhere]">
          {barber.name}
        </h3>
      </div>
      {barber.bio && <p className="[overflow-wrap:anywhere] text-sm text-mute">{barber.bio}</p>}
      {barber.specialties.length > 0 && (
        <ul aria-label={`Especialidades de ${barber.name}`} className="flex flex-wrap gap-1.5">
          {barber.specialties.map((specialty) => (
            <li key={specialty} className="rounded-small bg-sunken px-2 py-0.5 text-xs font-semibold text-mute">
              {specialty}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto pt-1">{action(barber)}</div>
    </li>
  )
}

export function BarberList({ barbershopId, action }: { barbershopId: string; action: Action }) {
  const { data: barbers, isError, refetch } = useQuery(barbersQuery(barbershopId))
  if (isError && !barbers) {
    return (
      <Notice
        tone="error"
        title="Erro ao carregar barbeiros. Tente novamente mais tarde."
        action={
          <Button variant="outline" onClick={() => refetch()}>
            Tentar novamente
          </Button>
        }
      />
    )
  }
  if (!barbers) return <LoadingMessage>Carregando barbeiros...</LoadingMessage>
  if (barbers.length === 0) return <Notice icon="user" title="Nenhum barbeiro disponível no momento." />
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {barbers.map((barber) => (
        <BarberCard key={barber.id} barber={barber} action={action} />
      ))}
    </ul>
  )
}
