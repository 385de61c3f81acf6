import type { Contract, ContractsOfBarber } from '@na-regua/contract/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DenseRow, denseListClass } from '../../ui/dense-row.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { ContractDialog } from './contract-dialog.tsx'
import { ContractList } from './contract-list.tsx'
import { contractsQuery } from './queries.ts'
import { describeContract, findContract, findContractWarning } from './rules.ts'
import { ShareReport } from './share-report.tsx'

type Edited = { barber: { id: string; name: string }; contract: Contract | undefined }

/** On what terms each barber works, what is missing of it, and what the month gives partners and the barbershop. */
export function ContractsSection({ barbershop }: { barbershop: { id: string; name: string } }) {
  const query = useQuery(contractsQuery(barbershop.id))
  const [edited, setEdited] = useState<Edited>()
  const { data } = query
  if (!data)
    return query.isError ? (
      <RetryNotice error={query.error} text="Erro ao carregar os contratos." onRetry={query.refetch} />
    ) : (
      <LoadingMessage>Carregando os contratos...</LoadingMessage>
    )
  const { today, barbers } = data
  const warned = barbers.filter((barber) => warningOf(barber, today) !== undefined).length
  return (
    <div className="grid grid-cols-1 gap-6">
      <section className="grid grid-cols-1 gap-3">
        {barbers.length === 0 && <Notice icon="people" title="A barbearia ainda não tem barbeiros" />}
        {warned > 0 && (
          <p className="text-mute">
            {formatCount(warned, 'barbeiro precisa', 'barbeiros precisam')} de atenção: contrato que falta, que termina
            em até 30 dias ou que está incompleto.
          </p>
        )}
        <ul aria-label="Contratos" className={barbers.length > 0 ? denseListClass : undefined}>
          {barbers.map((barber) => (
            <li key={barber.id}>
              <BarberRow barber={barber} today={today} onEdit={(contract) => setEdited({ barber, contract })} />
            </li>
          ))}
        </ul>
      </section>
      <ShareReport barbershop={barbershop} current={today.slice(0, 'YYYY-MM'.length)} />
      {edited && (
        <ContractDialog
          barbershopId={barbershop.id}
          barber={edited.barber}
          contract={edited.contract}
          today={today}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

/** Who has left needs no contract any more. */
const warningOf = ({ isRemoved, contracts }: ContractsOfBarber, today: string) =>
  isRemoved ? undefined : findContractWarning(contracts, today)

type BarberRowProps = {
  barber: ContractsOfBarber
  today: string
  onEdit: (contract: Contract | undefined) => void
}

function BarberRow({ barber, today, onEdit }: BarberRowProps) {
  const { name, isRemoved, contracts } = barber
  const contract = findContract(contracts, today)
  const warning = warningOf(barber, today)
  return (
    <DenseRow
      name={name}
      title={<span className="font-semibold wrap-anywhere">{name}</span>}
      badges={warning ? <Badge tone="brass">{warning}</Badge> : isRemoved && <Badge>Saiu</Badge>}
      text={contract ? describeContract(contract) : 'Salão Parceiro, CLT ou aluguel de cadeira'}
      main={
        !isRemoved && (
          <Button variant="outline" onClick={() => onEdit(contract)}>
            {contract ? 'Mudar' : 'Cadastrar'}
          </Button>
        )
      }
      details={
        contracts.length > 0 && (
          <div className="grid grid-cols-1 gap-3">
            <ContractList contracts={contracts} onEdit={onEdit} />
            {!isRemoved && (
              <Button variant="outline" className="justify-self-start" onClick={() => onEdit(undefined)}>
                Novo contrato
              </Button>
            )}
          </div>
        )
      }
    />
  )
}
