import { clsx } from 'clsx'
import { type ReactNode, useId, useState } from 'react'
import { NumericFormat } from 'react-number-format'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { controlClass, FieldFrame, fieldBorder } from '../../../ui/field-frame.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { findServiceErrors, type ServiceDraft, toCents, toReais } from './rules.ts'

type ServiceRowProps = {
  service: ServiceDraft
  onChange: (change: Partial<ServiceDraft>) => void
  /** With buffer, description and switch, which the wizard leaves out. */
  isDetailed?: boolean
  /** The buttons to move and remove the service. */
  actions: ReactNode
}

function toNumber(text: string) {
  return text === '' ? undefined : Number(text)
}

type MinutesFieldProps = {
  label: string
  value: number | undefined
  max: number
  error?: string
  onChange: (minutes: number | undefined) => void
}

function MinutesField({ label, value, max, error, onChange }: MinutesFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={max}
      step={5}
      value={value ?? ''}
      error={error}
      onChange={({ target }) => onChange(toNumber(target.value))}
      className="tabular-nums"
    />
  )
}

export function ServiceRow({ service, onChange, isDetailed = false, actions }: ServiceRowProps) {
  const [wasBlurred, setBlurred] = useState(false)
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
        // No error before the first edit.
        error={wasBlurred ? errors.name : undefined}
        onBlur={() => setBlurred(true)}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <NumberFields {...{ service, onChange, isDetailed }} />
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

function NumberFields({ service, onChange, isDetailed }: Omit<ServiceRowProps, 'actions'>) {
  const errors = findServiceErrors(service)
  return (
    <div className={isDetailed ? 'grid grid-cols-2 gap-3 sm:grid-cols-3' : 'grid grid-cols-2 gap-3'}>
      <MinutesField
        label="Duração (min)"
        value={service.durationMin}
        max={720}
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
          max={120}
          error={errors.bufferMin}
          onChange={(bufferMin) => onChange({ bufferMin })}
        />
      )}
    </div>
  )
}

type PriceFieldProps = {
  cents: number | undefined
  error: string | undefined
  onChange: (cents: number | undefined) => void
}

/** The contract's maximum. */
const MAX_REAIS = 100_000

/** Typed in reais with two decimals, stored in cents. */
function PriceField({ cents, error, onChange }: PriceFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label="Preço" error={error}>
      <NumericFormat
        id={id}
        inputMode="decimal"
        prefix="R$ "
        thousandSeparator="."
        decimalSeparator=","
        decimalScale={2}
        fixedDecimalScale
        allowNegative={false}
        valueIsNumericString
        value={toReais(cents)}
        isAllowed={({ floatValue = 0 }) => floatValue <= MAX_REAIS}
        onValueChange={({ value }, { source }) => source === 'event' && onChange(toCents(value))}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-words` : undefined}
        className={clsx(controlClass, fieldBorder(error), 'tabular-nums')}
      />
    </FieldFrame>
  )
}
