import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { type ReactNode, useEffect, useState } from 'react'
import { hasCode } from '../../../lib/api-error.ts'
import { formatInstantInSentence, formatShortDate, formatTimeInSentence } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The barbershop has no barbers or no active services yet. */
export function IncompleteBarbershop({ barbershopId }: { barbershopId: string }) {
  return (
    <Notice
      as="h1"
      title="Informações Incompletas"
      action={<ButtonLink to={paths.barbershop(barbershopId)}>Voltar para a barbearia</ButtonLink>}
    >
      Esta barbearia ainda não tem barbeiros ou serviços cadastrados para agendar por aqui.
    </Notice>
  )
}

/** The barbershop does not take bookings of this account: no slots, and a polite reason. */
export function BlockedNotice({ barbershop }: { barbershop: { id: string; name: string } }) {
  return (
    <Notice
      as="h1"
      title="Agendamento indisponível"
      action={<ButtonLink to={paths.barbershop(barbershop.id)}>Ver contatos da barbearia</ButtonLink>}
    >
      A {barbershop.name} não está recebendo agendamentos pela sua conta. Se precisar, fale direto com ela.
    </Notice>
  )
}

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (hasCode(error, 'BARBERSHOP_NOT_FOUND', 'NOT_FOUND', 'INVALID_INPUT')) {
    const home = <ButtonLink to={paths.home()}>Voltar para início</ButtonLink>
    return <Notice as="h1" tone="error" title="Barbearia não encontrada." action={home} />
  }
  return (
    <Notice
      as="h1"
      tone="error"
      title="Erro ao carregar informações. Tente novamente mais tarde."
      action={<Button onClick={onRetry}>Tentar novamente</Button>}
    />
  )
}

const kindTexts = {
  'same-barber': 'Mesmo barbeiro, horário próximo',
  'same-time': 'Mesmo horário, outro barbeiro',
  'next-day': 'Mesmo barbeiro, outro dia',
  'other-time': 'Horário mais próximo no mesmo dia',
  'other-day': 'Próximo dia com horários',
}

type ConflictDialogProps = {
  isOpen: boolean
  message: string
  alternatives: readonly Alternative[]
  /** A request for a time that may open. */
  request?: ReactNode
  onChoose: (alternative: Alternative) => void
  onClose: () => void
}

/** The slot was taken in the meantime: the server's message and alternatives, which are selected but not booked here. */
export function ConflictDialog({ isOpen, message, alternatives, request, onChoose, onClose }: ConflictDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Esse horário já foi">
      <p role="alert">{message}</p>
      {alternatives.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {alternatives.map((alternative) => (
            <li key={alternative.kind}>
              <button
                type="button"
                onClick={() => onChoose(alternative)}
                className="flex min-h-16 w-full items-center gap-3 rounded-control border border-line bg-card px-4 py-2.5 text-left transition-colors hover:border-edge"
              >
                <span className="min-w-0 flex-1">
                  <span className="block text-sm text-mute">{kindTexts[alternative.kind]}</span>
                  <span className="block font-semibold tabular-nums">
                    {formatShortDate(alternative.date)} às {formatTimeInSentence(alternative.time)}
                  </span>
                  <span className="line-clamp-4 wrap-anywhere text-sm">com {alternative.barberName}</span>
                </span>
                <Icon name="chevron-right" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 grid gap-2">
        {request}
        <Button variant="ghost" isWide onClick={onClose}>
          Escolher outro horário
        </Button>
      </div>
    </Dialog>
  )
}

function describeHold(heldUntil: string | undefined, isExpired: boolean) {
  if (!heldUntil) return 'Guardando este horário para você...'
  if (isExpired) return 'O tempo da reserva acabou. Depois do código, tentamos este horário mais uma vez.'
  return `Guardamos este horário para você até ${formatInstantInSentence(heldUntil, deviceTimeZone())}.`
}

/** How long the slot is held, in the device's time zone: unlike an appointment, a deadline is read on the user's own clock. */
export function HoldNote({ heldUntil }: { heldUntil: string | undefined }) {
  const [expired, setExpired] = useState<string>()

  useEffect(() => {
    if (!heldUntil) return
    const timer = setTimeout(() => setExpired(heldUntil), Date.parse(heldUntil) - Date.now())
    return () => clearTimeout(timer)
  }, [heldUntil])

  return (
    <p role="status" className="flex gap-2.5 rounded-control bg-brass-soft px-3.5 py-3 text-brass">
      <Icon name="clock" className="mt-0.5 size-5" />
      {describeHold(heldUntil, heldUntil !== undefined && expired === heldUntil)}
    </p>
  )
}
