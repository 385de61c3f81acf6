import { MAX_CENTS } from '@na-regua/contract/amounts'
import type { CashRegister } from '@na-regua/contract/cash'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { focusFirst } from '../../ui/dialog.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { cashKey, openCash } from './queries.ts'

type OpenDialogProps = {
  barbershopId: string
  /** Undefined before the first was opened. */
  register: CashRegister | undefined
  onClose: () => void
}

/** What is in the register before the first customer. */
export function OpenCashDialog({ barbershopId, register, onClose }: OpenDialogProps) {
  const client = useQueryClient()
  const fields = useFormErrors<'float'>()
  // The same for each try, so that a repetition opens nothing twice.
  const [id] = useState(createUuid)
  const [floatCents, setFloat] = useState<number | undefined>(register?.lastCountedCents ?? undefined)
  const open = useMutation({
    mutationFn: () => openCash(barbershopId, { id, registerId: register?.id, floatCents: floatCents ?? 0 }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: cashKey })
      onClose()
    },
  })
  const isAmount = floatCents !== undefined && floatCents >= 0 && floatCents <= MAX_CENTS
  return (
    <FormDialog isOpen title="Abrir o caixa" onClose={onClose}>
      <Form
        fields={fields}
        isBusy={open.isPending}
        onSubmit={() =>
          fields.reportErrors({ float: isAmount ? undefined : 'Conte e informe o valor' }) && open.mutate()
        }
        failure={open.error && errorText(open.error, 'Não foi possível abrir o caixa. Tente novamente.')}
        submit="Abrir o caixa"
      >
        <UnsavedChanges draft={floatCents} />
        <MoneyField
          ref={focusFirst}
          label="Dinheiro na gaveta agora"
          name="float"
          hint="Conte o fundo de troco. Se for outro valor que o do último fechamento, a diferença fica registrada."
          value={floatCents}
          error={fields.errors.float}
          onValue={setFloat}
        />
      </Form>
    </FormDialog>
  )
}
