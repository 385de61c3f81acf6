import type { Body } from '@na-regua/contract/route'
import { staffApi } from '@na-regua/contract/staff'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** The prefix is a topic of the live events, so that a change in another tab is shown. */
const scheduleKey = (barberId: string) => ['appointments', 'schedule', barberId] as const

export function scheduleQuery(barberId: string) {
  return queryOptions({
    queryKey: [...scheduleKey(barberId), 'weekly-hours'],
    queryFn: ({ signal }) => api(staffApi.getSchedule, { params: { id: barberId }, signal }),
    refetchOnMount: 'always',
  })
}

export function timeOffQuery(barberId: string) {
  return queryOptions({
    queryKey: [...scheduleKey(barberId), 'time-off'],
    queryFn: ({ signal }) => api(staffApi.listTimeOff, { params: { id: barberId }, signal }),
    refetchOnMount: 'always',
  })
}

export function saveSchedule(barberId: string, body: Body<typeof staffApi.saveSchedule>) {
  return api(staffApi.saveSchedule, { params: { id: barberId }, body })
}

export type TimeOffInput = Body<typeof staffApi.addTimeOff>

export function addTimeOff(barberId: string, body: TimeOffInput) {
  return api(staffApi.addTimeOff, { params: { id: barberId }, body })
}

export function removeTimeOff(barberId: string, timeOffId: string) {
  return api(staffApi.removeTimeOff, { params: { id: barberId, timeOffId } })
}
