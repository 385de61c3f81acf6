import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Service } from '@na-regua/contract/barbershops'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { formatMoney } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadingMessage } from '../../../ui/spinner.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { formatClock, formatLength, type Span, toInstant } from '../day/rules.ts'
import { servicesQuery } from './queries.ts'
import { useWalkIn } from './use-walk-in.ts'

/** A chair and the gap that was pressed; without a gap it is now. */
export type WalkInPlace = { chair: BarberWorkday; date: string; gap?: Span }

type WalkInDialogProps = { place: WalkInPlace | undefined; onClose: () => void }

/** Somebody walked in: which service, and he sits. The name may stay open. */
export function WalkInDialog({ place, onClose }: WalkInDialogProps) {
  const title = place?.gap ? `Encaixar às ${formatClock(place.gap.start)}` : 'Encaixar agora'
  return (
    <Dialog isOpen={place !== undefined} onClose={onClose} title={title}>
      {place && <WalkInForm key={place.chair.barberId} {...{ place, onClose }} />}
    </Dialog>
  )
}

type FormProps = { place: WalkInPlace; onClose: () => void }

/** What was chosen so far, and the way to seat it. */
function useWalkInForm({ place: { chair, date, gap }, onClose }: FormProps) {
  const services = useQuery(servicesQuery(chair.barbershop.id))
  const walkIn = useWalkIn(onClose)
  const [chosenId, setChosenId] = useState<string>()
  const [name, setName] = useState('')
  const offered = services.data ?? []
  const chosen = offered.find(({ id }) => id === chosenId) ?? (offered.length === 1 ? offered[0] : undefined)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!chosen) return
    const startTime = walkIn.next?.startTime ?? (gap && toInstant(gap.start, date, chair.timeZone))
    walkIn.seat({ barberId: chair.barberId, serviceId: chosen.id, startTime, customerName: name.trim() || undefined })
  }

  function choose(id: string) {
    walkIn.reset()
    setChosenId(id)
  }

  return { services, offered, chosen, choose, name, setName, walkIn, handleSubmit }
}

function WalkInForm(props: FormProps) {
  const { services, offered, chosen, choose, name, setName, walkIn, handleSubmit } = useWalkInForm(props)
  if (services.isError) return <p role="alert">{errorText(services.error, 'Erro ao carregar serviços.')}</p>
  if (services.isPending) return <LoadingMessage>Carregando serviços...</LoadingMessage>
  if (offered.length === 0) return <p className="text-mute">Nenhum serviço disponível no momento.</p>
  return (
    <form onSubmit={handleSubmit} className="grid gap-5">
      <ServiceChoice {...{ offered, chosen }} gap={props.place.gap} onChoose={choose} />
      <TextField
        label="Nome do cliente (opcional)"
        value={name}
        maxLength={120}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      {walkIn.failure && (
        <p role="alert" className="font-medium text-red">
          {walkIn.failure}
        </p>
      )}
      <div className="sticky -bottom-5 -mx-5 -mb-5 border-t border-line bg-card p-4">
        <Button type="submit" size="large" isWide isBusy={walkIn.isPending} disabled={!chosen}>
          {walkIn.next ? `Encaixar às ${walkIn.next.time}` : 'Confirmar encaixe'}
        </Button>
      </div>
    </form>
  )
}

type ChoiceProps = {
  offered: readonly Service[]
  chosen: Service | undefined
  gap: Span | undefined
  onChoose: (id: string) => void
}

function ServiceChoice({ offered, chosen, gap, onChoose }: ChoiceProps) {
  const room = gap ? gap.end - gap.start : Number.POSITIVE_INFINITY
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">Serviço</legend>
      {offered.map(({ id, name, durationMin, priceCents }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen?.id === id}
          onClick={() => onChoose(id)}
          className={classNames(
            'flex min-h-14 items-center justify-between gap-3 rounded-control border px-4 py-2 text-left transition-colors',
            chosen?.id === id ? 'border-ink bg-sunken' : 'border-line bg-card hover:border-edge',
          )}
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-semibold">{name}</span>
            {durationMin > room && (
              <span className="block text-sm text-brass">não cabe nos {formatLength(room)} livres</span>
            )}
          </span>
          <span className="shrink-0 text-right text-sm text-mute tabular-nums">
            {durationMin} min
            <span className="block">{formatMoney(priceCents)}</span>
          </span>
        </button>
      ))}
    </fieldset>
  )
}
