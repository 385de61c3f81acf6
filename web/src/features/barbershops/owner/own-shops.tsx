import { useQuery } from '@tanstack/react-query'
import { ownBarbershopsQuery } from './queries.ts'

/** The tab 'Gerenciar Barbearias'. */
export function OwnShops() {
  const { data } = useQuery(ownBarbershopsQuery())
  return (
    <ul className="grid gap-3">
      {data?.barbershops.map(({ id, name }) => (
        <li key={id} className="rounded-card border border-line bg-card p-4 font-semibold">
          {name}
        </li>
      ))}
    </ul>
  )
}
