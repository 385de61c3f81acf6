import { type ReactNode, useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PriceField } from './price-field.tsx'
import { findServiceErrors, type ServiceDraft } from './rules.ts'

type ServiceRowProps = {
  service: ServiceDraft
  onChange: (change: Partial<ServiceDraft>) => void
  /** Buffer, description and the switch, which a first setting up does without. */
  isDetailed?: boolean
  /** Move and remove. */
  actions: ReactNode
}

function toNumber(text: string) {
  return text === '' ? undefined : Number(text)
}

type MinutesFieldProps = {
  label: string
  value: number | undefined
  most: number
  error?: string
  onChange: (minutes: number | undefined) => void
}

function MinutesField({ label, value, most, error, onChange }: MinutesFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={most}
      step={5}
      value={value ?? ''}
      error={error}
      onChange={({ target }) => onChange(toNumber(target.value))}
      className="tabular-nums"
    />
  )
}

export function ServiceRow({ service, onChange, isDetailed = false, actions }: ServiceRowProps) {
  const [isLeft, setLeft] = useState(false)
  const errors = findServiceErrors(service)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="-ml-2.5 flex">{actions}</div>
        {isDetailed && (
          <Checkbox checked={service.isActive} onChange={(isActive) => onChange({ isActive })}>
            Ativo
          </Checkbox>
        )}
      </div>
      <TextField
        label="Nome do serviço"
        maxLength={120}
        value={service.name}
        autoFocus={service.name === ''}
        // Nobody is told off before the first word.
        error={isLeft ? errors.name : undefined}
        onBlur={() => setLeft(true)}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Numbers {...{ service, onChange, isDetailed }} />
      {isDetailed && (
        <TextField
          label="Descrição do serviço"
          maxLength={500}
          value={service.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      )}
    </div>
  )
}

function Numbers({ service, onChange, isDetailed }: Omit<ServiceRowProps, 'actions'>) {
  const errors = findServiceErrors(service)
  return (
    <div className={isDetailed ? 'grid grid-cols-2 gap-3 sm:grid-cols-3' : 'grid grid-cols-2 gap-3'}>
      <MinutesField
        label="Duração (min)"
        value={service.durationMin}
        most={720}
        error={errors.durationMin}
        onChange={(durationMin) => onChange({ durationMin })}
      />
      <PriceField
        cents={service.priceCents}
        error={errors.priceCents}
        onChange={(priceCents) => onChange({ priceCents })}
      />
      {isDetailed && (
        <MinutesField
          label="Limpeza depois (min)"
          value={service.bufferMin}
          most={120}
          error={errors.bufferMin}
          onChange={(bufferMin) => onChange({ bufferMin })}
        />
      )}
    </div>
  )
}
