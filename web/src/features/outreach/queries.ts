import { customersApi } from '@na-regua/contract/customers'
import { type OutreachPurpose, type OutreachRow, outreachApi } from '@na-regua/contract/outreach'
import type { Body } from '@na-regua/contract/route'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { showToast } from '../../ui/toast.tsx'
import { isWrittenTo } from './rules.ts'

type OutreachList = { barbershopId: string; purpose: OutreachPurpose; page: number }

const ROWS = 50

/** The team shares who was written to: others tick while this page is open. */
export function outreachQuery({ barbershopId, purpose, page }: OutreachList) {
  return queryOptions({
    queryKey: ['outreach', barbershopId, purpose, page],
    queryFn: ({ signal }) =>
      api(outreachApi.list, { params: { id: barbershopId }, query: { purpose, page, perPage: ROWS }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: 30_000,
  })
}

type Mark = { row: OutreachRow; isSent: boolean }

/** Ticks a row at once; the refetch that follows shows what the team has. */
export function useOutreachMark(list: OutreachList) {
  const client = useQueryClient()
  const { queryKey } = outreachQuery(list)
  return useMutation({
    mutationFn({ row, isSent }: Mark) {
      const body = { purpose: list.purpose, profileId: row.profileId, appointmentId: row.appointment?.id, isSent }
      // It outlives the page, which WhatsApp may take the place of.
      return api(outreachApi.mark, { params: { id: list.barbershopId }, body, keepalive: true })
    },
    async onMutate({ row, isSent }) {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (data) => data && { ...data, rows: data.rows.map((one) => tick(one, row, isSent)) })
    },
    onError: (error) =>
      showToast({ tone: 'error', title: 'Não foi possível marcar', text: errorText(error, 'Tente novamente.') }),
    onSettled: () => client.invalidateQueries({ queryKey: ['outreach'] }),
  })
}

const isSameRow = (one: OutreachRow, other: OutreachRow) =>
  one.profileId === other.profileId && one.appointment?.id === other.appointment?.id

function tick(one: OutreachRow, row: OutreachRow, isSent: boolean): OutreachRow {
  if (!isSameRow(one, row)) return one
  if (!isSent) return { ...one, sent: null }
  return isWrittenTo(one) ? one : { ...one, sent: { at: new Date().toISOString(), by: null, delivery: null } }
}

/** The customer wants no messages but those about appointments, or does again. */
export function useRefusal() {
  const client = useQueryClient()
  const change = ({ profileId, version }: Pick<OutreachRow, 'profileId' | 'version'>, refusesMarketing: boolean) =>
    api(customersApi.update, { params: { id: profileId }, body: { version, refusesMarketing } })
  return useMutation({
    mutationFn: (row: OutreachRow) => change(row, true),
    onSuccess({ customer }, row) {
      showToast({
        tone: 'success',
        title: `${row.name} não recebe mais mensagens assim`,
        action: {
          label: 'Desfazer',
          onClick: () =>
            void change({ profileId: customer.id, version: customer.version }, false).finally(() =>
              client.invalidateQueries({ queryKey: ['outreach'] }),
            ),
        },
      })
    },
    onError: (error) =>
      showToast({ tone: 'error', title: 'Não foi possível salvar', text: errorText(error, 'Tente novamente.') }),
    onSettled: () => client.invalidateQueries({ queryKey: ['outreach'] }),
  })
}

type TextInput = Body<typeof outreachApi.saveText> & { barbershopId: string }

export function saveOutreachText({ barbershopId, ...body }: TextInput) {
  return api(outreachApi.saveText, { params: { id: barbershopId }, body })
}

/** Sets when the messages leave by themselves, null for never. One after the other: the last choice is what is stored. */
export function useAutomation(barbershopId: string, purpose: OutreachPurpose) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `outreach-automation ${barbershopId} ${purpose}` },
    mutationFn: (hour: number | null) =>
      api(outreachApi.saveAutomation, { params: { id: barbershopId }, body: { purpose, hour } }),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Não foi possível salvar', text: errorText(error, 'Tente novamente.') }),
    onSettled: () => client.invalidateQueries({ queryKey: ['outreach'] }),
  })
}
