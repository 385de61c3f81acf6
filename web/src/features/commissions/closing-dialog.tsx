import type { SettlementDraft } from '@na-regua/contract/commissions'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatLocalDate } from '../../lib/format.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { FormDialog } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useSettlementClosing } from './queries.ts'
import { listSettlementSums, totalWithRent } from './rules.ts'
import { SumList } from './settlement-dialog.tsx'

type ClosingDialogProps = {
  barbershopId: string
  draft: SettlementDraft
  until: string
  onClosed: (id: string) => void
  onClose: () => void
}

/** Shows what is about to be frozen; only the rent can be changed. */
export function ClosingDialog({ barbershopId, draft, until, onClosed, onClose }: ClosingDialogProps) {
  const [id] = useState(createUuid)
  const [rent, setRent] = useState<number | undefined>(draft.rentCents)
  const closing = useSettlementClosing(barbershopId)
  const rentCents = rent ?? 0
  const isWrong = Number.isNaN(rentCents)
  const { advancesCents, totalCents } = totalWithRent(draft, isWrong ? 0 : rentCents)
  function handleSubmit() {
    if (isWrong) return
    const body = { id, barberId: draft.barber.id, until, rentCents, totalCents }
    closing.mutate(body, { onSuccess: () => onClosed(id) })
  }
  return (
    <FormDialog isOpen title={`Acerto com ${draft.barber.name}`} onClose={onClose}>
      <Form
        isBusy={closing.isPending}
        onSubmit={handleSubmit}
        submit="Fechar acerto"
        failure={closing.error && errorText(closing.error, 'Não foi possível fechar. Tente novamente.')}
      >
        <p className="text-mute">
          Tudo até {formatLocalDate(until)}. Depois de fechado não muda: correções entram no próximo acerto.
        </p>
        <SumList sums={listSettlementSums({ ...draft, rentCents: 0, advancesCents })} totalCents={totalCents} />
        <MoneyField
          label="Aluguel do lugar a descontar"
          error={isWrong ? 'Confira o valor.' : undefined}
          value={rent}
          onValue={setRent}
        />
      </Form>
    </FormDialog>
  )
}
