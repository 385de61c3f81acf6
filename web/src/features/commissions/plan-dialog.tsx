import type { PlanVersion } from '@na-regua/contract/commissions'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { MoneyField, PercentField } from '../../ui/amount-input.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePlanChange } from './queries.ts'
import { findVersions, type PlanDraft, toPlanDraft, toShareDraft, toTerms, usualTerms } from './rules.ts'
import { ShareField } from './share-field.tsx'

type Item = { id: string; name: string }

export type PlanDialogProps = {
  barbershopId: string
  today: string
  /** Null: of the barbershop. */
  barber: Item | null
  versions: readonly PlanVersion[]
  services: readonly Item[]
  products: readonly Item[]
  onClose: () => void
}

const cardFees = [
  { value: 'barbershop', label: 'A barbearia paga a taxa' },
  { value: 'both', label: 'A taxa sai da base da comissão' },
  { value: 'barber', label: 'O barbeiro paga a taxa' },
] as const

const courtesies = [
  { value: 'list', label: 'Rende como o preço de tabela' },
  { value: 'none', label: 'Não rende comissão' },
] as const

/** A new version of a plan, valid from a day on. What was earned before stays as it is. */
export function PlanDialog({ barbershopId, today, barber, versions, services, products, onClose }: PlanDialogProps) {
  const terms = findVersions(versions, today).current?.terms ?? versions[0]?.terms ?? usualTerms
  const [draft, setDraft] = useState<PlanDraft>(() => toPlanDraft(terms, today))
  const [problem, setProblem] = useState<string>()
  const save = usePlanChange(barbershopId)
  const target = { barberId: barber?.id ?? null, seenVersion: versions[0]?.version ?? 0 }
  const change = (changed: Partial<PlanDraft>) => setDraft({ ...draft, ...changed })
  function handleSubmit() {
    const read = toTerms(draft)
    setProblem('problem' in read ? read.problem : undefined)
    if ('terms' in read) save.mutate({ ...target, startsOn: draft.startsOn, terms: read.terms }, { onSuccess: onClose })
  }
  const failure = save.error && errorText(save.error, 'Não foi possível salvar. Tente novamente.')
  return (
    <FormDialog
      isOpen
      title={barber ? `Plano de ${barber.name}` : 'Plano da barbearia'}
      width="medium"
      isFullOnPhone
      onClose={onClose}
    >
      <Form isBusy={save.isPending} onSubmit={handleSubmit} submit="Salvar nova versão" failure={problem ?? failure}>
        <UnsavedChanges draft={draft} />
        <TextField
          label="Vale a partir de"
          type="date"
          min={today}
          hint="O que já foi ganho fica como está."
          value={draft.startsOn}
          onChange={({ target: { value } }) => change({ startsOn: value })}
        />
        <ShareField label="Serviços" hasTiers share={draft.service} onChange={(service) => change({ service })} />
        <Exceptions
          label="Serviço com valor próprio"
          items={services}
          hasCost
          chosen={draft.services}
          onChange={(chosen) => change({ services: chosen })}
        />
        <ShareField label="Produtos" share={draft.product} onChange={(product) => change({ product })} />
        <Exceptions
          label="Produto com valor próprio"
          items={products}
          chosen={draft.products}
          onChange={(chosen) => change({ products: chosen })}
        />
        <Checkbox checked={draft.deductsProductCost} onChange={(deductsProductCost) => change({ deductsProductCost })}>
          Descontar o custo do produto antes da comissão
        </Checkbox>
        <FieldFrame id="taxa-do-cartao" label="Taxa do cartão">
          <Select
            id="taxa-do-cartao"
            options={cardFees}
            value={draft.cardFee}
            onChange={(value) => change({ cardFee: value as PlanDraft['cardFee'] })}
          />
        </FieldFrame>
        <FieldFrame id="cortesia" label="Cortesia">
          <Select
            id="cortesia"
            options={courtesies}
            value={draft.courtesy}
            onChange={(value) => change({ courtesy: value as PlanDraft['courtesy'] })}
          />
        </FieldFrame>
        <PercentField
          label="Parte de quem ajuda"
          hint="Sai da comissão de quem atende, quando a comanda tem ajudante."
          value={draft.assistantBasisPoints}
          onValue={(assistantBasisPoints) => change({ assistantBasisPoints })}
        />
        <MoneyField
          label="Aluguel do lugar por mês"
          hint="Para quem aluga o lugar: use 100% nos serviços."
          value={draft.rentCents}
          onValue={(rentCents) => change({ rentCents })}
        />
        {barber && versions[0]?.terms && (
          <Button
            variant="outline"
            onClick={() => save.mutate({ ...target, startsOn: draft.startsOn, terms: null }, { onSuccess: onClose })}
          >
            Voltar ao plano da barbearia
          </Button>
        )}
      </Form>
    </FormDialog>
  )
}

type Exception = PlanDraft['services'][number]

type ExceptionsProps = {
  label: string
  items: readonly Item[]
  /** Services may have a cost of products. */
  hasCost?: boolean
  chosen: readonly Exception[]
  onChange: (chosen: Exception[]) => void
}

/** Services or products with a share of their own. */
function Exceptions({ label, items, hasCost = false, chosen, onChange }: ExceptionsProps) {
  const left = items.filter(({ id }) => !chosen.some((one) => one.id === id))
  const nameOf = (id: string) => items.find((item) => item.id === id)?.name ?? 'Fora da lista'
  const change = (id: string, changed: Partial<Exception>) =>
    onChange(chosen.map((one) => (one.id === id ? { ...one, ...changed } : one)))
  return (
    <div className="grid grid-cols-1 gap-3">
      {chosen.map(({ id, share, costCents }) => (
        <div key={id} className="grid grid-cols-[1fr_auto] items-start gap-2 rounded-card border border-line p-3">
          <div className="grid grid-cols-1 gap-3">
            <ShareField label={nameOf(id)} share={share} onChange={(changed) => change(id, { share: changed })} />
            {hasCost && (
              <MoneyField
                label={`${nameOf(id)}: custo de produtos`}
                value={costCents}
                onValue={(value) => change(id, { costCents: value })}
              />
            )}
          </div>
          <IconButton label={`Tirar ${nameOf(id)}`} onClick={() => onChange(chosen.filter((one) => one.id !== id))}>
            <Icon name="close" className="size-4.5" />
          </IconButton>
        </div>
      ))}
      {left.length > 0 && (
        <Select
          aria-label={label}
          options={[{ value: '', label: `${label}...` }, ...left.map(({ id, name }) => ({ value: id, label: name }))]}
          value=""
          onChange={(id) => {
            const share = toShareDraft({ kind: 'percent', basisPoints: 5000 })
            if (id) onChange([...chosen, { id, share, costCents: 0 }])
          }}
        />
      )}
    </div>
  )
}
