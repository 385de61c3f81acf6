import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { errorText } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { getFeatureIcon } from '../detail/rules.ts'
import { filtersQuery } from '../queries.ts'

type FeatureChoiceProps = { value: readonly number[]; onChange: (ids: number[]) => void }

export function FeatureChoice({ value, onChange }: FeatureChoiceProps) {
  const { data, error, refetch } = useQuery(filtersQuery())
  if (error && !data) {
    const action = (
      <Button variant="outline" onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    )
    return <Notice tone="error" title={errorText(error, 'Erro ao carregar as comodidades.')} action={action} />
  }
  if (!data) return <LoadingMessage>Carregando comodidades...</LoadingMessage>
  const toggle = (id: number) => onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  return (
    <fieldset>
      <legend className="mb-3 text-mute">Marque o que a sua barbearia oferece. Os clientes filtram por isso.</legend>
      <div className="grid grid-cols-1 gap-2 min-[26rem]:grid-cols-2 md:grid-cols-3">
        {data.features.map(({ id, name }) => (
          <FeatureButton key={id} name={name} isOn={value.includes(id)} onPress={() => toggle(id)} />
        ))}
      </div>
    </fieldset>
  )
}

function FeatureButton({ name, isOn, onPress }: { name: string; isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={clsx(
        'flex min-h-13 items-center gap-2.5 rounded-control border px-3.5 py-2 text-left text-sm font-medium transition-colors disabled:opacity-55',
        isOn ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-edge',
      )}
    >
      <Icon name={getFeatureIcon(name)} className="size-5" />
      <span className="min-w-0 flex-1">{name}</span>
      {isOn && <Icon name="check" className="size-4.5" />}
    </button>
  )
}
