import type { Body } from '@na-regua/contract/route'
import { type Series, seriesApi } from '@na-regua/contract/series'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { ApiResponseError, errorText } from '../../../lib/api-error.ts'
import { showToast } from '../../../ui/toast.tsx'
import { findDateOf } from './rules.ts'

/** Below the topic of appointments: the live events refetch them. */
const seriesKey = ['appointments', 'series'] as const

export function ownSeriesQuery() {
  return queryOptions({
    queryKey: [...seriesKey, 'own'],
    queryFn: ({ signal }) => api(seriesApi.list, { signal }),
    select: ({ series }) => series,
    meta: { stored: true },
  })
}

export function seriesQuery(id: string) {
  return queryOptions({
    queryKey: [...seriesKey, id],
    queryFn: ({ signal }) => api(seriesApi.get, { params: { id }, signal }),
    select: ({ series }) => series,
  })
}

/** The dates of a series are appointments, and take slots. */
export const refreshSeries = (client: QueryClient) =>
  Promise.all(['appointments', 'availability'].map((topic) => client.invalidateQueries({ queryKey: [topic] })))

/** Repeats an appointment; the result has the dates as they were booked. */
export function useRepeat(appointmentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (intervalWeeks: number) =>
      api(seriesApi.create, { params: { id: appointmentId }, body: { intervalWeeks } }),
    onSettled: () => refreshSeries(client),
  })
}

type DateReply = { date: string } & Body<typeof seriesApi.reply>

/** Chooses instead of a date that could not be booked. A choice that is gone has new ones, which are loaded. */
export function useDateReply(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ date, choice }: DateReply) => api(seriesApi.reply, { params: { id, date }, body: { choice } }),
    onSuccess: (_, { choice }) =>
      showToast({ tone: 'success', title: choice ? 'Horário marcado' : 'Data sem horário, como você pediu' }),
    onError: (error) => showToast({ tone: 'error', title: errorText(error, 'Não deu certo. Tente de novo.') }),
    onSettled: () => refreshSeries(client),
  })
}

const doneTexts = {
  ACTIVE: 'Horário fixo de volta',
  PAUSED: 'Horário fixo em pausa',
  ENDED: 'Horário fixo encerrado',
}

type SeriesChange = Body<typeof seriesApi.change>

export function useSeriesChange(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SeriesChange) => api(seriesApi.change, { params: { id }, body }),
    onSuccess: (_, { status }) => showToast({ tone: 'success', title: doneTexts[status] }),
    onError: (error) => showToast({ tone: 'error', title: errorText(error, 'Não deu certo. Tente de novo.') }),
    onSettled: () => refreshSeries(client),
  })
}

/** The series as it is now, and which of its dates the appointment is. Throws where it is none any more. */
async function findDateOfAppointment(seriesId: string, appointmentId: string) {
  const { series } = await api(seriesApi.get, { params: { id: seriesId } })
  const from = findDateOf(series, appointmentId)
  if (!from)
    throw new ApiResponseError(409, { code: 'STATE_CHANGED', message: 'Este horário fixo mudou. Atualize a página.' })
  return { series, from }
}

type SeriesAppointment = { id: string; seriesId: string }

/** Ends the series from the date of this appointment on. */
export async function endSeriesFrom({ id, seriesId }: SeriesAppointment) {
  const { series, from } = await findDateOfAppointment(seriesId, id)
  const body: SeriesChange = { version: series.version, status: 'ENDED', from }
  return api(seriesApi.change, { params: { id: seriesId }, body })
}

/** Moves this date to another time, and the next ones with it. Resolves to what could not follow. */
export async function moveSeriesFrom({ id, seriesId }: SeriesAppointment, start: Date): Promise<Series> {
  const { series, from } = await findDateOfAppointment(seriesId, id)
  const body = { version: series.version, from, startTime: start.toISOString() }
  return (await api(seriesApi.move, { params: { id: seriesId }, body })).series
}
