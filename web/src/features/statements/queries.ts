import { type PixReceiver, pixApi } from '@na-regua/contract/pix'
import { statementsApi } from '@na-regua/contract/statements'
import { visitsApi } from '@na-regua/contract/visits'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { uploadFile } from '../../lib/upload.ts'

/** Also without network: a code is made on the device. */
export const pixSettingsQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: ['account', 'pix', barbershopId],
    queryFn: ({ signal }) => api(pixApi.get, { params: { id: barbershopId }, signal }),
    meta: { stored: true },
  })

export type PixChange = { receiver: PixReceiver | null; version: number }

export const savePixSettings = (barbershopId: string, body: PixChange) =>
  api(pixApi.save, { params: { id: barbershopId }, body })

/** All of it changes with every decision and import. */
export const STATEMENTS = 'statements'

export const waitingPixQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: [STATEMENTS, 'waiting', barbershopId],
    queryFn: ({ signal }) => api(statementsApi.waiting, { params: { id: barbershopId }, signal }),
    refetchOnMount: 'always',
  })

export const statementInboxQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: [STATEMENTS, 'inbox', barbershopId],
    queryFn: ({ signal }) => api(statementsApi.inbox, { params: { id: barbershopId }, signal }),
    refetchOnMount: 'always',
  })

export const statementRequests = {
  upload: (barbershopId: string, file: File) =>
    uploadFile(
      { ...statementsApi.upload, url: statementsApi.upload.url.replace(':id', barbershopId) },
      { field: 'file', file },
      () => {},
    ),
  confirm: (paymentId: string) => api(visitsApi.confirmPix, { params: { id: paymentId } }),
  match: (entryId: string, paymentId: string) =>
    api(statementsApi.match, { params: { id: entryId }, body: { paymentId } }),
  setAside: (entryId: string, isSetAside: boolean) =>
    api(statementsApi.setAside, { params: { id: entryId }, body: { isSetAside } }),
  accept: (paymentId: string) => api(statementsApi.accept, { params: { id: paymentId } }),
}

/** One decision at a time. What it was about has changed with it, also when it was refused because someone else came first. */
export function useDecision<Input>(decide: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: decide,
    onSettled: () => client.invalidateQueries({ queryKey: [STATEMENTS] }),
  })
}
