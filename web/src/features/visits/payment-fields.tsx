import {
  type Checkout,
  cardBrands,
  MAX_INSTALLMENTS,
  MAX_VISIT_PAYMENTS,
  paymentNames,
  type VisitPaymentMethod,
} from '@na-regua/contract/visits'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, Chip } from '../../ui/checkbox.tsx'
import { focusFirst } from '../../ui/dialog.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  amountsOf,
  type ClosingDraft,
  changeOf,
  type FieldErrors,
  fieldNames,
  newPayment,
  type PaymentDraft,
} from './rules.ts'

/** The QR code of a Pix, which another feature draws: the page passes it. */
export type PixSlot = (pix: { barbershopId: string; paymentId: string; amountCents: number }) => ReactNode

type PaymentsProps = {
  barbershopId: string
  draft: ClosingDraft
  customer: Checkout['customer'] | undefined
  pix: PixSlot | undefined
  errors: FieldErrors
  onChange: (payments: readonly PaymentDraft[]) => void
}

/** How it is paid. One way until the user divides it. */
export function PaymentFields({ barbershopId, draft, customer, pix, errors, onChange }: PaymentsProps) {
  const { payments } = draft
  const amounts = amountsOf(draft)
  const replace = (id: string, next: Partial<PaymentDraft>) =>
    onChange(payments.map((payment) => (payment.id === id ? { ...payment, ...next } : payment)))
  return (
    <div className="grid grid-cols-1 gap-5">
      {payments.map((payment, index) => (
        <PaymentPart
          key={payment.id}
          payment={payment}
          amountCents={amounts[index] as number}
          number={payments.length === 1 ? undefined : index + 1}
          isRest={index === payments.length - 1}
          customer={customer}
          errors={errors}
          onChange={(next) => replace(payment.id, next)}
          onRemove={() => onChange(payments.filter(({ id }) => id !== payment.id))}
        >
          {payment.method === 'pix' &&
            (amounts[index] as number) > 0 &&
            pix?.({ barbershopId, paymentId: payment.id, amountCents: amounts[index] as number })}
        </PaymentPart>
      ))}
      {payments.length < MAX_VISIT_PAYMENTS && (
        <Button variant="ghost" onClick={() => onChange([...payments, newPayment(nextMethod(payments))])}>
          Dividir em mais formas
        </Button>
      )}
    </div>
  )
}

type PartProps = {
  payment: PaymentDraft
  amountCents: number
  /** Undefined for the only one. */
  number: number | undefined
  isRest: boolean
  customer: PaymentsProps['customer']
  errors: FieldErrors
  onChange: (next: Partial<PaymentDraft>) => void
  onRemove: () => void
  children: ReactNode
}

const methods: readonly VisitPaymentMethod[] = ['pix', 'cash', 'debit', 'credit', 'voucher']

const nextMethod = (payments: readonly PaymentDraft[]) =>
  methods.find((method) => payments.every((payment) => payment.method !== method)) ?? 'cash'

function PaymentPart(props: PartProps) {
  const { payment, amountCents, number, customer, errors, onChange, children } = props
  const offered = customer ? [...methods, 'account' as const] : methods
  return (
    <fieldset className={clsx('grid min-w-0 grid-cols-1 gap-4', number && 'rounded-control border border-line p-3.5')}>
      <legend className="sr-only">{number ? `Pagamento ${number}` : 'Forma de pagamento'}</legend>
      {number && <PaymentAmount {...props} />}
      <div
        className={clsx(
          'grid gap-2',
          number
            ? 'grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))]'
            : 'grid-cols-[repeat(auto-fill,minmax(max(3.5rem,22%),1fr))]',
        )}
      >
        {offered.map((method) => (
          <Chip
            key={method}
            isChosen={method === payment.method}
            onClick={() => onChange({ method })}
            className="min-h-13 px-1 font-medium"
          >
            {paymentNames[method]}
          </Chip>
        ))}
      </div>
      <MethodDetails
        payment={payment}
        amountCents={amountCents}
        customer={customer}
        errors={errors}
        onChange={onChange}
      />
      {children}
    </fieldset>
  )
}

