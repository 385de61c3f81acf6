import type { MoneySource, SettlementDraft } from '@na-regua/contract/commissions'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAdvance } from './queries.ts'
import { sourceOptions } from './rules.ts'

type AdvanceDialogProps = { barbershopId: string; draft: SettlementDraft; onClose: () => void }

/** Money that a barber gets before the settlement, which deducts it. */
export function AdvanceDialog({ barbershopId, draft: { barber }, onClose }: AdvanceDialogProps) {
  const [id] = useState(createUuid)
  const [cents, setCents] = useState<number>()
  const [source, setSource] = useState<MoneySource>('pix')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const advance = useAdvance(barbershopId)
  function handleSubmit() {
    if (!cents || cents < 0) return setProblem('Informe o valor do vale.')
    const body = { id, barberId: barber.id, cents, paidFrom: source, reason: reason.trim() }
    advance.mutate(body, { onSuccess: onClose })
  }
  return (
    <FormDialog isOpen title={`Vale para ${barber.name}`} onClose={onClose}>
      <Form
        isBusy={advance.isPending}
        onSubmit={handleSubmit}
        submit="Registrar vale"
        failure={advance.error && errorText(advance.error, 'Não foi possível registrar. Tente novamente.')}
      >
        <UnsavedChanges draft={[cents, reason]} />
        <MoneyField
          label="Valor"
          error={problem}
          value={cents}
          onValue={(value) => {
            setCents(value)
            setProblem(undefined)
          }}
        />
        <ChoiceGroup
          legend="Saiu de"
          options={sourceOptions}
          value={source}
          onChange={(value = source) => setSource(value)}
        />
        <TextField
          label="Motivo (opcional)"
          maxLength={MAX_REASON}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Form>
    </FormDialog>
  )
}
