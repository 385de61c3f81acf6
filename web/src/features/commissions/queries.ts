import { commissionsApi } from '@na-regua/contract/commissions'
import { type Contract, contractsApi } from '@na-regua/contract/contracts'
import type { Body } from '@na-regua/contract/route'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, apiFile } from '../../lib/api.ts'
import { prepareImage } from '../../lib/image-file.ts'
import { saveBlob, uploadFile } from '../../lib/upload.ts'
import { showToast } from '../../ui/toast.tsx'

export const commissionPlansQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: ['commissions', barbershopId, 'plans'],
    queryFn: ({ signal }) => api(commissionsApi.listPlans, { params: { id: barbershopId }, signal }),
  })

type Settlements = { barbershopId: string; until: string | undefined; page: number }

/** Drafts change with every visit that is closed. */
export const settlementsQuery = ({ barbershopId, until, page }: Settlements) =>
  queryOptions({
    queryKey: ['commissions', barbershopId, 'settlements', until, page],
    queryFn: ({ signal }) =>
      api(commissionsApi.listSettlements, {
        params: { id: barbershopId },
        query: { until, page, perPage: 20 },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })

type Earnings = { barbershopId: string; barberId: string | undefined; from: string; until: string; page: number }

/** The barber looks at it between two visits. */
export const earningsQuery = ({ barbershopId, barberId, from, until, page }: Earnings) =>
  queryOptions({
    queryKey: ['commissions', barbershopId, 'earnings', barberId, from, until, page],
    queryFn: ({ signal }) =>
      api(commissionsApi.listEarnings, {
        params: { id: barbershopId },
        query: { barberId, from, until, page, perPage: 30 },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: 60_000,
  })

export const settlementQuery = (id: string) =>
  queryOptions({
    queryKey: ['commissions', 'settlement', id],
    queryFn: ({ signal }) => api(commissionsApi.getSettlement, { params: { id }, signal }),
  })

export const downloadSettlement = (id: string) => api(commissionsApi.settlementCsv, { params: { id } })

/** A change of what barbers earn, after which every list of it is loaded again. */
function useCommissionChange<Input>(change: (input: Input) => Promise<unknown>, success: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    async onSuccess() {
      showToast({ tone: 'success', title: success })
      await client.invalidateQueries({ queryKey: ['commissions'] })
    },
  })
}

export const usePlanChange = (id: string) =>
  useCommissionChange(
    (body: Body<typeof commissionsApi.addPlan>) => api(commissionsApi.addPlan, { params: { id }, body }),
    'Plano salvo',
  )

export const useDispute = (id: string) =>
  useCommissionChange(
    (body: Body<typeof commissionsApi.dispute>) => api(commissionsApi.dispute, { params: { id }, body }),
    'Contestação enviada',
  )

export const useResponse = (id: string) =>
  useCommissionChange(
    (body: Body<typeof commissionsApi.respond>) => api(commissionsApi.respond, { params: { id }, body }),
    'Resposta enviada',
  )

export const useSettlementClosing = (id: string) =>
  useCommissionChange(
    (body: Body<typeof commissionsApi.closeSettlement>) =>
      api(commissionsApi.closeSettlement, { params: { id }, body }),
    'Acerto fechado',
  )

export const usePayment = (id: string) =>
  useCommissionChange(
    (body: Body<typeof commissionsApi.paySettlement>) => api(commissionsApi.paySettlement, { params: { id }, body }),
    'Acerto pago',
  )

export const useAdvance = (id: string) =>
  useCommissionChange(
    (body: Body<typeof commissionsApi.giveAdvance>) => api(commissionsApi.giveAdvance, { params: { id }, body }),
    'Vale registrado',
  )

export const contractsQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: ['commissions', barbershopId, 'contracts'],
    queryFn: ({ signal }) => api(contractsApi.list, { params: { id: barbershopId }, signal }),
  })

export const partnerSharesQuery = (barbershopId: string, month: string) =>
  queryOptions({
    queryKey: ['commissions', barbershopId, 'shares', month],
    queryFn: ({ signal }) => api(contractsApi.shares, { params: { id: barbershopId }, query: { month }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

export const downloadShares = (id: string, month: string) =>
  api(contractsApi.sharesCsv, { params: { id }, query: { month } })

type ContractInput = Omit<Body<typeof contractsApi.update>, 'version'>

/** Saves a contract, a new one for the barber unless there is one; then its file, if one was chosen. */
export function useContractSave({ barbershopId, barberId }: { barbershopId: string; barberId: string }) {
  return useCommissionChange(async (input: SavedContract) => {
    const { fields, contract, file, onStored } = input
    const stored = contract
      ? await api(contractsApi.update, { params: { id: contract.id }, body: { ...fields, version: contract.version } })
      : await api(contractsApi.create, { params: { id: barbershopId }, body: { ...fields, barberId } })
    onStored(stored)
    if (file) await addContractFile(stored.id, file)
  }, 'Contrato salvo')
}

type SavedContract = {
  fields: ContractInput
  contract: Contract | undefined
  file: File | undefined
  /** Where only the file fails, another try corrects what is stored by then. */
  onStored: (contract: Contract) => void
}

async function addContractFile(id: string, file: File) {
  const url = contractsApi.addFile.url.replace(':id', id)
  const sent = file.type.startsWith('image/') ? await prepareImage(file) : file
  return uploadFile({ ...contractsApi.addFile, url }, { field: 'file', file: sent }, () => {})
}

export const useContractRemoval = () =>
  useCommissionChange((id: string) => api(contractsApi.remove, { params: { id } }), 'Contrato apagado')

/** Saves the signed contract on the device. */
export async function downloadContract({ id, startsOn }: Contract) {
  const blob = await apiFile(contractsApi.file, { params: { id } })
  saveBlob(`contrato-${startsOn}.${blob.type === 'application/pdf' ? 'pdf' : 'webp'}`, blob)
}
