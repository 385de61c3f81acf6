import { MAX_CENTS } from '@na-regua/contract/amounts'
import type { Product } from '@na-regua/contract/products'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatNumber } from '../../lib/format.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { MoneyField, WholeNumberField } from '../../ui/amount-input.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type MovementInput, moveProduct, productsKey } from './queries.ts'
import { kindHints, kindOptions, quantityLabels } from './rules.ts'

type MovementDialogProps = { product: Product; onClose: () => void }

type Draft = {
  kind: MovementInput['kind']
  quantity: number | undefined
  paidCents: number | undefined
  paidFrom: 'cash' | 'bank'
  note: string
}

const sources = [
  { value: 'cash', label: 'Do caixa' },
  { value: 'bank', label: 'Do banco' },
] as const

function findProblems({ kind, quantity, paidCents }: Draft) {
  const least = kind === 'count' ? 0 : 1
  const isQuantity = quantity !== undefined && quantity >= least && quantity <= 10_000
  const isPaid = paidCents !== undefined && paidCents >= 0 && paidCents <= MAX_CENTS
  return {
    quantity: isQuantity ? undefined : 'Informe quantos',
    paid: isPaid || kind !== 'purchase' ? undefined : 'Informe quanto custou tudo',
  }
}

function toInput(id: string, { kind, quantity = 0, paidCents, paidFrom, note }: Draft): MovementInput {
  const input: MovementInput = { id, kind, quantity }
  if (note.trim()) input.note = note.trim()
  if (kind === 'purchase') {
    input.paidCents = paidCents ?? 0
    input.paidFrom = paidFrom
  }
  return input
}

/** What enters the stock or leaves it but sales. */
export function MovementDialog({ product, onClose }: MovementDialogProps) {
  const client = useQueryClient()
  const fields = useFormErrors<'quantity' | 'paid'>()
  // The same for each try, so that a repetition is written once.
  const [id] = useState(createUuid)
  const [draft, setDraft] = useState<Draft>({
    kind: 'purchase',
    quantity: undefined,
    paidCents: undefined,
    paidFrom: 'bank',
    note: '',
  })
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }))
  const move = useMutation({
    mutationFn: () => moveProduct(product.id, toInput(id, draft)),
    async onSuccess({ product: moved }) {
      await client.invalidateQueries({ queryKey: productsKey })
      showToast({ tone: 'success', title: `${moved.name}: ${formatNumber(moved.stock)} em estoque` })
      onClose()
    },
  })
  const { kind } = draft
  return (
    <FormDialog isOpen title={product.name} onClose={onClose}>
      <Form
        fields={fields}
        className="grid grid-cols-1 gap-4"
        isBusy={move.isPending}
        onSubmit={() => fields.reportErrors(findProblems(draft)) && move.mutate()}
        failure={move.error && errorText(move.error, 'Não foi possível lançar. Tente novamente.')}
        submit="Lançar"
      >
        <UnsavedChanges draft={draft} />
        <ChoiceGroup
          legend="O que aconteceu"
          options={kindOptions}
          value={kind}
          onChange={(chosen = kind) => change({ kind: chosen })}
        />
        <p className="text-sm text-mute">{kindHints[kind]}</p>
        <WholeNumberField
          label={quantityLabels[kind]}
          name="quantity"
          value={draft.quantity}
          error={fields.errors.quantity}
          onValue={(quantity) => change({ quantity })}
        />
        {kind === 'purchase' && (
          <>
            <MoneyField
              label="Quanto custou tudo"
              name="paid"
              value={draft.paidCents}
              error={fields.errors.paid}
              onValue={(paidCents) => change({ paidCents })}
            />
            <ChoiceGroup
              legend="De onde saiu o dinheiro"
              options={sources}
              value={draft.paidFrom}
              onChange={(paidFrom = draft.paidFrom) => change({ paidFrom })}
            />
          </>
        )}
        <TextField
          label="Observação (opcional)"
          name="note"
          autoComplete="off"
          maxLength={MAX_REASON}
          value={draft.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </Form>
    </FormDialog>
  )
}
