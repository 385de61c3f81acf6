import type { Appointment } from '@na-regua/contract/appointments'
import type { Body } from '@na-regua/contract/route'
import { type AppointmentDelay, delaysApi } from '@na-regua/contract/serving'
import { bookingLinkApi } from '@na-regua/contract/staff-bookings'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatDuration, formatInstantInSentence } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { isOpenAppointment } from './rules.ts'

const HOUR_MS = 3_600_000

type DelayedAppointment = Pick<Appointment, 'status' | 'startTime' | 'timeZone'> & { id: string; barberName: string }

/** Delays are known for the next hours only: of other appointments none is requested. */
function mayBeDelayed({ status, startTime }: DelayedAppointment, now: Date) {
  const ahead = Date.parse(startTime) - now.getTime()
  return isOpenAppointment({ status }) && ahead > -3 * HOUR_MS && ahead < 12 * HOUR_MS
}

/** 'Rafa está uns 15 min atrasado' and when to come instead; for an earlier time the alternative. */
function describeDelay({ barberName, startTime, timeZone }: DelayedAppointment, delay: AppointmentDelay) {
  const timeOf = (instant: string) => formatInstantInSentence(instant, timeZone)
  const { delayMin, expectedStart, reply } = delay
  if (delayMin < 0) {
    const title = `${barberName} pode atender antes`
    if (reply) return { title, text: `Você fica com o seu horário: ${timeOf(startTime)}.` }
    return { title, text: `Pode vir às ${timeOf(expectedStart)}? Seu horário é ${timeOf(startTime)}.` }
  }
  const answer = reply === 'ok' ? ' Você respondeu: tudo bem.' : ''
  return {
    title: `${barberName} está uns ${formatDuration(delayMin)} atrasado`,
    text: `Venha às ${timeOf(expectedStart)}.${answer}`,
  }
}

/** With the token of a booking link for a customer without an account. */
function delayQuery(id: string, token: string | undefined) {
  return queryOptions({
    queryKey: ['appointments', 'delay', token ?? id],
    queryFn: ({ signal }) =>
      token ? api(bookingLinkApi.delay, { params: { token }, signal }) : api(delaysApi.get, { params: { id }, signal }),
    staleTime: 0,
    // Who has only a link receives no events.
    refetchInterval: token ? 60_000 : false,
  })
}

type DelayReplyBody = Body<typeof delaysApi.reply>

/** Resolves to the appointment as it is now. */
async function sendReply(id: string, token: string | undefined, body: DelayReplyBody) {
  if (token) return (await api(bookingLinkApi.replyToDelay, { params: { token }, body })).appointment
  const { appointment } = await api(delaysApi.reply, { params: { id }, body })
  return { ...appointment, barberName: appointment.barber.name }
}

/** After a refusal the delay is loaded again: the barber may be on time by now. */
function useDelayReply({ appointmentId, version }: AppointmentDelay, token: string | undefined) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (input: Omit<DelayReplyBody, 'version'>) => sendReply(appointmentId, token, { ...input, version }),
    onSuccess: ({ barberName, startTime, timeZone }, { reply }) => {
      const time = formatInstantInSentence(startTime, timeZone)
      if (reply !== 'ok') showToast({ tone: 'success', title: `Combinado: ${time} com ${barberName}` })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['appointments'] }),
  })
  // One reply at a time.
  const mutate: typeof change.mutate = (input) => change.isPending || change.mutate(input)
  return { ...change, mutate }
}

type DelayCardProps = {
  appointment: DelayedAppointment
  /** The token of the booking link, for a customer without an account. */
  token?: string
  now: Date
  /** Leads to another time, as long as the customer may choose one. */
  otherTime?: ReactNode
}

/** For an appointment of the next hours whose barber runs late, or could serve earlier. */
export function DelayCard(props: DelayCardProps) {
  const { appointment, token, now } = props
  const query = delayQuery(appointment.id, token)
  const { data } = useQuery({ ...query, enabled: mayBeDelayed(appointment, now) })
  return data?.delay ? <Delay {...props} delay={data.delay} /> : null
}

function Delay({ appointment, token, otherTime, delay }: DelayCardProps & { delay: AppointmentDelay }) {
  const change = useDelayReply(delay, token)
  const { title, text } = describeDelay(appointment, delay)
  return (
    <div className="mt-4 grid gap-3 rounded-card bg-brass-soft p-4">
      <p role="status" className="flex gap-2.5 tabular-nums">
        <Icon name="clock" className="mt-0.5 size-5 text-brass" />
        <span className="min-w-0 wrap-anywhere">
          <strong className="block font-semibold">{title}</strong>
          {text}
        </span>
      </p>
      <FormAlert>{change.error && errorText(change.error, 'Não foi possível responder. Tente novamente.')}</FormAlert>
      {delay.delayMin < 0 ? (
        <EarlierButtons appointment={appointment} delay={delay} change={change} />
      ) : (
        <LateButtons appointment={appointment} delay={delay} change={change} otherTime={otherTime} />
      )}
    </div>
  )
}

type ButtonsProps = {
  appointment: DelayedAppointment
  delay: AppointmentDelay
  change: ReturnType<typeof useDelayReply>
}

function EarlierButtons({ appointment: { startTime, timeZone }, delay, change }: ButtonsProps) {
  if (delay.reply) return null
  const timeOf = (instant: string) => formatInstantInSentence(instant, timeZone)
  const isBusy = (reply: DelayReplyBody['reply']) => change.isPending && change.variables.reply === reply
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

function LateButtons({ otherTime, ...props }: ButtonsProps & Pick<DelayCardProps, 'otherTime'>) {
  const { delay, change } = props
  const [isListOpen, setListOpen] = useState(false)
  const hasOthers = delay.freeBarbers.length > 0
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:flex-1 *:whitespace-nowrap">
        {otherTime}
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
      {isListOpen && hasOthers && <FreeBarbers {...props} />}
    </>
  )
}

/** Who could serve the customer at the booked time. A tap hands the appointment over. */
function FreeBarbers({ appointment: { startTime, timeZone }, delay, change }: ButtonsProps) {
  const time = formatInstantInSentence(startTime, timeZone)
  return (
    <ul aria-label={`Livres às ${time}`} className="divide-y divide-line rounded-control border border-line bg-card">
      {delay.freeBarbers.map(({ id, name, avatarUrl }) => (
        <li key={id} className="flex items-center gap-3 p-2.5">
          <Avatar name={name} src={avatarUrl} className="size-10 text-sm" />
          <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</span>
          <Button
            variant="outline"
            className="whitespace-nowrap"
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
