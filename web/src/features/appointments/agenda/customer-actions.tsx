import type { Appointment } from '@na-regua/contract/appointments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatDateAndTime } from '../../../lib/format.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ShareButton } from '../../../ui/share-button.tsx'
import { MissingDialog, showToast } from '../../../ui/toast.tsx'
import { describeNotice } from '../rules.ts'
import { endSeriesFrom, refreshSeries } from '../series/queries.ts'
import { type ChangeScope, ScopeChoice } from '../series/scope-choice.tsx'
import { CardActions, ReasonDialog } from './card-actions.tsx'
import { DelayCard } from './delay-card.tsx'
import { useCalendarDownload, useCancellation } from './queries.ts'
import { buildDirectionsUrl, isChangeable, isUpcoming, toSharedLink } from './rules.ts'

type CustomerActionsProps = {
  appointment: Appointment
  now: Date
  /** Slot for the review button, filled by the page. */
  review?: ReactNode
}

/** The customer's actions: before the appointment reschedule, cancel and directions; afterwards review and book again. */
export function CustomerActions({ appointment, now, review }: CustomerActionsProps) {
  if (isUpcoming(appointment, now)) return <UpcomingActions appointment={appointment} now={now} />
  const { status } = appointment
  return (
    <CardActions appointment={appointment}>
      {status === 'COMPLETED' && review}
      <BookAgain appointment={appointment} />
    </CardActions>
  )
}

/** The same barber and services, as far as the barbershop still provides them. */
function BookAgain({ appointment: { barber, barbershop, services } }: Pick<CustomerActionsProps, 'appointment'>) {
  const [serviceId, ...extraIds] = services.flatMap(({ id }) => id ?? [])
  const to = paths.booking({ barbershopId: barbershop.id, barberId: barber.id, serviceId, extraIds })
  return (
    <ButtonLink
      to={to}
      variant="outline"
      className="not-in-data-row:max-sm:flex-1 in-data-row:border-0 in-data-row:px-3"
    >
      <Icon name="refresh" className="hidden size-5 in-data-row:block sm:in-data-row:hidden" />
      <span className="max-sm:in-data-row:sr-only">Agendar de novo</span>
    </ButtonLink>
  )
}

function UpcomingActions({ appointment, now }: CustomerActionsProps) {
  const { barbershop } = appointment
  return (
    <>
      <DelayCard
        appointment={{ ...appointment, barberName: appointment.barber.name }}
        now={now}
        otherTime={
          isChangeable(appointment, now) && (
            <ButtonLink to={reschedulePath(appointment)} variant="outline">
              Outro horário
            </ButtonLink>
          )
        }
      />
      {!isChangeable(appointment, now) && (
        <p className="mt-4 text-sm text-mute">
          A {barbershop.name} aceita mudanças até {describeNotice(barbershop.cancelNoticeMin)}. Se precisar, fale direto
          com a barbearia.
        </p>
      )}
      <CardActions appointment={appointment}>
        {isChangeable(appointment, now) && <ChangeButtons appointment={appointment} />}
        <RepeatButton appointment={appointment} />
        <ArrivalLinks appointment={appointment} />
      </CardActions>
    </>
  )
}

const RepeatDialog = lazyPart(async () => (await import('../series/repeat-form.tsx')).RepeatDialog, MissingDialog)

/** Makes it a standing appointment. */
function RepeatButton({ appointment }: Pick<CustomerActionsProps, 'appointment'>) {
  const [isOpen, setOpen] = useState(false)
  // The dates of a standing appointment are above the agenda. The dialog stays with its result.
  if (appointment.seriesId && !isOpen) return null
  if (appointment.isWalkIn || appointment.services.some(({ id }) => id === null)) return null
  return (
    <>
      <Button variant="outline" className="max-sm:flex-1" onClick={() => setOpen(true)}>
        <Icon name="repeat" className="size-4.5" />
        Repetir
      </Button>
      <Suspense>{isOpen && <RepeatDialog appointment={appointment} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Cancels this date of a standing appointment, and the next ones with it. */
function useSeriesEnd() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: endSeriesFrom,
    onSuccess: () => showToast({ tone: 'success', title: 'Horário fixo encerrado' }),
    onError: (error) => showToast({ tone: 'error', title: errorText(error, 'Erro ao cancelar') }),
    onSettled: () => refreshSeries(client),
  })
}

function reschedulePath({ id, barber, barbershop, service }: Appointment) {
  const serviceId = service.id ?? undefined
  return paths.booking({ barbershopId: barbershop.id, barberId: barber.id, serviceId, reschedule: id })
}

function ChangeButtons({ appointment }: Pick<CustomerActionsProps, 'appointment'>) {
  const { mutate: cancel } = useCancellation()
  const { mutate: endSeries, isPending: isEnding } = useSeriesEnd()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [scope, setScope] = useState<ChangeScope>('one')
  const { id, barber, barbershop, service, startTime, changeableUntil, timeZone, seriesId } = appointment
  const limit = formatDateAndTime(changeableUntil, timeZone)
  const when = formatDateAndTime(startTime, timeZone)
  return (
    <>
      <ButtonLink to={reschedulePath(appointment)} variant="ink" className="max-sm:flex-1">
        Remarcar
      </ButtonLink>
      <Button variant="outline" className="max-sm:flex-1" onClick={() => setDialogOpen(true)}>
        Cancelar
      </Button>
      <ReasonDialog
        isOpen={isDialogOpen}
        title="Cancelar agendamento"
        text={`${service.name} com ${barber.name}, ${when}. A ${barbershop.name} aceita cancelamentos até ${describeNotice(barbershop.cancelNoticeMin)}: para este, até ${limit}.`}
        label="Cancelar agendamento"
        onClose={() => setDialogOpen(false)}
        isWithoutReason={scope === 'following'}
        isBusy={isEnding}
        onConfirm={(reason) => {
          const close = () => setDialogOpen(false)
          if (seriesId && scope === 'following') return endSeries({ id, seriesId }, { onSettled: close })
          close()
          cancel({ id, reason })
        }}
      >
        {seriesId && <ScopeChoice legend="O que você quer cancelar?" value={scope} onChange={setScope} />}
      </ReasonDialog>
    </>
  )
}

function ArrivalLinks({ appointment }: Pick<CustomerActionsProps, 'appointment'>) {
  const { mutate: download, isPending } = useCalendarDownload()
  return (
    <>
      <Button
        variant="ghost"
        className="whitespace-nowrap max-sm:flex-1 max-sm:gap-1 max-sm:px-0"
        isBusy={isPending}
        onClick={() => download(appointment.id)}
      >
        <Icon name="calendar" />
        Calendário
        <span className="sr-only">: baixar o evento</span>
      </Button>
      <a
        href={buildDirectionsUrl(appointment)}
        target="_blank"
        rel="noopener noreferrer"
        className={`${buttonClass({ variant: 'ghost' })} whitespace-nowrap max-sm:flex-1 max-sm:gap-1 max-sm:px-0`}
      >
        <Icon name="map" />
        Como chegar
        <span className="sr-only">(abre em nova aba)</span>
      </a>
      <ShareButton link={toSharedLink(appointment)} label="Compartilhar o agendamento" />
    </>
  )
}
