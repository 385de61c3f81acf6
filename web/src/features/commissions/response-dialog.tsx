import type { CommissionLine } from '@na-regua/contract/commissions'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatMoney } from '../../lib/format.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { useResponse } from './queries.ts'
import { nameLine } from './rules.ts'

type Dispute = Pick<CommissionLine, 'id' | 'kind' | 'name' | 'cents' | 'earnedAt'> & {
  barber: { id: string; name: string }
  reason: string
}
type ResponseDialogProps = { dispute: Dispute; onClose: () => void }

const decisions = [
  { value: 'none', label: 'Sem ajuste' },
  { value: 'more', label: 'Pagar mais' },
  { value: 'less', label: 'Pagar menos' },
] as const
type Decision = (typeof decisions)[number]['value']

/** Responds to a dispute. An adjustment is a line of its own in the next settlement. */
export function ResponseDialog({ dispute, onClose }: ResponseDialogProps) {
  const [text, setText] = useState('')
  const [decision, setDecision] = useState<Decision>('none')
  const [cents, setCents] = useState<number>()
  const [problems, setProblems] = useState<{ text?: string; cents?: string }>({})
  const response = useResponse(dispute.id)
  function handleSubmit() {
    const isAmountMissing = decision !== 'none' && !cents
    const found = {
      ...(text.trim() === '' && { text: 'Escreva a resposta.' }),
      ...(isAmountMissing && { cents: 'Informe o valor do ajuste.' }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const signs = { none: 0, more: 1, less: -1 }
    const adjustmentCents = signs[decision] * (cents ?? 0)
    response.mutate({ response: text.trim(), adjustmentCents }, { onSuccess: onClose })
  }
  return (
    <FormDialog isOpen title={`Contestação de ${dispute.barber.name}`} onClose={onClose}>
      <Form
        isBusy={response.isPending}
        onSubmit={handleSubmit}
        submit="Responder"
        failure={response.error && errorText(response.error, 'Não foi possível responder. Tente novamente.')}
      >
        <UnsavedChanges draft={[text, cents]} />
        <p className="wrap-anywhere">
          {nameLine({ ...dispute, isReversal: false })}, {formatMoney(dispute.cents)}: “{dispute.reason}”
        </p>
        <TextArea
          label="Resposta"
          error={problems.text}
          rows={3}
          maxLength={MAX_REASON}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <ChoiceGroup
          legend="Ajuste"
          options={decisions}
          value={decision}
          onChange={(value = decision) => setDecision(value)}
        />
        {decision !== 'none' && (
          <MoneyField label="Valor do ajuste" error={problems.cents} value={cents} onValue={setCents} />
        )}
      </Form>
    </FormDialog>
  )
}
