import { cashApi } from '@na-regua/contract/cash'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Prefix of everything about the cash register. */
export const cashKey = ['cash'] as const

/** Others at the reception work with the same register. */
export function cashQuery(barbershopId: string) {
  return queryOptions({
    queryKey: [...cashKey, barbershopId],
    queryFn: ({ signal }) => api(cashApi.current, { params: { id: barbershopId }, signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: 60_000,
  })
}

export function cashDayQuery(barbershopId: string, date: string) {
  return queryOptions({
    queryKey: [...cashKey, barbershopId, 'day', date],
    queryFn: ({ signal }) => api(cashApi.day, { params: { id: barbershopId }, query: { date }, signal }),
    refetchOnMount: 'always',
  })
}

type NewRegister = Body<typeof cashApi.addRegister>

export function addRegister(barbershopId: string, body: NewRegister) {
  return api(cashApi.addRegister, { params: { id: barbershopId }, body })
}

type RegisterChange = Body<typeof cashApi.changeRegister>

export function changeRegister(id: string, body: RegisterChange) {
  return api(cashApi.changeRegister, { params: { id }, body })
}

export function openCash(barbershopId: string, body: Body<typeof cashApi.open>) {
  return api(cashApi.open, { params: { id: barbershopId }, body })
}

export type CashMovementInput = Body<typeof cashApi.move>

export function moveCash(sessionId: string, body: CashMovementInput) {
  return api(cashApi.move, { params: { id: sessionId }, body })
}

export function reverseCashMovement(id: string, reason: string) {
  return api(cashApi.reverse, { params: { id }, body: { reason } })
}

export type CashClosing = Body<typeof cashApi.close>

export function closeCash(sessionId: string, body: CashClosing) {
  return api(cashApi.close, { params: { id: sessionId }, body })
}
