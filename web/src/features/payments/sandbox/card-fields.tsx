import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { PatternFormat } from 'react-number-format'
import { controlClass, FieldFrame, fieldBorder } from '../../../ui/field-frame.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type CardField, type CardInput, readBrand } from './rules.ts'

type CardFieldsProps = {
  card: CardInput
  onChange: (card: CardInput) => void
  errors: Partial<Record<CardField, string>>
}

/** The browser fills in stored cards by the autocomplete names of these fields. */
export function CardFields({ card, onChange, errors }: CardFieldsProps) {
  const { name: brand, format, cvc } = readBrand(card.number)
  const set = (field: CardField) => (value: string) => onChange({ ...card, [field]: value })
  const field = (name: CardField) => ({ name, error: errors[name], value: card[name], onChange: set(name) })
  const number = { autoComplete: 'cc-number', placeholder: '0000 0000 0000 0000' }
  const expiry = { autoComplete: 'cc-exp', placeholder: 'MM/AA', isFormatted: true }
  const code = { autoComplete: 'cc-csc', placeholder: '0'.repeat(cvc) }
  const brandLabel = <span aria-live="polite">{brand}</span>
  return (
    <>
      <DigitsField {...field('number')} {...number} label="Número do cartão" format={format} after={brandLabel} />
      <div className="grid grid-cols-2 items-start gap-3">
        <DigitsField {...field('expiry')} {...expiry} label="Validade (MM/AA)" format="##/##" />
        <DigitsField {...field('cvc')} {...code} label="Código (CVC)" format={'#'.repeat(cvc)} />
      </div>
      <TextField
        {...field('name')}
        label="Nome no cartão"
        autoComplete="cc-name"
        autoCapitalize="characters"
        maxLength={120}
        onChange={({ target }) => set('name')(target.value)}
      />
    </>
  )
}

type DigitsFieldProps = {
  label: string
  name: CardField
  error: string | undefined
  value: string
  /** A # for each digit. */
  format: string
  /** The value includes the mask. */
  isFormatted?: boolean
  autoComplete: string
  placeholder: string
  after?: ReactNode
  onChange: (value: string) => void
}

function DigitsField({ label, error, isFormatted = false, after, onChange, ...rest }: DigitsFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className="relative">
        <PatternFormat
          {...rest}
          id={id}
          inputMode="numeric"
          valueIsNumericString={!isFormatted}
          // Only user input counts: the component also reports changes of its props.
          onValueChange={({ value, formattedValue }, { source }) => {
            if (source === 'event') onChange(isFormatted ? formattedValue : value)
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-words` : undefined}
          className={clsx(controlClass, fieldBorder(error), 'tabular-nums', after !== undefined && 'pr-22')}
        />
        {after && (
          <div className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-xs font-semibold text-mute">
            {after}
          </div>
        )}
      </div>
    </FieldFrame>
  )
}
