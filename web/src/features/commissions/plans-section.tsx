import type { PlanVersion } from '@na-regua/contract/commissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLocalDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { DenseRow, denseListClass } from '../../ui/dense-row.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { PlanDialog, type PlanDialogProps } from './plan-dialog.tsx'
import { commissionPlansQuery } from './queries.ts'
import { describeCommissionPlan, findVersions } from './rules.ts'

type Edited = Pick<PlanDialogProps, 'barber' | 'versions'>

/** The plan of the barbershop, and those of barbers who have their own. */
export function PlansSection({ barbershopId }: { barbershopId: string }) {
  const query = useQuery(commissionPlansQuery(barbershopId))
  const [edited, setEdited] = useState<Edited>()
  const { data } = query
  if (!data)
    return query.isError ? (
      <RetryNotice error={query.error} text="Erro ao carregar os planos." onRetry={query.refetch} />
    ) : (
      <LoadingMessage>Carregando os planos...</LoadingMessage>
    )
  const { today, barbershop, barbers, services, products } = data
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-mute">
        Um plano nunca é editado: cada mudança é uma nova versão, que vale a partir de um dia. O que já foi ganho fica
        como está.
      </p>
      <ul aria-label="Planos" className={denseListClass}>
        <li>
          <PlanRow
            name="Barbearia"
            today={today}
            versions={barbershop.versions}
            missing="Sem plano: as comissões ficam em R$ 0,00"
            onEdit={() => setEdited({ barber: null, versions: barbershop.versions })}
          />
        </li>
        {barbers.map(({ versions, ...barber }) => (
          <li key={barber.id}>
            <PlanRow
              name={barber.name}
              today={today}
              versions={versions}
              missing="Como a barbearia"
              onEdit={() => setEdited({ barber, versions })}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <PlanDialog
          barbershopId={barbershopId}
          today={today}
          barber={edited.barber}
          versions={edited.versions}
          services={services}
          products={products}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

type PlanRowProps = {
  name: string
  today: string
  versions: readonly PlanVersion[]
  missing: string
  onEdit: () => void
}

function PlanRow({ name, today, versions, missing, onEdit }: PlanRowProps) {
  const { current, next } = findVersions(versions, today)
  const describe = (version: PlanVersion | undefined) =>
    version?.terms ? describeCommissionPlan(version.terms) : missing
  return (
    <DenseRow
      name={name}
      title={<span className="font-semibold wrap-anywhere">{name}</span>}
      text={
        <>
          {describe(current)}
          {next && `. A partir de ${formatLocalDate(next.startsOn)}: ${describe(next)}`}
        </>
      }
      main={
        <Button variant="outline" onClick={onEdit}>
          Mudar
        </Button>
      }
      details={versions.length > 0 && <Versions versions={versions} missing={missing} />}
    />
  )
}

function Versions({ versions, missing }: Pick<PlanRowProps, 'versions' | 'missing'>) {
  return (
    <ol className="grid gap-1 text-sm">
      {versions.map(({ id, version, startsOn, terms }) => (
        <li key={id}>
          Versão {version}, desde {formatLocalDate(startsOn)}: {terms ? describeCommissionPlan(terms) : missing}
        </li>
      ))}
    </ol>
  )
}
