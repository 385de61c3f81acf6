import type { CashRegister } from '@na-regua/contract/cash'
import { MAX_REGISTER_NAME } from '@na-regua/contract/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/confirm-dialog.tsx'
import { Form, FormAlert } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addRegister, cashKey, changeRegister } from './queries.ts'

type RegistersDialogProps = { barbershopId: string; registers: readonly CashRegister[]; onClose: () => void }

/** The drawers of the barbershop. With one of them there is nothing to choose. */
export function RegistersDialog({ barbershopId, registers, onClose }: RegistersDialogProps) {
  return (
    <FormDialog isOpen title="Caixas da barbearia" onClose={onClose}>
      <div className="grid grid-cols-1 gap-5">
        <p className="text-mute">
          Um caixa para cada gaveta. Cada aparelho escolhe o seu uma vez; o que não é dinheiro é contado no principal.
        </p>
        {registers.map((register) => (
          <RegisterRow key={register.id} register={register} />
        ))}
        <NewRegister key={registers.length} barbershopId={barbershopId} />
      </div>
    </FormDialog>
  )
}

/** Whatever was tried, the list is what the server has. */
function useRegisterChange<Change>(change: (given: Change) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([cashKey, ['visits', 'checkout']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

function RegisterRow({ register: { id, name, isUsual, isActive } }: { register: CashRegister }) {
  const [draft, setDraft] = useState(name)
  const saving = useRegisterChange((change: Parameters<typeof changeRegister>[1]) => changeRegister(id, change))
  const isChanged = draft.trim() !== '' && draft.trim() !== name
  return (
    <Form
      isBusy={saving.isPending}
      onSubmit={() => isChanged && saving.mutate({ name: draft.trim() })}
      failure={false}
      className="grid grid-cols-1 gap-2"
    >
      <TextField
        label={isUsual ? 'Caixa principal' : isActive ? 'Caixa' : 'Caixa que não é mais usado'}
        value={draft}
        maxLength={MAX_REGISTER_NAME}
        onChange={({ target }) => setDraft(target.value)}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isChanged && (
          <Button type="submit" variant="outline">
            Salvar nome
          </Button>
        )}
        {!isUsual && (
          <Button variant="outline" onClick={() => saving.mutate({ isActive: !isActive })}>
            {isActive ? 'Não usar mais' : 'Usar de novo'}
            <span className="sr-only"> o caixa {name}</span>
          </Button>
        )}
      </div>
      {saving.error && <FormAlert>{errorText(saving.error, 'O caixa não mudou. Tente de novo.')}</FormAlert>}
    </Form>
  )
}

function NewRegister({ barbershopId }: { barbershopId: string }) {
  // The same for each try, so that a repetition adds nothing twice.
  const [id] = useState(createUuid)
  const [name, setName] = useState('')
  const adding = useRegisterChange(() => addRegister(barbershopId, { id, name: name.trim() }))
  return (
    <Form
      isBusy={adding.isPending}
      onSubmit={() => name.trim() && adding.mutate(undefined)}
      failure={adding.error && errorText(adding.error, 'O caixa não foi criado. Tente de novo.')}
      className="grid grid-cols-1 gap-2 border-t border-line pt-5"
    >
      <TextField
        label="Mais um caixa"
        hint="Como Bar ou Recepção."
        value={name}
        maxLength={MAX_REGISTER_NAME}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="outline" isBusy={adding.isPending} disabled={name.trim() === ''}>
        Adicionar
      </Button>
    </Form>
  )
}
