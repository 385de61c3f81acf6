import type { Customer } from '@na-regua/contract/customers'
import { createPortal } from 'react-dom'
import { formatCount, formatDate, formatPhone } from '../../lib/format.ts'

type PrintedCustomersProps = {
  barbershop: { name: string; timeZone: string }
  customers: readonly Customer[]
}

const cell = 'py-1 pr-3 align-top wrap-anywhere'

/** The customers of the list on paper, instead of the page. The headings of the columns are on every sheet. */
export function PrintedCustomers({ barbershop, customers }: PrintedCustomersProps) {
  const { name, timeZone } = barbershop
  return createPortal(
    <section data-print className="hidden bg-white text-black [page:sheet] print:block">
      <h1 className="mb-3 text-xl">
        {name} · {formatCount(customers.length, 'cliente', 'clientes')} · {formatDate(new Date(), timeZone)}
      </h1>
      <table className="w-full table-fixed border-collapse text-left text-xs">
        <thead>
          <tr className="border-b-2 border-black">
            <th className={cell}>Nome</th>
            <th className={`${cell} w-36`}>Telefone</th>
            <th className={cell}>Marcadores</th>
            <th className={`${cell} w-24`}>Última visita</th>
            <th className={`${cell} w-28`}>Próxima visita</th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <tr key={customer.id} className="break-inside-avoid border-b border-black">
              <td className={`${cell} font-semibold`}>{customer.name}</td>
              <td className={`${cell} tabular-nums`}>{customer.phone && formatPhone(customer.phone)}</td>
              <td className={cell}>{customer.tags.join(', ')}</td>
              <td className={`${cell} tabular-nums`}>
                {customer.lastVisitAt && formatDate(customer.lastVisitAt, timeZone)}
              </td>
              <td className={`${cell} tabular-nums`}>{customer.nextAt && formatDate(customer.nextAt, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  )
}
