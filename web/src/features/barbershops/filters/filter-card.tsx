import { FilterPanel } from './filter-panel.tsx'
import { clearChoices, countChoices } from './rules.ts'

/** The panel on a desktop: it stays in view beside the list. */
export function FilterCard(props: Parameters<typeof FilterPanel>[0]) {
  const { wishes, onChange } = props
  return (
    <section
      aria-labelledby="filter-title"
      className="sticky top-4 flex max-h-[calc(100dvh-2rem)] flex-col rounded-card border border-line bg-card"
    >
      <header className="flex min-h-14 items-center justify-between gap-2 border-b border-line py-1 pr-2 pl-4">
        <h2 id="filter-title" className="text-xl">
          Filtros
        </h2>
        <button
          type="button"
          disabled={countChoices(wishes) === 0}
          onClick={() => onChange(clearChoices(wishes))}
          className="min-h-11 rounded-control px-2 text-sm font-semibold text-navy underline-offset-4 hover:underline disabled:text-mute disabled:no-underline"
        >
          Limpar tudo
        </button>
      </header>
      <div className="overflow-y-auto overscroll-contain p-4">
        <FilterPanel {...props} />
      </div>
    </section>
  )
}
