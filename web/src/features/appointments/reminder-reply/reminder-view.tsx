import { type RemindedAppointment, reminderReplyApi } from '@na-regua/contract/reminder-reply'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { ApiResponseError, errorText, NetworkError } from '../../../lib/api-error.ts'
import { formatDate, formatInstantInSentence, formatMoney, getWeekday, weekdays } from '../../../lib/format.ts'
import { deviceTimeZone, hasSameLocalTime, toLocalTime } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { callHref } from '../../../lib/phone-links.ts'
import { storeResponse } from '../../../lib/query-client.ts'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { ReasonDialog } from '../agenda/card-actions.tsx'
import { describeNotice } from '../rules.ts'

function reminderQuery(token: string) {
  return queryOptions({
    queryKey: ['appointments', 'reminder', token],
    queryFn: ({ signal }) => api(reminderReplyApi.get, { params: { token }, signal }),
    staleTime: 0,
  })
}

/** A confirmation, or a cancellation with an optional reason. */
type ReminderReplyInput = { action: 'confirm' } | { action: 'cancel'; reason: string | undefined }

function sendReply(token: string, input: ReminderReplyInput) {
  const params = { token }
  if (input.action === 'confirm') return api(reminderReplyApi.confirm, { params })
  return api(reminderReplyApi.cancel, { params, body: { reason: input.reason } })
}

