import { useId } from 'react'
import { NumericFormat } from 'react-number-format'
import { classNames } from '../../../ui/class-names.ts'
import { controlClass, FieldFrame, fieldBorder } from '../../../ui/text-field.tsx'
import { toCents, toReais } from './rules.ts'

type PriceFieldProps = {
  cents: number | undefined
  error: string | undefined
  onChange: (cents: number | undefined) => void
}

/** The most that a price of the contract holds. */
const MOST_REAIS = 100_000

/** Typed in reais with two decimals, kept in cents. */
export function PriceField({ cents, error, onChange }: PriceFieldProps) {
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
        isAllowed={({ floatValue = 0 }) => floatValue <= MOST_REAIS}
        onValueChange={({ value }, { source }) => source === 'event' && onChange(toCents(value))}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-words` : undefined}
        className={classNames(controlClass, fieldBorder(error), 'tabular-nums')}
      />
    </FieldFrame>
  )
}
