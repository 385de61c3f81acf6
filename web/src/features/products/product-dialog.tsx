import { MAX_CENTS } from '@na-regua/contract/amounts'
import type { Product } from '@na-regua/contract/products'
import { MAX_PRODUCT_NAME } from '@na-regua/contract/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { MoneyField, WholeNumberField } from '../../ui/amount-input.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { focusFirst } from '../../ui/dialog.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { createProduct, productsKey, updateProduct } from './queries.ts'

type ProductDialogProps = {
  barbershopId: string
  /** Absent for a new one. */
  product?: Product | undefined
  onClose: () => void
}

type Draft = {
  name: string
  priceCents: number | undefined
  costCents: number | undefined
  minimum: number | undefined
  isActive: boolean
}

const isPrice = (cents: number | undefined): cents is number => cents !== undefined && cents >= 0 && cents <= MAX_CENTS

function findProblems({ name, priceCents, costCents, minimum }: Draft) {
  return {
    name: name.trim() === '' ? 'Escreva o nome do produto' : undefined,
    price: isPrice(priceCents) ? undefined : 'Informe o preço',
    cost: isPrice(costCents ?? 0) ? undefined : 'Confira o custo',
    minimum: minimum === undefined || minimum <= 10_000 ? undefined : 'Confira o mínimo',
  }
}

/** Name, price, cost and minimum of a product. */
export function ProductDialog({ barbershopId, product, onClose }: ProductDialogProps) {
  const client = useQueryClient()
  const fields = useFormErrors<'name' | 'price' | 'cost' | 'minimum'>()
  const [draft, setDraft] = useState<Draft>({
    name: product?.name ?? '',
    priceCents: product?.priceCents,
    costCents: product?.costCents ?? undefined,
    minimum: product?.minimum ?? undefined,
    isActive: product?.isActive ?? true,
  })
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }))
  const save = useMutation({
    mutationFn() {
      const { name, priceCents = 0, costCents = 0, minimum = null, isActive } = draft
      const body = { name: name.trim(), priceCents, costCents, minimum }
      if (!product) return createProduct(barbershopId, body)
      return updateProduct(product.id, { ...body, isActive, version: product.version })
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: productsKey })
      showToast({ tone: 'success', title: product ? 'Produto salvo' : 'Produto cadastrado' })
      onClose()
    },
  })
  const { errors } = fields
  return (
    <FormDialog isOpen title={product ? 'Produto' : 'Novo produto'} onClose={onClose}>
      <Form
        fields={fields}
        className="grid grid-cols-1 gap-4"
        isBusy={save.isPending}
        onSubmit={() => fields.reportErrors(findProblems(draft)) && save.mutate()}
        failure={save.error && errorText(save.error, 'Não foi possível salvar. Tente novamente.')}
        actions={
          <div className="flex justify-end gap-2">
            <LeaveButton />
            <Button type="submit" isBusy={save.isPending}>
              Salvar
            </Button>
          </div>
        }
      >
        <UnsavedChanges draft={draft} />
        <TextField
          ref={focusFirst}
          label="Nome"
          name="name"
          autoComplete="off"
          maxLength={MAX_PRODUCT_NAME}
          value={draft.name}
          error={errors.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField
            label="Preço de venda"
            name="price"
            value={draft.priceCents}
            error={errors.price}
            onValue={(priceCents) => change({ priceCents })}
          />
          <MoneyField
            label="Custo de cada um"
            name="cost"
            value={draft.costCents}
            error={errors.cost}
            onValue={(costCents) => change({ costCents })}
          />
        </div>
        <WholeNumberField
          label="Estoque mínimo"
          name="minimum"
          hint="Com menos do que isso, o produto aparece para comprar. Em branco, ninguém avisa."
          value={draft.minimum}
          error={errors.minimum}
          onValue={(minimum) => change({ minimum })}
        />
        {product && (
          <Checkbox checked={draft.isActive} onChange={(isActive) => change({ isActive })}>
            À venda
          </Checkbox>
        )}
      </Form>
    </FormDialog>
  )
}
