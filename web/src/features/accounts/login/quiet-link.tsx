import { Link, useLocation } from 'react-router'

/** Between the screens of the login; the way back (`from`) travels along. */
export function QuietLink({ to, children }: { to: string; children: string }) {
  const { state } = useLocation()
  return (
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-11 items-center rounded-small px-2 text-sm font-semibold text-navy underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}
