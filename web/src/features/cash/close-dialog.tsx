import { MAX_CENTS } from '@na-regua/contract/amounts'
import type { CashSession } from '@na-regua/contract/cash'
import { MAX_CASH_NOTE } from '@na-regua/contract/text-limits'
import { paymentNames } from '@na-regua/contract/visits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { Button } from '../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { focusFirst } from '../../ui/dialog.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { CountTable } from './count-table.tsx'
import { type CashClosing, cashKey, closeCash } from './queries.ts'
import { cashDifferenceOf, describeCashDifference, otherCounted } from './rules.ts'

type Method = (typeof otherCounted)[number] | 'cash'
type Draft = { counted: Partial<Record<Method, number>>; note: string }

const isWrong = (cents: number | undefined) => cents !== undefined && !(cents >= 0 && cents <= MAX_CENTS)

function findProblems({ counted }: Draft): Partial<Record<Method, string>> {
  const problems: Partial<Record<Method, string>> = {}
  for (const method of ['cash', ...otherCounted] as const)
    if (isWrong(counted[method])) problems[method] = 'Confira o valor'
  if (counted.cash === undefined) problems.cash = 'Conte e informe o valor'
  return problems
}

/** Without what is empty: it was not counted. */
function toClosing({ counted: { cash = 0, ...others }, note }: Draft): CashClosing {
  const closing: CashClosing = { counted: { cash } }
  for (const method of otherCounted) {
    const cents = others[method]
    if (cents !== undefined) closing.counted[method] = cents
  }
  if (note.trim()) closing.note = note.trim()
  return closing
}

/** Who closes counts first; what was expected is shown afterwards. */
export function CloseCashDialog({ session, onClose }: { session: CashSession; onClose: () => void }) {
  const [closed, setClosed] = useState<CashSession>()
  return (
    <FormDialog isOpen title={closed ? 'Caixa fechado' : 'Fechar o caixa'} onClose={onClose}>
      {closed ? (
        <div className="grid gap-4">
          <p className="font-display text-xl font-extrabold">{describeCashDifference(cashDifferenceOf(closed))}</p>
          <CountTable counts={closed.counts ?? []} />
          <Button variant="ink" onClick={onClose}>
            Pronto
          </Button>
        </div>
      ) : (
        <CountForm session={session} onClosed={setClosed} />
      )}
    </FormDialog>
  )
}

function CountForm({ session, onClosed }: { session: CashSession; onClosed: (session: CashSession) => void }) {
  const client = useQueryClient()
  const fields = useFormErrors<Method>()
  const [draft, setDraft] = useState<Draft>({ counted: {}, note: '' })
  const close = useMutation({
    mutationFn: () => closeCash(session.id, toClosing(draft)),
    onSuccess({ session: closed }) {
      onClosed(closed)
      void client.invalidateQueries({ queryKey: cashKey })
    },
  })
  const count = (method: Method) => ({
    name: method,
    value: draft.counted[method],
    error: fields.errors[method],
    onValue: (cents: number | undefined) => {
      const { [method]: _, ...rest } = draft.counted
      setDraft({ ...draft, counted: cents === undefined ? rest : { ...rest, [method]: cents } })
    },
  })
  return (
    <Form
      fields={fields}
      className="grid grid-cols-1 gap-4"
      isBusy={close.isPending}
      onSubmit={() => fields.reportErrors(findProblems(draft)) && close.mutate()}
      failure={close.error && errorText(close.error, 'Não foi possível fechar o caixa. Tente novamente.')}
      submit="Fechar o caixa"
    >
      <UnsavedChanges draft={draft} />
      <MoneyField
        ref={focusFirst}
        label="Dinheiro na gaveta"
        hint="Conte tudo, com o fundo de troco. O esperado aparece depois."
        {...count('cash')}
      />
      {session.register.isUsual && (
        <fieldset className="grid min-w-0 grid-cols-2 gap-4">
          <legend className="mb-2.5 font-semibold">Do extrato e da maquininha (opcional)</legend>
          {otherCounted.map((method) => (
            <MoneyField key={method} label={paymentNames[method]} {...count(method)} />
          ))}
        </fieldset>
      )}
      <TextArea
        label="Observação (opcional)"
        rows={2}
        maxLength={MAX_CASH_NOTE}
        value={draft.note}
        onChange={({ target }) => setDraft({ ...draft, note: target.value })}
      />
    </Form>
  )
}
