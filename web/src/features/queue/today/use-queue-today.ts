import type { Appointment } from '@na-regua/contract/appointments'
import { type QueueEntry, queueTodayApi } from '@na-regua/contract/queue-today'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { type StaffCommand, useCommands } from '../../../lib/use-commands.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useStaleSince } from '../../../ui/stale-notice.tsx'
import { getClockOffset } from '../rules.ts'
import { applyActs, type QueueAct, toAct } from './rules.ts'
import { queueTodayKey, useTapState } from './use-tap-state.ts'

/** The queue and what each barber does, for staff. */
export function queueTodayQuery(barbershopId: string) {
  return queryOptions({
    queryKey: queueTodayKey(barbershopId),
    queryFn: ({ signal }) => api(queueTodayApi.get, { params: { id: barbershopId }, signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // Waits and delays grow without an event.
    refetchInterval: 60_000,
    meta: { stored: true },
  })
}

/** How an appointment is finished, by the day that shows it: at once for the screen, after some seconds for the server. */
export type Finishing = {
  finish: (appointment: Appointment) => void
  isFinishing: (appointmentId: string) => boolean
  /** Sends what could still be undone. */
  sendNow: (appointmentId: string) => Promise<unknown>
}

/** The entry that a command is about. */
function findEntryId({ command }: Pick<StaffCommand, 'command'>): string | undefined {
  if (command.type === 'queueAdd') return command.input.entryId
  return 'entryId' in command ? command.entryId : undefined
}

/** The call as a countdown of this device must see it. */
function toDeviceTime(entry: QueueEntry, clockOffsetMs: number): QueueEntry {
  const shift = (time: string) => new Date(Date.parse(time) - clockOffsetMs).toISOString()
  const { call } = entry
  if (!call || call.comeBy === call.calledAt) return entry
  return { ...entry, call: { ...call, calledAt: shift(call.calledAt), comeBy: shift(call.comeBy) } }
}

/** The queue as it will be after what was tapped; undefined until it is loaded. */
export function useQueueToday(barbershopId: string, { isFinishing }: Finishing) {
  const query = useQuery(queueTodayQuery(barbershopId))
  const { commands, pending } = useCommands()
  const clockOffsetMs = getClockOffset(query)
  const now = new Date(useNow().getTime() + clockOffsetMs)
  const { running, problem, muted } = useTapState()
  const { data } = query
  const finished = (data?.barbers ?? []).flatMap(({ serving }): QueueAct[] =>
    serving && isFinishing(serving.appointmentId) ? [{ type: 'finish', appointmentId: serving.appointmentId }] : [],
  )
  const stored = commands.flatMap((command) => toAct(command, barbershopId) ?? [])
  const own = running.filter((one) => one.barbershopId === barbershopId).map(({ act }) => act)
  const isMuted = (id: string) =>
    muted.some(({ appointmentId, until }) => appointmentId === id && until > now.getTime() - clockOffsetMs)
  // Closed when the network went away says nothing about now.
  const isStale = useStaleSince(query) !== undefined
  const today = data && applyActs(data, [...finished, ...stored, ...own], now)
  return {
    query,
    now,
    /** Whether something about the entry waits for the network. */
    isStored: (entryId: string) => pending.some((command) => findEntryId(command) === entryId),
    problem: problem?.barbershopId === barbershopId ? problem : undefined,
    today: today && {
      ...today,
      closure: isStale && today.closure === 'closed' ? null : today.closure,
      entries: today.entries.map((entry) => toDeviceTime(entry, clockOffsetMs)),
      barbers: today.barbers.map((barber) => ({
        ...barber,
        isDoubtful: barber.isDoubtful && !isMuted(barber.serving?.appointmentId ?? ''),
      })),
    },
  }
}
