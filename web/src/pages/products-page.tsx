import { useQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { staffedBarbershopsQuery } from '../features/customers/queries.ts'
import { ProductList } from '../features/products/product-list.tsx'
import { errorText } from '../lib/api-error.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { isPermitted, isPermittedIn } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { MoneyNavigation } from './money-navigation.tsx'
import { BarbershopChoice, useChosenBarbershop } from './own-parts.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Produtos' })
}

export default function ProductsPage() {
  return (
    <RequireLogin>
      <Products />
    </RequireLogin>
  )
}

function Products() {
  const user = useUser()
  const isStaff = user !== undefined && isPermitted('customers', user)
  const shops = useQuery({ ...staffedBarbershopsQuery(user?.id ?? ''), enabled: isStaff })
  const shop = useChosenBarbershop(shops.data)
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="text-2xl md:text-3xl">Produtos</h1>
      <MoneyNavigation />
      <BarbershopChoice shops={shops.data} value={shop?.id} />
      {shop && user && <ProductList key={shop.id} barbershop={shop} canEdit={isPermittedIn(shop.id, 'prices', user)} />}
      {isStaff && !shops.data && !shops.error && <LoadingMessage>Carregando...</LoadingMessage>}
      {shops.error && !shops.data && (
        <Notice tone="error" title={errorText(shops.error, 'Erro ao carregar as barbearias.')} />
      )}
      {(!isStaff || shops.data?.length === 0) && (
        <Notice icon="people" title="Você ainda não trabalha em uma barbearia">
          Os produtos de uma barbearia aparecem aqui para quem é da equipe.
        </Notice>
      )}
    </div>
  )
}
