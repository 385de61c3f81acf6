import type { Body } from '@na-regua/contract/route'
import { staffApi } from '@na-regua/contract/staff'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Everything about a chair's time; another tab's change makes it old. */
const keyOf = (barberId: string) => ['appointments', 'schedule', barberId] as const

export function scheduleQuery(barberId: string) {
  return queryOptions({
    queryKey: [...keyOf(barberId), 'week'],
    queryFn: ({ signal }) => api(staffApi.getSchedule, { params: { id: barberId }, signal }),
    refetchOnMount: 'always',
  })
}

export function timeOffQuery(barberId: string) {
  return queryOptions({
    queryKey: [...keyOf(barberId), 'time-off'],
    queryFn: ({ signal }) => api(staffApi.listTimeOff, { params: { id: barberId }, signal }),
    refetchOnMount: 'always',
  })
}

export function saveSchedule(barberId: string, body: Body<typeof staffApi.saveSchedule>) {
  return api(staffApi.saveSchedule, { params: { id: barberId }, body })
}

export type TimeOffWish = Body<typeof staffApi.addTimeOff>

export function addTimeOff(barberId: string, body: TimeOffWish) {
  return api(staffApi.addTimeOff, { params: { id: barberId }, body })
}

export function removeTimeOff(barberId: string, timeOffId: string) {
  return api(staffApi.removeTimeOff, { params: { id: barberId, timeOffId } })
}
