import type { Municipality } from '@na-regua/contract/places'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { municipalitiesNamedQuery } from '../queries.ts'

type MunicipalityFieldProps = { onPick: (municipality: Municipality) => void }

/** The way for those who know the name better than the map, or cannot use one. */
export function MunicipalityField({ onPick }: MunicipalityFieldProps) {
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const { data } = useQuery(municipalitiesNamedQuery(query))
  const found = query.length >= 2 ? (data?.municipalities ?? []) : []
  const isEmpty = query.length >= 2 && data !== undefined && found.length === 0
  return (
    <div>
      <TextField
        label="Cidade"
        placeholder="Digite o nome da cidade"
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && found[0] && onPick(found[0])}
      />
      <p role="status" className={isEmpty ? 'pt-2 text-sm text-mute' : 'sr-only'}>
        {isEmpty ? 'Nenhuma cidade encontrada.' : found.length > 0 && `${found.length} cidades encontradas`}
      </p>
      {found.length > 0 && (
        <ul aria-label="Cidades encontradas" className="flex flex-wrap gap-2 pt-2.5">
          {found.map((municipality) => (
            <li key={`${municipality.name} ${municipality.state}`}>
              <button
                type="button"
                onClick={() => onPick(municipality)}
                className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3.5 text-sm font-medium hover:border-edge"
              >
                <Icon name="pin" className="size-4 text-mute" />
                {municipality.name}, {municipality.state}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