/** Of one of several payments: the last one takes the rest. */
function PaymentAmount({ payment, amountCents, isRest, errors, onChange, onRemove }: PartProps) {
  const name = fieldNames.amount(payment.id)
  return (
    <div className="flex items-start justify-between gap-2">
      {isRest ? (
        <p className="py-2.5 font-semibold tabular-nums">
          Resto: {Number.isNaN(amountCents) ? '–' : formatMoney(amountCents)}
        </p>
      ) : (
        <div className="min-w-0 flex-1">
          <MoneyField
            ref={focusFirst}
            className="scroll-my-28"
            label="Valor"
            name={name}
            error={errors[name]}
            value={payment.amountCents}
            onValue={(cents) => onChange({ amountCents: cents })}
          />
        </div>
      )}
      <IconButton label="Tirar este pagamento" onClick={onRemove}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
}

type MethodProps = Pick<PartProps, 'payment' | 'amountCents' | 'customer' | 'errors' | 'onChange'>

/** What only this way of paying has. */
function MethodDetails({ payment, amountCents, customer, errors, onChange }: MethodProps) {
  switch (payment.method) {
    case 'cash':
      return <CashDetails payment={payment} amountCents={amountCents} errors={errors} onChange={onChange} />
    case 'pix':
      return (
        <Checkbox checked={payment.isReceived} onChange={(isReceived) => onChange({ isReceived })}>
          Já caiu na conta
          <span className="block text-sm text-mute">Sem marcar, fica aguardando conferência.</span>
        </Checkbox>
      )
    case 'credit':
      return <CreditDetails payment={payment} amountCents={amountCents} onChange={onChange} />
    case 'voucher':
      return (
        <TextField
          label="Código do vale-presente (opcional)"
          value={payment.voucherCode}
          maxLength={40}
          onChange={({ target }) => onChange({ voucherCode: target.value })}
        />
      )
    case 'account':
      return <AccountDetails customer={customer} />
    case 'debit':
      return <BrandField payment={payment} onChange={onChange} />
  }
}

function CashDetails({ payment, amountCents, errors, onChange }: Omit<MethodProps, 'customer'>) {
  const change = changeOf(payment, amountCents)
  const name = fieldNames.tendered(payment.id)
  return (
    <div className="grid grid-cols-2 items-end gap-3 *:min-w-0 *:grid-cols-1">
      <MoneyField
        label="Recebido"
        className="scroll-my-28"
        name={name}
        error={errors[name]}
        value={payment.tenderedCents}
        onValue={(tenderedCents) => onChange({ tenderedCents })}
      />
      <output className="min-h-12 py-2.5 font-semibold tabular-nums">
        {change !== undefined && `Troco: ${formatMoney(change)}`}
      </output>
    </div>
  )
}

function CreditDetails({ payment, amountCents, onChange }: Omit<MethodProps, 'customer' | 'errors'>) {
  const id = `parcelas-${payment.id}`
  const options = Array.from({ length: MAX_INSTALLMENTS }, (_, index) => index + 1)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FieldFrame id={id} label="Parcelas">
        <Select
          id={id}
          options={options.map((count) => ({ value: String(count), label: describeInstallments(count, amountCents) }))}
          value={String(payment.installments)}
          onChange={(count) => onChange({ installments: Number(count) })}
        />
      </FieldFrame>
      <BrandField payment={payment} onChange={onChange} />
    </div>
  )
}

/** The fee may depend on it. */
function BrandField({ payment, onChange }: Pick<MethodProps, 'payment' | 'onChange'>) {
  const id = `bandeira-${payment.id}`
  return (
    <FieldFrame id={id} label="Bandeira (opcional)">
      <Select
        id={id}
        options={[{ value: '', label: 'Não informar' }, ...cardBrands.map((value) => ({ value, label: value }))]}
        value={payment.cardBrand}
        onChange={(cardBrand) => onChange({ cardBrand })}
      />
    </FieldFrame>
  )
}

function describeInstallments(count: number, amountCents: number) {
  if (count === 1) return 'À vista'
  return Number.isNaN(amountCents) ? `${count}×` : `${count}× de ${formatMoney(Math.round(amountCents / count))}`
}

function AccountDetails({ customer }: Pick<MethodProps, 'customer'>) {
  if (!customer) return null
  const { owedCents, debtLimitCents } = customer
  if (debtLimitCents === null) return <p className="text-sm text-mute">Este cliente ainda não tem limite de fiado.</p>
  return (
    <p className="text-sm text-mute tabular-nums">
      {owedCents > 0 && `Já deve ${formatMoney(owedCents)}. `}
      Ainda pode {formatMoney(Math.max(0, debtLimitCents - owedCents))}.
    </p>
  )
}
