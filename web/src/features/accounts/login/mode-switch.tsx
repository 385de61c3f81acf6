import { Link, useLocation } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { classNames } from '../../../ui/class-names.ts'

/** Both modes have an address; the way back (`from`) travels along. */
export function ModeSwitch({ isRegistering }: { isRegistering: boolean }) {
  const { state } = useLocation()
  const modes = [
    { label: 'Entrar', to: paths.login(), isOn: !isRegistering },
    { label: 'Cadastrar', to: paths.register(), isOn: isRegistering },
  ]
  return (
    <nav aria-label="Entrar ou cadastrar" className="grid grid-cols-2 rounded-control border border-line bg-card p-1">
      {modes.map(({ label, to, isOn }) => (
        <Link
          key={label}
          to={to}
          state={state}
          replace
          preventScrollReset
          aria-current={isOn ? 'page' : undefined}
          className={classNames(
            'grid min-h-11 place-items-center rounded-small font-semibold transition-colors',
            isOn ? 'bg-ink text-paper' : 'text-mute hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