/** After a refusal the page shows the current state of the appointment. */
function useReminderReply(token: string) {
  const queryClient = useQueryClient()
  const { queryKey } = reminderQuery(token)
  return useMutation({
    mutationFn: (input: ReminderReplyInput) => sendReply(token, input),
    onSuccess: (data) => storeResponse(queryClient, queryKey, data),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

type Next = { barbershop: { id: string; name: string }; barberId: string }

/** Where a link that is over leads on to; only the server knows it. */
export function findNextOf(error: unknown): Next | undefined {
  const details = error instanceof ApiResponseError ? (error.details as Partial<Next>) : undefined
  return details?.barbershop && details.barberId ? (details as Next) : undefined
}

export function OnwardLinks({ next: { barbershop, barberId } }: { next: Next }) {
  return (
    <>
      <ButtonLink to={paths.booking({ barbershopId: barbershop.id, barberId })}>Marcar de novo</ButtonLink>
      <ButtonLink to={paths.barbershop(barbershop.id)} variant="outline">
        Ver {barbershop.name}
      </ButtonLink>
    </>
  )
}

/** The page of a reminder's link: confirm or cancel with one tap, without login. Opening it changes nothing. */
export function ReminderView({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(reminderQuery(token))
  if (data && !(error && !(error instanceof NetworkError))) return <ReplyCard token={token} {...data} />
  if (!error) return <LoadingMessage>Abrindo seu agendamento...</LoadingMessage>
  const next = findNextOf(error)
  return (
    <Notice
      as="h1"
      tone="error"
      title={errorText(error, 'Não foi possível abrir o link.')}
      action={
        <>
          {error instanceof NetworkError && <Button onClick={() => void refetch()}>Tentar novamente</Button>}
          {next && <OnwardLinks next={next} />}
          <ButtonLink to={paths.customerAppointments()} variant="outline">
            Ver meus agendamentos
          </ButtonLink>
        </>
      }
    />
  )
}

type ReplyProps = { token: string; appointment: RemindedAppointment }

function ReplyCard({ token, appointment }: ReplyProps) {
  const reply = useReminderReply(token)
  if (appointment.status === 'CANCELLED') return <Cancelled appointment={appointment} />
  const { isPresenceConfirmed, barbershop } = appointment
  return (
    <section aria-labelledby="lembrete" className="rounded-hero border border-line bg-card p-5 md:p-8">
      <div aria-live="polite">
        <h1 id="lembrete" className="flex items-center gap-3 text-3xl">
          {isPresenceConfirmed && <Icon name="calendar-check" className="size-8 text-green" />}
          {isPresenceConfirmed ? 'Presença confirmada' : 'Você vem?'}
        </h1>
        <p className="mt-2 text-mute">
          {isPresenceConfirmed
            ? `A ${barbershop.name} já sabe que você vem. Até lá!`
            : `Conte à ${barbershop.name} com um toque. Não precisa entrar na conta.`}
        </p>
      </div>
      <ReminderDetails appointment={appointment} />
      {reply.error && (
        <p role="alert" className="mt-5 rounded-control bg-red-soft px-3.5 py-3 text-red">
          <Sentences>{errorText(reply.error, 'Não foi possível enviar sua resposta. Tente novamente.')}</Sentences>
        </p>
      )}
      <ReplyButtons appointment={appointment} reply={reply} />
    </section>
  )
}

type ReplyButtonsProps = { appointment: RemindedAppointment; reply: ReturnType<typeof useReminderReply> }

function ReplyButtons({ appointment, reply }: ReplyButtonsProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { isPresenceConfirmed, canCancel, barbershop, serviceName, barberName } = appointment
  const pending = reply.isPending ? reply.variables.action : undefined
  return (
    <>
      <div className="mt-6 grid gap-3 empty:hidden sm:flex">
        {!isPresenceConfirmed && (
          <Button
            size="large"
            isBusy={pending === 'confirm'}
            onClick={() => reply.mutate({ action: 'confirm' })}
            className="max-sm:w-full"
          >
            Confirmar presença
          </Button>
        )}
        {canCancel && (
          <Button variant="outline" size="large" isBusy={pending === 'cancel'} onClick={() => setDialogOpen(true)}>
            Cancelar
          </Button>
        )}
      </div>
      {!canCancel && <TooLate barbershop={barbershop} />}
      <ReasonDialog
        isOpen={isDialogOpen}
        title="Cancelar agendamento"
        text={`${serviceName} com ${barberName}. O horário volta a ficar livre e a ${barbershop.name} é avisada.`}
        label="Cancelar agendamento"
        onClose={() => setDialogOpen(false)}
        onConfirm={(reason) => {
          setDialogOpen(false)
          reply.mutate({ action: 'cancel', reason })
        }}
      />
    </>
  )
}

export function TooLate({ barbershop }: Pick<RemindedAppointment, 'barbershop'>) {
  const call = callHref(barbershop.phone)
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="text-mute">
        A {barbershop.name} aceita cancelamentos até {describeNotice(barbershop.cancelNoticeMin)}. Se não puder vir,
        fale direto com a barbearia.
      </p>
      {call ? (
        <a href={call} className={`${buttonClass({ variant: 'outline' })} mt-3 max-sm:w-full`}>
          <Icon name="phone" className="size-4.5" />
          Ligar para a barbearia
        </a>
      ) : (
        <ButtonLink to={paths.barbershop(barbershop.id)} variant="outline" className="mt-3 max-sm:w-full">
          Ver a barbearia
        </ButtonLink>
      )}
    </div>
  )
}

export function Cancelled({ appointment: { barbershop, serviceName } }: Pick<ReplyProps, 'appointment'>) {
  return (
    <div aria-live="polite">
      <Notice
        as="h1"
        icon="check"
        title="Agendamento cancelado"
        action={<ButtonLink to={paths.barbershop(barbershop.id)}>Agendar outro horário</ButtonLink>}
      >
        {serviceName} na {barbershop.name} não vai acontecer. O horário está livre para outra pessoa.
      </Notice>
    </div>
  )
}

/** The appointment, in the barbershop's time zone. */
export function ReminderDetails({ appointment }: { appointment: RemindedAppointment }) {
  const { startTime, endTime, timeZone, serviceName, priceCents, barberName, barbershop } = appointment
  const start = new Date(startTime)
  const day = weekdays[getWeekday(toLocalTime(start, timeZone).date)]
  const isElsewhere = !hasSameLocalTime(deviceTimeZone(), timeZone, start)
  return (
    <>
      <p className="mt-6 tabular-nums">
        <span className="block text-mute">
          {day}, {formatDate(startTime, timeZone)}
        </span>
        <time dateTime={startTime} className="font-display text-4xl font-extrabold tracking-[-0.02em]">
          {formatInstantInSentence(startTime, timeZone)}
        </time>
        <span className="text-mute"> às {formatInstantInSentence(endTime, timeZone)}</span>
        {isElsewhere && <span className="block text-sm text-mute">no horário local da barbearia</span>}
      </p>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 [&_dd]:wrap-anywhere [&_dt]:text-mute">
        <dt>Serviço</dt>
        <dd className="font-semibold">
          {serviceName} · {formatMoney(priceCents)}
        </dd>
        <dt>Barbeiro</dt>
        <dd className="font-semibold">{barberName}</dd>
        <dt>Onde</dt>
        <dd>
          <span className="font-semibold">{barbershop.name}</span>
          <span className="block text-sm text-mute">{barbershop.address}</span>
        </dd>
      </dl>
    </>
  )
}
