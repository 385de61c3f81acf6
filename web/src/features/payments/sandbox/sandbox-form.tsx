import type { PaymentIntent, PaymentMethod } from '@na-regua/contract/payments'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { Segmented } from '../../../ui/choice-group.tsx'
import { methodLabels } from '../rules.ts'
import { CardForm } from './card-form.tsx'
import { PixPanel } from './pix-panel.tsx'

type SandboxFormProps = {
  intent: PaymentIntent
  amountCents: number
  /** The payment session is closed. */
  onRestart: () => void
}

/** The payment form of the sandbox provider. No money is moved, and the form says so. */
export function SandboxForm({ intent, amountCents, onRestart }: SandboxFormProps) {
  const { methods, sessionId } = intent
  const [method, setMethod] = useState<PaymentMethod>(methods[0] ?? 'card')
  const navigate = useNavigate()
  const leave = () => void navigate(paths.paymentConfirmation(sessionId))
  const options = methods.map((value) => ({ value, label: methodLabels[value] }))
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="rounded-control bg-brass-soft px-3.5 py-2.5 text-sm text-brass">
        <strong className="font-semibold">Ambiente de teste:</strong> nada é cobrado de verdade.
      </p>
      {options.length > 1 && (
        <div>
          <Segmented label="Forma de pagamento" options={options} value={method} onChange={setMethod} />
        </div>
      )}
      {method === 'card' ? (
        <CardForm {...{ sessionId, amountCents, onRestart }} onPaid={leave} />
      ) : (
        <PixPanel {...{ sessionId, amountCents, onRestart }} onPaid={leave} />
      )}
    </div>
  )
}
