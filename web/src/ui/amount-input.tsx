import { clsx } from 'clsx'
import { type ComponentProps, useId, useState } from 'react'
import { type AmountForm, minutesForm, moneyForm, percentForm, wholeNumberForm } from '../lib/typed-amounts.ts'
import { controlClass, FieldFrame, type FieldProps, fieldBorder } from './field-frame.tsx'
import { useTypedText } from './text-field.tsx'

type AmountProps = {
  /** Undefined for an empty field. */
  value: number | undefined
  /** Receives NaN for a text that is none. */
  onValue: (value: number | undefined) => void
}

type AmountInputProps = AmountProps & { form: AmountForm } & Omit<
    ComponentProps<'input'>,
    'form' | 'value' | 'onChange'
  >

/** Shows what is typed as it is typed, and the value that it means once the field was left. */
function AmountInput({ form, value, onValue, onBlur, ...rest }: AmountInputProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (value === undefined || Number.isNaN(value) ? '' : form.format(value))
  function change(text: string) {
    setTyped(text)
    onValue(form.parse(text))
  }
  useTypedText(id, shown, ({ target }) => change(target.value))
  return (
    <input
      autoComplete="off"
      {...rest}
      id={id}
      inputMode={form.inputMode}
      value={shown}
      onChange={({ target }) => change(target.value)}
      onBlur={(event) => {
        // What cannot be read stays to be corrected.
        if (typed !== undefined && !Number.isNaN(form.parse(typed))) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

type BareInputProps = Omit<AmountInputProps, 'form'>

/** An amount in cents, typed in reais. */
export function MoneyInput(props: BareInputProps) {
  return <AmountInput {...props} form={moneyForm} />
}

export function MinutesInput(props: BareInputProps) {
  return <AmountInput {...props} form={minutesForm} />
}

type AmountFieldProps = FieldProps & BareInputProps

function AmountField({ label, error, hint, className, form, ...rest }: AmountFieldProps & { form: AmountForm }) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <AmountInput
        {...rest}
        form={form}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={(error ?? hint) ? `${id}-words` : undefined}
        className={clsx(controlClass, fieldBorder(error), 'tabular-nums', className)}
      />
    </FieldFrame>
  )
}

export function MoneyField(props: AmountFieldProps) {
  return <AmountField {...props} form={moneyForm} />
}

/** Hundredths of a percent, typed in percent. */
export function PercentField(props: AmountFieldProps) {
  return <AmountField {...props} form={percentForm} />
}

export function MinutesField(props: AmountFieldProps) {
  return <AmountField {...props} form={minutesForm} />
}

export function WholeNumberField(props: AmountFieldProps) {
  return <AmountField {...props} form={wholeNumberForm} />
}
