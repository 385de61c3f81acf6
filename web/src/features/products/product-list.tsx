import type { Product } from '@na-regua/contract/products'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DenseRow, denseListClass, useListSearch } from '../../ui/dense-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { MovementDialog } from './movement-dialog.tsx'
import { ProductMovementList } from './movement-list.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { productsQuery } from './queries.ts'
import { compareProducts, describeLow, describeProduct, isLow } from './rules.ts'

type ProductListProps = {
  barbershop: { id: string; timeZone: string }
  /** The user may change prices here. */
  canEdit: boolean
}

type OpenDialog = { name: 'product' | 'movement'; product?: Product | undefined }

/** What the barbershop sells, with what is in stock. Those below the minimum come first. */
export function ProductList({ barbershop, canEdit }: ProductListProps) {
  const query = useQuery(productsQuery(barbershop.id))
  const [open, setOpen] = useState<OpenDialog>()
  const products = (query.data ?? []).toSorted(compareProducts)
  const { field, found } = useListSearch(products, 'Buscar produto', ({ name }) => name)
  const close = () => setOpen(undefined)
  const low = describeLow(products)
  const create = canEdit && <Button onClick={() => setOpen({ name: 'product' })}>Novo produto</Button>
  if (!query.data)
    return query.isError ? (
      <RetryNotice error={query.error} text="Erro ao carregar os produtos." onRetry={query.refetch} />
    ) : (
      <LoadingMessage>Carregando os produtos...</LoadingMessage>
    )
  return (
    <>
      {products.length === 0 ? (
        <Notice icon="tag" title="Nenhum produto ainda" action={create}>
          Pomada, cera, shampoo: o que a barbearia vende entra na comanda e sai do estoque sozinho.
        </Notice>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-mute">{low ?? 'Nada abaixo do mínimo'}</p>
            {create}
          </div>
          {field}
          {found.length === 0 && <Notice title="Nenhum produto com este nome" />}
          <ul className={denseListClass} aria-label="Produtos" hidden={found.length === 0}>
            {found.map((product) => (
              <li key={product.id}>
                <ProductRow product={product} canEdit={canEdit} timeZone={barbershop.timeZone} onOpen={setOpen} />
              </li>
            ))}
          </ul>
        </>
      )}
      {open?.name === 'product' && (
        <ProductDialog barbershopId={barbershop.id} product={open.product} onClose={close} />
      )}
      {open?.name === 'movement' && open.product && <MovementDialog product={open.product} onClose={close} />}
    </>
  )
}

type ProductRowProps = {
  product: Product
  canEdit: boolean
  timeZone: string
  onOpen: (dialog: OpenDialog) => void
}

function ProductRow({ product, canEdit, timeZone, onOpen }: ProductRowProps) {
  const title = <span className="min-w-0 font-semibold wrap-anywhere">{product.name}</span>
  const badges = (
    <>
      {isLow(product) && <Badge tone="brass">Comprar</Badge>}
      {!product.isActive && <Badge>Fora de venda</Badge>}
    </>
  )
  if (!canEdit)
    return (
      <div className="px-3 py-2.5 md:px-4">
        <div className="flex flex-wrap items-center gap-x-2">
          {title}
          {badges}
        </div>
        <p className="text-sm text-mute tabular-nums">{describeProduct(product)}</p>
      </div>
    )
  return (
    <DenseRow
      name={product.name}
      title={title}
      badges={badges}
      text={describeProduct(product)}
      actions={
        <>
          <Button
            variant="outline"
            aria-label={`Lançar em ${product.name}`}
            onClick={() => onOpen({ name: 'movement', product })}
          >
            <Icon name="plus" className="size-4.5" />
            Lançar
          </Button>
          <Button
            variant="ghost"
            aria-label={`Mudar ${product.name}`}
            onClick={() => onOpen({ name: 'product', product })}
          >
            <Icon name="pencil" className="size-4.5" />
            Mudar
          </Button>
        </>
      }
      details={<ProductMovementList productId={product.id} timeZone={timeZone} />}
    />
  )
}
