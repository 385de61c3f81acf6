import { countCodeDigits, hasValidCheckDigit } from '@na-regua/contract/cards'
import { MAX_NAME } from '@na-regua/contract/text-limits'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { PatternFormat } from 'react-number-format'
import { controlClass, FieldFrame, fieldBorder } from '../../../ui/field-frame.tsx'
import { TextField } from '../../../ui/text-field.tsx'

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
        maxLength={MAX_NAME}
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

/** Props of each payment method. */
export type MethodProps = {
  sessionId: string
  amountCents: number
  /** The payment succeeded or is pending: the next page shows its outcome. */
  onPaid: () => void
  /** This payment session is closed. */
  onRestart: () => void
}

export type CardInput = { number: string; expiry: string; cvc: string; name: string }
export type CardField = keyof CardInput

const brands = [
  { name: 'Amex', pattern: /^3[47]/, format: '#### ###### #####' },
  {
    name: 'Elo',
    pattern: /^(4011(78|79)|431274|438935|45(1416|763[12])|504175|5067|509|627780|63(6297|6368)|650|6516|6550)/,
  },
  { name: 'Hipercard', pattern: /^606282/ },
  { name: 'Mastercard', pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/ },
  { name: 'Visa', pattern: /^4/ },
] as const

const USUAL_FORMAT = '#### #### #### ####'

/** The brand by the first digits: its name, the grouping of its number and the length of its code. */
export function readBrand(digits: string): { name?: string; format: string; cvc: number } {
  const brand = brands.find(({ pattern }) => pattern.test(digits))
  return { format: USUAL_FORMAT, ...brand, cvc: countCodeDigits(digits) }
}

/** A card is valid until the end of its month. */
function expiryProblem(expiry: string, now: Date) {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expiry) ?? []
  if (!month || !year) return 'Informe mês e ano, como 08/30.'
  const end = new Date(Date.UTC(2000 + Number(year), Number(month), 1))
  return now < end ? undefined : 'Este cartão está vencido.'
}

function numberProblem(digits: string) {
  if (!digits) return 'Informe o número do cartão.'
  const length = readBrand(digits).format.replaceAll(' ', '').length
  return digits.length === length && hasValidCheckDigit(digits) ? undefined : 'Confira o número do cartão.'
}

/** `number` holds digits only, `expiry` reads MM/AA. */
export function cardProblems({ number, expiry, cvc, name }: CardInput, now: Date) {
  const { cvc: cvcDigits } = readBrand(number)
  return {
    number: numberProblem(number),
    expiry: expiryProblem(expiry, now),
    cvc: cvc.length === cvcDigits ? undefined : `O código tem ${cvcDigits} dígitos.`,
    name: /\p{L}{2}/u.test(name) ? undefined : 'Informe o nome como está no cartão.',
  }
}
