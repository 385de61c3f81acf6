import { ledgerApi } from '@na-regua/contract/ledger'
import { moneyApi } from '@na-regua/contract/money'
import type { Query } from '@na-regua/contract/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type MoneyPeriod = { from: string; to: string }
export type EntryQuery = Omit<Query<typeof moneyApi.entries>, 'page' | 'perPage'>

const ENTRIES = 50

export const moneyReportQuery = (barbershopId: string, period: MoneyPeriod) =>
  queryOptions({
    queryKey: ['money', barbershopId, 'report', period],
    queryFn: ({ signal }) => api(moneyApi.report, { params: { id: barbershopId }, query: period, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

export const moneyEntriesQuery = (barbershopId: string, query: EntryQuery, page: number) =>
  queryOptions({
    queryKey: ['money', barbershopId, 'entries', query, page],
    queryFn: ({ signal }) =>
      api(moneyApi.entries, { params: { id: barbershopId }, query: { ...query, page, perPage: ENTRIES }, signal }),
    placeholderData: keepPreviousData,
  })

export const downloadReport = (id: string, period: MoneyPeriod) =>
  api(moneyApi.reportCsv, { params: { id }, query: period })

export const downloadEntries = (id: string, period: MoneyPeriod) =>
  api(moneyApi.entriesCsv, { params: { id }, query: period })

export const downloadBook = (id: string, year: number) => api(ledgerApi.download, { params: { id }, query: { year } })
