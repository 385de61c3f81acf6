import type { Appointment } from '@na-regua/contract/appointments'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatCount, formatDateAndTime, formatPhone } from '../../../lib/format.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { paths } from '../../../lib/paths.ts'
import { callHref } from '../../../lib/phone-links.ts'
import { ButtonLink, buttonClass, IconButton } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { shareLink } from '../../../ui/share-button.tsx'
import { MissingDialog, showToast } from '../../../ui/toast.tsx'
import { appointmentToChangeQuery } from '../queries.ts'
import { describeNotice, whileWaiting } from '../rules.ts'
import { endSeriesFrom, refreshSeries } from '../series/queries.ts'
import { type ChangeScope, ScopeChoice } from '../series/scope-choice.tsx'
import { CardActions, ReasonDialog } from './card-actions.tsx'
import { DelayCard } from './delay-card.tsx'
import { useCalendarDownload, useCancellation } from './queries.ts'
import { buildDirectionsUrl, buildGoogleCalendarUrl, isChangeable, isUpcoming, toSharedLink } from './rules.ts'

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

/** The same barber and services, as far as the barbershop still provides them. In a row it is behind a press: what is booked comes first. */
function BookAgain({ appointment: { barber, barbershop, services } }: Pick<CustomerActionsProps, 'appointment'>) {
  const [serviceId, ...extraIds] = services.flatMap(({ id }) => id ?? [])
  const to = paths.booking({ barbershopId: barbershop.id, barberId: barber.id, serviceId, extraIds })
  return (
    <ButtonLink to={to} variant="outline" className="in-data-row:hidden max-sm:flex-1">
      <Icon name="refresh" className="size-4.5" />
      Marcar de novo
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
      {appointment.status === 'SCHEDULED' && <p className="mt-3 text-sm text-mute">{whileWaiting}</p>}
      {!isChangeable(appointment, now) && (
        <p className="mt-3 text-sm text-mute">
          Mudanças por aqui só até {describeNotice(barbershop.cancelNoticeMin)}. Agora, fale com a barbearia.
        </p>
      )}
      <CardActions appointment={appointment}>
        <DirectionsLink appointment={appointment} />
        {isChangeable(appointment, now) ? (
          <ButtonLink to={reschedulePath(appointment)} variant="outline" className={lineButton}>
            Remarcar
          </ButtonLink>
        ) : (
          <CallLink phone={barbershop.phone} />
        )}
        <MoreActions appointment={appointment} now={now} />
      </CardActions>
    </>
  )
}

const lineButton = 'flex-1 whitespace-nowrap max-sm:px-3! sm:flex-none'

function DirectionsLink({ appointment }: Pick<CustomerActionsProps, 'appointment'>) {
  return (
    <a
      href={buildDirectionsUrl(appointment)}
      target="_blank"
      rel="noopener noreferrer"
      className={`${buttonClass({ variant: 'ink' })} ${lineButton}`}
    >
      Como chegar
      <span className="sr-only"> (abre em nova aba)</span>
    </a>
  )
}

/** Often of a landline, so that there is no chat. */
function CallLink({ phone }: { phone: string | null | undefined }) {
  const call = callHref(phone ?? null)
  if (!call) return null
  return (
    <a href={call} className={`${buttonClass({ variant: 'outline' })} ${lineButton}`}>
      Ligar
    </a>
  )
}

const GroupDialog = lazyPart(async () => (await import('../groups/group-dialog.tsx')).GroupDialog, MissingDialog)
const RepeatDialog = lazyPart(async () => (await import('../series/repeat-form.tsx')).RepeatDialog, MissingDialog)

const menuRow = 'flex min-h-12 items-center gap-3 rounded-control px-3 text-left transition-colors hover:bg-sunken'

