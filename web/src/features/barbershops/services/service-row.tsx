import { MAX_NAME } from '@na-regua/contract/text-limits'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import { MinutesField, MinutesInput, MoneyField, MoneyInput } from '../../../ui/amount-input.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { fieldBorder } from '../../../ui/field-frame.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import {
  changeTerms,
  findServiceErrors,
  findTermsErrors,
  isDraftProvidedBy,
  type ServiceDraft,
  type TermsDraft,
} from './rules.ts'

type ServiceRowProps = {
  service: ServiceDraft
  onChange: (change: Partial<ServiceDraft>) => void
  /** The buttons to move and remove the service. */
  actions: ReactNode
}

/** A field in a row of a table. */
export const cellClass =
  'min-h-11 w-full min-w-0 rounded-control border bg-card px-2.5 text-ink transition-colors hover:border-edge tabular-nums'

/** A service in the wizard: the fields that it needs. */
export function ServiceRow({ service, onChange, actions }: ServiceRowProps) {
  const [wasBlurred, setBlurred] = useState(false)
  const errors = findServiceErrors(service)
  return (
    <div className="grid gap-3">
      <div className="-ml-2.5 flex">{actions}</div>
      <TextField
        label="Nome do serviço"
        maxLength={MAX_NAME}
        value={service.name}
        autoFocus={service.name === ''}
        // No error before the first edit.
        error={wasBlurred ? errors.name : undefined}
        onBlur={() => setBlurred(true)}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <MinutesField
          label="Duração (min)"
          value={service.durationMin}
          error={errors.durationMin}
          onValue={(durationMin) => onChange({ durationMin })}
        />
        <MoneyField
          label="Preço"
          value={service.priceCents}
          error={errors.priceCents}
          onValue={(priceCents) => onChange({ priceCents })}
        />
      </div>
    </div>
  )
}

type TermsFieldsProps = {
  services: readonly ServiceDraft[]
  service: ServiceDraft
  /** Undefined while loading, or after that failed. */
  barbers: readonly { id: string; name: string }[] | undefined
  /** Loads the barbers again, after that failed. */
  onRetryBarbers?: (() => void) | undefined
  onChange: (change: Partial<ServiceDraft>) => void
}

/** For each barber whether they do the service, for how much and how long. An empty field is the value of the table. */
export function TermsFields({ services, service, barbers, onRetryBarbers, onChange }: TermsFieldsProps) {
  if (onRetryBarbers)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 rounded-control bg-sunken p-3">
        <p className="text-sm font-medium text-red">Erro ao carregar os barbeiros.</p>
        <Button variant="outline" onClick={onRetryBarbers}>
          Tentar novamente
        </Button>
      </div>
    )
  if (!barbers) return <LoadingMessage>Carregando barbeiros...</LoadingMessage>
  if (barbers.length === 0)
    return <p className="rounded-control bg-sunken p-3 text-sm text-mute">Esta barbearia ainda não tem barbeiros.</p>
  return (
    <fieldset className="rounded-control bg-sunken px-3 py-2">
      <legend className="sr-only">{`${service.name.trim()}, por barbeiro`}</legend>
      <p className="py-1 text-sm text-mute">Em branco vale o preço e a duração da lista.</p>
      <ul className="divide-y divide-line">
        {barbers.map((barber) => (
          <TermsRow key={barber.id} services={services} service={service} barber={barber} onChange={onChange} />
        ))}
      </ul>
    </fieldset>
  )
}

type TermsRowProps = Pick<TermsFieldsProps, 'services' | 'service' | 'onChange'> & {
  barber: { id: string; name: string }
}

function TermsRow({ services, service, barber: { id, name }, onChange }: TermsRowProps) {
  const own = service.terms[id]
  const isProvided = isDraftProvidedBy(services, service, id)
  const change = (terms: Partial<TermsDraft>) => onChange(changeTerms(service, id, terms))
  const isMissingPart = !isProvided && own?.isProvided !== false
  return (
    <li className="grid grid-cols-2 items-center gap-x-2 py-1 md:grid-cols-[minmax(0,1fr)_7rem_5.5rem]">
      <div className="max-md:col-span-2">
        <Checkbox checked={isProvided} disabled={isMissingPart} onChange={(next) => change({ isProvided: next })}>
          <span className="wrap-anywhere">{name}</span>
          {!isProvided && (
            <span className="block text-sm text-mute">
              {isMissingPart ? 'Não faz um dos serviços do combo' : 'Não faz este serviço'}
            </span>
          )}
        </Checkbox>
      </div>
      {isProvided && <TermsInputs service={service} name={name} own={own} onChange={change} />}
    </li>
  )
}

type TermsInputsProps = {
  service: ServiceDraft
  name: string
  own: TermsDraft | undefined
  onChange: (change: Partial<TermsDraft>) => void
}

function TermsInputs({ service, name, own, onChange }: TermsInputsProps) {
  const errors = findTermsErrors(own)
  return (
    <>
      <MoneyInput
        aria-label={`Preço de ${name}`}
        placeholder={formatMoney(service.priceCents || 0)}
        value={own?.priceCents}
        onValue={(priceCents) => onChange({ priceCents })}
        aria-invalid={errors.priceCents ? true : undefined}
        className={clsx(cellClass, fieldBorder(errors.priceCents))}
      />
      <MinutesInput
        aria-label={`Duração de ${name} (min)`}
        placeholder={String(service.durationMin || '')}
        value={own?.durationMin}
        onValue={(durationMin) => onChange({ durationMin })}
        aria-invalid={errors.durationMin ? true : undefined}
        className={clsx(cellClass, fieldBorder(errors.durationMin))}
      />
    </>
  )
}
