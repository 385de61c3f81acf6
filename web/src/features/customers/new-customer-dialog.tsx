import { findNameProblem } from '@na-regua/contract/names'
import { findPhoneProblem } from '@na-regua/contract/phones'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { createCustomer } from './customer-list.tsx'

type NewCustomerDialogProps = {
  barbershopId: string
  onClose: () => void
  /** With the id of the profile, which a known phone has already. */
  onCreated: (id: string) => void
}

/** Name and phone of a customer who has no appointment yet; the rest is in the profile. */
export function NewCustomerDialog({ barbershopId, onClose, onCreated }: NewCustomerDialogProps) {
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const fields = useFormErrors<'name' | 'phone'>()
  const { errors } = fields
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: () => createCustomer(barbershopId, { name: name.trim(), phone }),
    onSuccess({ customer }) {
      void client.invalidateQueries({ queryKey: ['customers'] })
      onCreated(customer.id)
    },
  })

  function handleSubmit() {
    const problems = { name: findNameProblem(name, 'Informe o nome'), phone: findPhoneProblem(phone) }
    if (fields.reportErrors(problems)) create.mutate()
  }

  return (
    <FormDialog isOpen onClose={onClose} title="Novo cliente">
      <Form
        fields={fields}
        className="grid grid-cols-1 gap-4"
        isBusy={create.isPending}
        onSubmit={handleSubmit}
        failure={create.error && errorText(create.error, 'Não foi possível cadastrar. Tente novamente.')}
        actions={
          <div className="flex justify-end gap-2">
            <LeaveButton />
            <Button type="submit" isBusy={create.isPending}>
              Cadastrar
            </Button>
          </div>
        }
      >
        <UnsavedChanges draft={[name, phone]} />
        <TextField
          label="Nome"
          name="name"
          value={name}
          maxLength={120}
          autoComplete="off"
          error={errors.name}
          onChange={({ target }) => setName(target.value)}
        />
        <PhoneField
          label="Telefone"
          name="phone"
          autoComplete="off"
          error={errors.phone}
          hint="De um telefone conhecido, abre a ficha que já existe."
          onPhone={setPhone}
        />
      </Form>
    </FormDialog>
  )
}
