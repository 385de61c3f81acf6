import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { clearAll, DEFAULT_RADIUS, isNarrowed, type SearchFilters, WIDEST_RADIUS } from '../filters/rules.ts'

type NothingFoundProps = {
  wishes: SearchFilters
  onChange: (wishes: SearchFilters) => void
  /** Another place is the last resort. */
  changePlace: ReactNode
}

/** Nobody is left alone with an empty list: each button leads to a fuller one. */
export function NothingFound({ wishes, onChange, changePlace }: NothingFoundProps) {
  const radius = wishes.radius ?? DEFAULT_RADIUS
  const wider = radius < DEFAULT_RADIUS ? DEFAULT_RADIUS : WIDEST_RADIUS
  const action = (
    <>
      {isNarrowed(wishes) && (
        <Button variant="ink" onClick={() => onChange(clearAll(wishes))}>
          Limpar filtros
        </Button>
      )}
      {radius < wider && (
        <Button variant="outline" onClick={() => onChange({ ...wishes, radius: wider })}>
          Buscar em até {wider}km
        </Button>
      )}
      {changePlace}
    </>
  )
  return (
    <Notice icon="chair" title="Nenhuma barbearia encontrada por aqui" action={action}>
      {isNarrowed(wishes)
        ? 'Nenhuma combina com todos os filtros. Tire algum deles ou procure mais longe.'
        : 'Procure mais longe ou em outro lugar.'}
    </Notice>
  )
}
