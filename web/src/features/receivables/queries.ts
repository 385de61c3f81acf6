import { receivablesApi } from '@na-regua/contract/receivables'
import type { Body } from '@na-regua/contract/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const DEBTORS = 50
const EXPECTED_CARDS = 50

export const receivablesQuery = (barbershopId: string, page: number) =>
  queryOptions({
    queryKey: ['money', barbershopId, 'receivables', page],
    queryFn: ({ signal }) =>
      api(receivablesApi.list, { params: { id: barbershopId }, query: { page, perPage: DEBTORS }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

export const expectedCardsQuery = (barbershopId: string, date: string, page: number) =>
  queryOptions({
    queryKey: ['money', barbershopId, 'receivables', 'cards', date, page],
    queryFn: ({ signal }) =>
      api(receivablesApi.expectedCards, {
        params: { id: barbershopId },
        query: { date, page, perPage: EXPECTED_CARDS },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

export const cardFeesQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: ['money', barbershopId, 'card-fees'],
    queryFn: ({ signal }) => api(receivablesApi.cardFees, { params: { id: barbershopId }, signal }),
    staleTime: 0,
  })

export type CardFeesChange = Body<typeof receivablesApi.saveCardFees>

export const saveCardFees = (barbershopId: string, body: CardFeesChange) =>
  api(receivablesApi.saveCardFees, { params: { id: barbershopId }, body })
