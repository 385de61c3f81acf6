import type { Contract } from '@na-regua/contract/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'
import { contractsQuery, downloadContract } from './queries.ts'
import { describeContract } from './rules.ts'

type ContractListProps = {
  contracts: readonly Contract[]
  /** Who may see the money of the barbershop corrects them. */
  onEdit?: (contract: Contract) => void
}

/** The contracts of one barber, newest first. */
export function ContractList({ contracts, onEdit }: ContractListProps) {
  return (
    <ul className="grid grid-cols-1 gap-2">
      {contracts.map((contract) => (
        <li key={contract.id} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 tabular-nums">{describeContract(contract)}</span>
          <span className="flex flex-wrap gap-2">
            {contract.file && <FileButton contract={contract} />}
            {onEdit && (
              <Button variant="outline" onClick={() => onEdit(contract)}>
                Corrigir
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function FileButton({ contract }: { contract: Contract }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadContract(contract),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao abrir o contrato', text: errorText(error, 'Tente novamente.') }),
  })
  return (
    <Button variant="outline" isBusy={isPending} onClick={() => mutate()}>
      <Icon name="download" className="size-4.5" />
      Contrato
    </Button>
  )
}

/** A barber's own contracts; nothing without one. */
export function OwnContracts({ barbershopId, barberId }: { barbershopId: string; barberId: string }) {
  const { data } = useQuery(contractsQuery(barbershopId))
  const contracts = data?.barbers.find(({ id }) => id === barberId)?.contracts ?? []
  if (contracts.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-xl">Contrato</h2>
      <ContractList contracts={contracts} />
    </section>
  )
}
