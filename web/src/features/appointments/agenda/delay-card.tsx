import type { Appointment } from '@na-regua/contract/appointments'
import type { Body } from '@na-regua/contract/route'
import { type AppointmentDelay, delaysApi } from '@na-regua/contract/serving'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatSpokenTime, formatTime } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { isChangeable, isOpenAppointment } from './rules.ts'

const HOUR_MS = 3_600_000

/** Delays are known for the next hours only: of other appointments none is requested. */
function mayBeDelayed({ status, startTime }: Pick<Appointment, 'status' | 'startTime'>, now: Date) {
  const ahead = Date.parse(startTime) - now.getTime()
  return isOpenAppointment({ status }) && ahead > -3 * HOUR_MS && ahead < 12 * HOUR_MS
}

/** 'Rafa está uns 15 min atrasado' and when to come instead; for an earlier time the offer. */
function describeDelay({ barber, startTime, timeZone }: Appointment, delay: AppointmentDelay) {
  const timeOf = (instant: string) => formatSpokenTime(formatTime(instant, timeZone))
  const { delayMin, expectedStart, reply } = delay
  if (delayMin < 0) {
    const title = `${barber.name} pode atender antes`
    if (reply) return { title, text: `Você fica com o seu horário: ${timeOf(startTime)}.` }
    return { title, text: `Pode vir às ${timeOf(expectedStart)}? Seu horário é ${timeOf(startTime)}.` }
  }
  const answer = reply === 'ok' ? ' Você respondeu: tudo bem.' : ''
  return {
    title: `${barber.name} está uns ${delayMin} min atrasado`,
    text: `Venha às ${timeOf(expectedStart)}.${answer}`,
  }
}

function delayQuery(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'delay', id],
    queryFn: ({ signal }) => api(delaysApi.get, { params: { id }, signal }),
    staleTime: 0,
  })
}

type DelayReplyInput = Omit<Body<typeof delaysApi.reply>, 'version'>

/** After a refusal the delay is loaded again: the barber may be on time by now. */
function useDelayReply({ appointmentId, version }: AppointmentDelay) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: DelayReplyInput) =>
      api(delaysApi.reply, { params: { id: appointmentId }, body: { ...input, version } }),
    onSuccess: ({ appointment: { barber, startTime, timeZone } }, { reply }) => {
      const time = formatSpokenTime(formatTime(startTime, timeZone))
      if (reply !== 'ok') showToast({ tone: 'success', title: `Combinado: ${time} com ${barber.name}` })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['appointments'] }),
  })
}

type DelayCardProps = { appointment: Appointment; now: Date }

/** On the card of an appointment of the next hours whose barber runs late, or could serve earlier. */
export function DelayCard({ appointment, now }: DelayCardProps) {
  const { data } = useQuery({ ...delayQuery(appointment.id), enabled: mayBeDelayed(appointment, now) })
  if (!data?.delay) return null
  return <Delay {...{ appointment, now, delay: data.delay }} />
}

function Delay({ appointment, now, delay }: DelayCardProps & { delay: AppointmentDelay }) {
  const change = useDelayReply(delay)
  const { title, text } = describeDelay(appointment, delay)
  return (
    <div className="mt-4 grid gap-3 rounded-card bg-brass-soft p-4">
      <p role="status" className="flex gap-2.5 tabular-nums">
        <Icon name="clock" className="mt-0.5 size-5 text-brass" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <strong className="block font-semibold">{title}</strong>
          {text}
        </span>
      </p>
      <FormAlert>{change.error && errorText(change.error, 'Não foi possível responder. Tente novamente.')}</FormAlert>
      {delay.delayMin < 0 ? (
        <EarlierButtons {...{ appointment, delay, change }} />
      ) : (
        <LateButtons {...{ appointment, now, delay, change }} />
      )}
    </div>
  )
}

type ButtonsProps = {
  appointment: Appointment
  delay: AppointmentDelay
  change: ReturnType<typeof useDelayReply>
}

function EarlierButtons({ appointment: { startTime, timeZone }, delay, change }: ButtonsProps) {
  if (delay.reply) return null
  const timeOf = (instant: string) => formatSpokenTime(formatTime(instant, timeZone))
  const isBusy = (reply: DelayReplyInput['reply']) => change.isPending && change.variables.reply === reply
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
      <Button variant="outline" isBusy={isBusy('ok')} onClick={() => change.mutate({ reply: 'ok' })}>
        Fico às {timeOf(startTime)}
      </Button>
      <Button variant="ink" isBusy={isBusy('earlier')} onClick={() => change.mutate({ reply: 'earlier' })}>
        Vou às {timeOf(delay.expectedStart)}
      </Button>
    </div>
  )
}

function LateButtons({ appointment, now, delay, change }: ButtonsProps & { now: Date }) {
  const [isListOpen, setListOpen] = useState(false)
  const { id, barber, barbershop, service } = appointment
  const reschedule = { barbershopId: barbershop.id, barberId: barber.id, serviceId: service.id ?? undefined }
  const hasOthers = delay.freeBarbers.length > 0
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:flex-1 *:whitespace-nowrap">
        {isChangeable(appointment, now) && (
          <ButtonLink to={paths.booking({ ...reschedule, reschedule: id })} variant="outline">
            Outro horário
          </ButtonLink>
        )}
        {hasOthers && (
          <Button variant="outline" aria-expanded={isListOpen} onClick={() => setListOpen(!isListOpen)}>
            Outro barbeiro
          </Button>
        )}
        {!delay.reply && (
          <Button variant="ink" isBusy={change.isPending} onClick={() => change.mutate({ reply: 'ok' })}>
            Tudo bem
          </Button>
        )}
      </div>
      {isListOpen && hasOthers && <FreeBarbers {...{ appointment, delay, change }} />}
    </>
  )
}

/** Who could serve the customer at the booked time. A tap hands the appointment over. */
function FreeBarbers({ appointment: { startTime, timeZone }, delay, change }: ButtonsProps) {
  const time = formatSpokenTime(formatTime(startTime, timeZone))
  return (
    <ul aria-label={`Livres às ${time}`} className="divide-y divide-line rounded-control border border-line bg-card">
      {delay.freeBarbers.map(({ id, name, avatarUrl }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 p-2.5">
          <Avatar name={name} src={avatarUrl} className="size-10 text-sm" />
          <span className="min-w-0 flex-1 basis-24 font-semibold [overflow-wrap:anywhere]">{name}</span>
          <Button
            variant="outline"
            isBusy={change.isPending && change.variables.barberId === id}
            onClick={() => change.mutate({ reply: 'other-barber', barberId: id })}
          >
            Às {time}
            <span className="sr-only"> com {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
