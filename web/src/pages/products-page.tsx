import type { MetaArgs } from 'react-router'
import { ProductList } from '../features/products/product-list.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { isPermittedIn } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { Notice } from '../ui/notice.tsx'
import { MoneyFrame } from './money-frame.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Produtos' })
}

/** What a barbershop sells, for its staff; who cares for the prices changes it. */
export default function ProductsPage() {
  const user = useUser()
  return (
    <MoneyFrame title="Produtos" permissions={['prices', 'customers']} refusal={<NoProducts />}>
      {(barbershop) => (
        <ProductList
          barbershop={barbershop}
          canEdit={user !== undefined && isPermittedIn(barbershop.id, 'prices', user)}
        />
      )}
    </MoneyFrame>
  )
}

function NoProducts() {
  return (
    <Notice icon="people" title="Você ainda não trabalha em uma barbearia">
      Os produtos de uma barbearia aparecem aqui para quem é da equipe.
    </Notice>
  )
}
