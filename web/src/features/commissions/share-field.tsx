import { MoneyField, PercentField } from '../../ui/amount-input.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import type { ShareDraft } from './rules.ts'

const kinds = [
  { value: 'percent', label: 'Porcentagem' },
  { value: 'fixed', label: 'Valor fixo' },
  { value: 'tiers', label: 'Por faixas' },
] as const

type ShareFieldProps = {
  label: string
  share: ShareDraft
  /** Only services of the whole plan have tiers. */
  hasTiers?: boolean
  onChange: (share: ShareDraft) => void
}

/** A percent, an amount, or tiers. */
export function ShareField({ label, share, hasTiers = false, onChange }: ShareFieldProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <ChoiceGroup
        legend={label}
        options={hasTiers ? kinds : kinds.slice(0, 2)}
        value={share.kind}
        onChange={(kind = share.kind) => onChange({ ...share, kind })}
      />
      {share.kind === 'percent' && (
        <PercentField
          label={`${label}: porcentagem`}
          value={share.basisPoints}
          onValue={(basisPoints) => onChange({ ...share, basisPoints })}
        />
      )}
      {share.kind === 'fixed' && (
        <MoneyField
          label={`${label}: valor de cada um`}
          value={share.cents}
          onValue={(cents) => onChange({ ...share, cents })}
        />
      )}
      {share.kind === 'tiers' && <TierFields share={share} onChange={onChange} />}
    </div>
  )
}

const MAX_TIERS = 6

function TierFields({ share, onChange }: Pick<ShareFieldProps, 'share' | 'onChange'>) {
  const { tiers } = share
  const change = (index: number, changed: Partial<ShareDraft['tiers'][number]>) =>
    onChange({ ...share, tiers: tiers.map((tier, at) => (at === index ? { ...tier, ...changed } : tier)) })
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm text-mute">Contam os serviços do mês que estas faixas pagam.</p>
      {tiers.map((tier, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tiers have no other identity, and only the last one is removed.
        <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <MoneyField
            label={`Faixa ${index + 1}: a partir de`}
            disabled={index === 0}
            value={tier.fromCents}
            onValue={(fromCents) => change(index, { fromCents })}
          />
          <PercentField
            label={`Faixa ${index + 1}: porcentagem`}
            value={tier.basisPoints}
            onValue={(basisPoints) => change(index, { basisPoints })}
          />
          <IconButton
            label={`Tirar a faixa ${index + 1}`}
            disabled={index === 0 || index < tiers.length - 1}
            onClick={() => onChange({ ...share, tiers: tiers.slice(0, -1) })}
          >
            <Icon name="close" className="size-4.5" />
          </IconButton>
        </div>
      ))}
      {tiers.length < MAX_TIERS && (
        <Button
          variant="ghost"
          className="justify-self-start"
          onClick={() => onChange({ ...share, tiers: [...tiers, { fromCents: undefined, basisPoints: undefined }] })}
        >
          Mais uma faixa
        </Button>
      )}
      <Select
        aria-label="Como as faixas contam"
        options={[
          { value: 'marginal', label: 'Cada faixa vale para o que passa dela' },
          { value: 'whole', label: 'A faixa alcançada vale para o mês todo' },
        ]}
        value={share.counts}
        onChange={(counts) => onChange({ ...share, counts: counts === 'whole' ? 'whole' : 'marginal' })}
      />
    </div>
  )
}