/** What is needed seldom, behind one button. */
function MoreActions({ appointment, now }: CustomerActionsProps) {
  const [open, setOpen] = useState<'menu' | 'cancel' | 'repeat' | 'group'>()
  const { mutate: download } = useCalendarDownload()
  const { isWalkIn, services, seriesId, barbershop } = appointment
  const call = callHref(barbershop.phone ?? null)
  // The dates of a standing appointment are above the list.
  const isOffered = !isWalkIn && services.every(({ id }) => id !== null)
  const isRepeatable = isOffered && !seriesId
  const close = () => setOpen(undefined)
  return (
    <>
      <IconButton
        label="Mais ações"
        aria-haspopup="dialog"
        className="border border-line text-xl"
        onClick={() => setOpen('menu')}
      >
        <span aria-hidden="true">···</span>
      </IconButton>
      <Dialog isOpen={open === 'menu'} onClose={close} title="Mais ações">
        <div className="-m-2 grid">
          {isOffered && (
            <button type="button" className={menuRow} onClick={() => setOpen('group')}>
              <Icon name="plus" />
              Marcar para mais alguém
            </button>
          )}
          {isRepeatable && (
            <button type="button" className={menuRow} onClick={() => setOpen('repeat')}>
              <Icon name="repeat" />
              Repetir
            </button>
          )}
          <button
            type="button"
            className={menuRow}
            onClick={() => {
              close()
              download(appointment.id)
            }}
          >
            <Icon name="calendar" />
            Calendário
            <span className="sr-only">: baixar o evento</span>
          </button>
          <a
            href={buildGoogleCalendarUrl(appointment)}
            target="_blank"
            rel="noopener noreferrer"
            className={menuRow}
            onClick={close}
          >
            <Icon name="external" />
            Google Agenda
            <span className="sr-only">(abre em nova aba)</span>
          </a>
          <button
            type="button"
            className={menuRow}
            onClick={() => {
              close()
              void shareLink(toSharedLink(appointment))
            }}
          >
            <Icon name="share" />
            Compartilhar o agendamento
          </button>
          {call && (
            <a href={call} className={menuRow}>
              <Icon name="phone" />
              <span className="tabular-nums">Ligar: {formatPhone(barbershop.phone ?? '')}</span>
            </a>
          )}
          {isChangeable(appointment, now) && (
            <button type="button" className={`${menuRow} text-red`} onClick={() => setOpen('cancel')}>
              <Icon name="close" />
              Cancelar
            </button>
          )}
        </div>
      </Dialog>
      <CancelDialog appointment={appointment} now={now} isOpen={open === 'cancel'} onClose={close} />
      <Suspense>{open === 'group' && <GroupDialog appointment={appointment} onClose={close} />}</Suspense>
      <Suspense>{open === 'repeat' && <RepeatDialog appointment={appointment} onClose={close} />}</Suspense>
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

/** What was booked together with it and may be cancelled with it. */
function useChangeableOthers({ id, groupId }: Appointment, { isOpen, now }: { isOpen: boolean; now: Date }) {
  const { data } = useQuery({ ...appointmentToChangeQuery(id), enabled: isOpen && Boolean(groupId) })
  return data?.others.filter((other) => isChangeable(other, now)) ?? []
}

type CancelDialogProps = CustomerActionsProps & { isOpen: boolean; onClose: () => void }

function CancelDialog({ appointment, now, isOpen, onClose }: CancelDialogProps) {
  const { mutate: cancel } = useCancellation()
  const { mutate: endSeries, isPending: isEnding } = useSeriesEnd()
  const [scope, setScope] = useState<ChangeScope>('one')
  const others = useChangeableOthers(appointment, { isOpen, now })
  const [isWholeGroup, setWholeGroup] = useState(false)
  const { id, barber, barbershop, service, startTime, changeableUntil, timeZone, seriesId, groupId } = appointment
  const limit = formatDateAndTime(changeableUntil, timeZone)
  const when = formatDateAndTime(startTime, timeZone)
  return (
    <ReasonDialog
      isOpen={isOpen}
      title="Cancelar agendamento"
      text={`${service.name} com ${barber.name}, ${when}. A ${barbershop.name} aceita cancelamentos até ${describeNotice(barbershop.cancelNoticeMin)}: para este, até ${limit}.`}
      label="Cancelar agendamento"
      onClose={onClose}
      isWithoutReason={scope === 'following'}
      isBusy={isEnding}
      onConfirm={(reason) => {
        if (seriesId && scope === 'following') return endSeries({ id, seriesId }, { onSettled: onClose })
        onClose()
        cancel({ ids: isWholeGroup ? [id, ...others.map((other) => other.id)] : [id], groupId, reason })
      }}
    >
      {others.length > 0 && (
        <div className="mb-4">
          <ChoiceGroup
            legend="O que você quer cancelar?"
            options={[
              { value: 'one', label: 'Só este' },
              { value: 'all', label: `Todos: ${formatCount(others.length + 1, 'horário', 'horários')}` },
            ]}
            value={isWholeGroup ? 'all' : 'one'}
            onChange={(value) => setWholeGroup(value === 'all')}
          />
        </div>
      )}
      {seriesId && <ScopeChoice legend="O que você quer cancelar?" value={scope} onChange={setScope} />}
    </ReasonDialog>
  )
}
