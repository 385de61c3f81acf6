import { type PixReceiver, pixApi } from '@na-regua/contract/pix'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

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
