import { MAX_CENTS } from '@na-regua/contract/amounts'
import type { CashAccount, CashMovementKind } from '@na-regua/contract/cash'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatMoney } from '../../lib/format.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { focusFirst } from '../../ui/dialog.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type CashMovementInput, cashKey, moveCash } from './queries.ts'
import { kindWords, listAccounts } from './rules.ts'

type CashMovementDialogProps = {
  sessionId: string
  kind: CashMovementKind
  barbers: readonly { id: string; name: string }[]
  onClose: () => void
}

type Draft = {
  amountCents: number | undefined
  account: CashAccount | undefined
  barberId: string | undefined
  reason: string
}

function findProblems(kind: CashMovementKind, { amountCents, account, barberId, reason }: Draft) {
  const isAmount = amountCents !== undefined && amountCents > 0 && amountCents <= MAX_CENTS
  const needsReason = kind === 'drop' || kind === 'expense'
  return {
    amount: isAmount ? undefined : 'Informe o valor',
    account: account ? undefined : 'Escolha uma opção',
    barber: kind !== 'advance' || barberId ? undefined : 'Escolha o barbeiro',
    reason: needsReason && reason.trim() === '' ? 'Escreva o motivo' : undefined,
  }
}

function toInput(id: string, kind: CashMovementKind, { amountCents = 0, account, barberId, reason }: Draft) {
  const input: CashMovementInput = { id, kind, amountCents, account: account ?? 'bank' }
  if (barberId) input.barberId = barberId
  if (reason.trim()) input.reason = reason.trim()
  return input
}

/** What is put into the register or taken out of it, besides payments. */
export function CashMovementDialog({ sessionId, kind, barbers, onClose }: CashMovementDialogProps) {
  const client = useQueryClient()
  const words = kindWords[kind]
  const accounts = listAccounts(kind)
  const fields = useFormErrors<'amount' | 'account' | 'barber' | 'reason'>()
  // The same for each try, so that a repetition is written once.
  const [id] = useState(createUuid)
  const [draft, setDraft] = useState<Draft>({
    amountCents: undefined,
    account: kind === 'expense' ? undefined : accounts[0]?.value,
    barberId: kind === 'advance' && barbers.length === 1 ? barbers[0]?.id : undefined,
    reason: '',
  })
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }))
  const move = useMutation({
    mutationFn: () => moveCash(sessionId, toInput(id, kind, draft)),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: cashKey })
      showToast({ tone: 'success', title: `${words.title}: ${formatMoney(draft.amountCents ?? 0)}` })
      onClose()
    },
  })
  const { errors } = fields
  return (
    <FormDialog isOpen title={words.title} onClose={onClose}>
      <Form
        fields={fields}
        className="grid grid-cols-1 gap-4"
        isBusy={move.isPending}
        onSubmit={() => fields.reportErrors(findProblems(kind, draft)) && move.mutate()}
        failure={move.error && errorText(move.error, 'Não foi possível lançar. Tente novamente.')}
        submit={words.action}
      >
        <UnsavedChanges draft={draft} />
        <p className="text-sm text-mute">{words.hint}</p>
        <MoneyField
          ref={focusFirst}
          label={words.amount}
          name="amount"
          value={draft.amountCents}
          error={errors.amount}
          onValue={(amountCents) => change({ amountCents })}
        />
        {words.account && (
          <Choice
            legend={words.account}
            options={accounts}
            value={draft.account}
            problem={draft.account ? undefined : errors.account}
            onChange={(account = draft.account) => change({ account })}
          />
        )}
        {kind === 'advance' && (
          <Choice
            legend="Para quem"
            options={barbers.map((barber) => ({ value: barber.id, label: barber.name }))}
            value={draft.barberId}
            problem={draft.barberId ? undefined : errors.barber}
            onChange={(barberId = draft.barberId) => change({ barberId })}
          />
        )}
        <TextField
          label={kind === 'supply' || kind === 'advance' ? 'Motivo (opcional)' : 'Motivo'}
          name="reason"
          autoComplete="off"
          maxLength={MAX_REASON}
          value={draft.reason}
          error={errors.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      </Form>
    </FormDialog>
  )
}

type ChoiceProps<T extends string> = {
  legend: string
  options: readonly { value: T; label: string }[]
  value: T | undefined
  problem: string | undefined
  onChange: (value: T | undefined) => void
}

function Choice<T extends string>({ problem, ...group }: ChoiceProps<T>) {
  return (
    <div data-invalid={problem ? '' : undefined} tabIndex={-1}>
      <ChoiceGroup {...group} />
      {problem && <p className="mt-1.5 text-sm text-red">{problem}</p>}
    </div>
  )
}
