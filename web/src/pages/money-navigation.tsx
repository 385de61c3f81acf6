import type { Permission } from '@na-regua/contract/permissions'
import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { isPermitted } from '../lib/permissions.ts'
import { useUser } from '../lib/session.ts'

const pages: readonly { to: string; label: string; permission: Permission }[] = [
  { to: paths.money(), label: 'Relatório', permission: 'money' },
  { to: paths.receivables(), label: 'A receber', permission: 'money' },
  { to: paths.statements(), label: 'Pix', permission: 'money' },
  { to: paths.commissions(), label: 'Comissões', permission: 'money' },
  { to: paths.cash(), label: 'Caixa', permission: 'cash' },
  { to: paths.products(), label: 'Produtos', permission: 'prices' },
]

/** The way between the pages of the money, for those who may open several. */
export function MoneyNavigation() {
  const user = useUser()
  const { pathname } = useLocation()
  const permitted = pages.filter(({ permission }) => user && isPermitted(permission, user))
  if (permitted.length < 2) return null
  return (
    <nav aria-label="Financeiro" className="flex flex-wrap gap-1 border-b border-line print:hidden">
      {permitted.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === pathname ? 'page' : undefined}
          className={clsx(
            '-mb-px inline-grid min-h-12 place-items-center border-b-2 px-3 font-semibold -outline-offset-2 transition-colors',
            to === pathname ? 'border-red text-ink' : 'border-transparent text-mute hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
