import { Icon } from '../../../ui/icon.tsx'
import { iconOfFeature } from './rules.ts'

export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <section aria-labelledby="beneficios">
      <h2 id="beneficios" className="text-lg">
        Benefícios
      </h2>
      {features.length === 0 ? (
        <p className="mt-3 text-mute">Nenhum benefício listado.</p>
      ) : (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-2.5 text-sm">
          {features.map((name) => (
            <li key={name} className="flex items-center gap-2.5">
              <span className="grid size-8 shrink-0 place-items-center rounded-control bg-sunken">
                <Icon name={iconOfFeature(name)} className="size-4.5" />
              </span>
              {name}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
