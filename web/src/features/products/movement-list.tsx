import type { ProductMovement } from '@na-regua/contract/products'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatDate, formatTime } from '../../lib/format.ts'
import { LoadingMessage } from '../../ui/loading.tsx'
import { PageNavigation } from '../../ui/pagination.tsx'
import { ReversalDialog } from '../../ui/reversal-dialog.tsx'
import { movementsQuery, productsKey, reverseProductMovement } from './queries.ts'
import { describeProductMovement, formatQuantity, isReversible } from './rules.ts'

/** What entered the stock of a product and left it, the newest first. */
export function ProductMovementList({ productId, timeZone }: { productId: string; timeZone: string }) {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [reversed, setReversed] = useState<ProductMovement>()
  const { data, error } = useQuery(movementsQuery(productId, page))
  if (error && !data) return <p className="text-red">{errorText(error, 'Erro ao carregar o estoque.')}</p>
  if (!data) return <LoadingMessage>Carregando...</LoadingMessage>
  if (data.movements.length === 0) return <p className="text-mute">Nada entrou nem saiu ainda.</p>
  return (
    <>
      <ul aria-label="Entradas e saídas" className="grid gap-1.5 text-sm">
        {data.movements.map((movement) => (
          <MovementRow key={movement.id} movement={movement} timeZone={timeZone} onReverse={setReversed} />
        ))}
      </ul>
      <PageNavigation
        label="Páginas do estoque"
        page={page}
        totalPages={data.pagination.totalPages}
        onChange={setPage}
      />
      {reversed && (
        <ReversalDialog
          maxLength={MAX_REASON}
          reverse={async (note) => {
            await reverseProductMovement(reversed.id, note)
            await client.invalidateQueries({ queryKey: productsKey })
          }}
          onClose={() => setReversed(undefined)}
        >
          {describeProductMovement(reversed)}, {formatQuantity(reversed.quantity)}. O dinheiro e o estoque voltam ao que
          eram, e os dois lançamentos continuam na lista.
        </ReversalDialog>
      )}
    </>
  )
}

type MovementRowProps = {
  movement: ProductMovement
  timeZone: string
  onReverse: (movement: ProductMovement) => void
}

function MovementRow({ movement, timeZone, onReverse }: MovementRowProps) {
  const { quantity, note, occurredAt, actorName, isReversed } = movement
  const title = describeProductMovement(movement)
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
      <span className={clsx('w-12 font-semibold', isReversed && 'text-mute line-through')}>
        {formatQuantity(quantity)}
      </span>
      <span className={clsx(isReversed && 'text-mute line-through')}>{title}</span>
      <span className="text-mute">
        {formatDate(occurredAt, timeZone)} {formatTime(occurredAt, timeZone)}
        {actorName && ` · ${actorName}`}
      </span>
      {note && <span className="min-w-0 wrap-anywhere">{note}</span>}
      {isReversible(movement) && (
        <button
          type="button"
          aria-label={`Estornar ${title} de ${formatDate(occurredAt, timeZone)}`}
          className="min-h-11 rounded-control px-2 underline hover:bg-sunken"
          onClick={() => onReverse(movement)}
        >
          Estornar
        </button>
      )}
    </li>
  )
}
