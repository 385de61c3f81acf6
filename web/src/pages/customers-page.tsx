import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { CommandBar } from '../features/appointments/commands/command-bar.tsx'
import { CustomerList, downloadCustomers } from '../features/customers/customer-list.tsx'
import { CustomerDialog } from '../features/customers/customer-profile.tsx'
import { NewCustomerDialog } from '../features/customers/new-customer-dialog.tsx'
import { errorText } from '../lib/api-error.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { isPermittedIn } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'
import { useSite } from '../lib/site.ts'
import { isUuid, useUrlParams } from '../lib/use-url-params.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { BarbershopChoice, useCustomerBooking, usePermittedBarbershops } from './own-parts.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Clientes' })
}

export default function CustomersPage() {
  return (
    <RequireLogin>
      <Customers />
    </RequireLogin>
  )
}

const PROFILE = 'ficha'

/** The customers of one barbershop, with a selector for staff of several. */
function Customers() {
  const { isStaff, query, shops, shop } = usePermittedBarbershops('customers')
  if (query.error && !shops)
    return <Notice tone="error" title={errorText(query.error, 'Erro ao carregar os clientes.')} />
  if (isStaff && !shops) return <LoadingMessage>Carregando seus clientes...</LoadingMessage>
  if (!shop) return <NoBarbershop />
  return (
    <div className="mx-auto w-full max-w-3xl [&>:not(dialog)]:mb-4">
      <CommandBar />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl md:text-3xl">Clientes</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="outline" className="max-sm:px-3!" to={paths.outreach()}>
            <Icon name="chat" className="size-4.5" />
            Avisar
          </ButtonLink>
          <FileActions barbershopId={shop.id} />
        </div>
      </div>
      <BarbershopChoice shops={shops} value={shop.id} />
      <CustomersOf key={shop.id} shop={shop} />
    </div>
  )
}

function CustomersOf({ shop }: { shop: { id: string; name: string; timeZone: string } }) {
  const site = useSite()
  const [params, changeParams] = useUrlParams()
  const given = params.get(PROFILE) ?? ''
  const [bookingDialog, book] = useCustomerBooking(shop)
  const [isAdding, setAdding] = useState(false)
  const user = useUser()
  const canPrint = user !== undefined && isPermittedIn(shop.id, 'export', user)
  const open = (id: string | undefined) =>
    void changeParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (id) next.set(PROFILE, id)
        else next.delete(PROFILE)
        return next
      },
      { isNewEntry: id !== undefined },
    )
  return (
    <>
      {isAdding && (
        <NewCustomerDialog
          barbershopId={shop.id}
          onClose={() => setAdding(false)}
          onCreated={(id) => {
            setAdding(false)
            open(id)
          }}
        />
      )}
      <CustomerList
        barbershop={shop}
        url={`${site?.publicUrl ?? ''}${paths.barbershop(shop.id)}`}
        onOpen={open}
        canPrint={canPrint}
        action={
          <Button variant="ink" className="min-h-12 max-sm:w-full" onClick={() => setAdding(true)}>
            <Icon name="plus" className="size-4.5" />
            Novo cliente
          </Button>
        }
      />
      <CustomerDialog
        id={isUuid(given) ? given : undefined}
        timeZone={shop.timeZone}
        onClose={() => open(undefined)}
        onBook={(customer) => {
          open(undefined)
          book(customer)
        }}
      />
      {bookingDialog}
    </>
  )
}

/** Import and export, for whom the barbershop permits them; others in which they may are no reason. */
function FileActions({ barbershopId }: { barbershopId: string }) {
  const user = useUser()
  if (!user) return null
  return (
    <>
      {isPermittedIn(barbershopId, 'settings', user) && (
        <ButtonLink variant="outline" className="max-sm:px-3!" to={`importar?barbearia=${barbershopId}`}>
          <Icon name="plus" className="size-4.5" />
          Importar
        </ButtonLink>
      )}
      {isPermittedIn(barbershopId, 'export', user) && <ExportButton barbershopId={barbershopId} />}
    </>
  )
}

function ExportButton({ barbershopId }: { barbershopId: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: downloadCustomers,
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao exportar', text: errorText(error, 'Tente novamente.') }),
  })
  return (
    <Button variant="outline" className="max-sm:px-3!" isBusy={isPending} onClick={() => mutate(barbershopId)}>
      <Icon name="download" className="size-4.5" />
      <span className="max-sm:sr-only">Exportar (CSV)</span>
    </Button>
  )
}

function NoBarbershop() {
  return (
    <>
      <h1 className="text-2xl">Clientes</h1>
      <Notice icon="people" title="Você ainda não trabalha em uma barbearia">
        Os clientes de uma barbearia aparecem aqui para quem é da equipe.
      </Notice>
    </>
  )
}
