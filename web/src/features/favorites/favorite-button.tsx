import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../lib/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Asks visitors to log in. People who are logged in see no heart until favorites can be kept. */
export function FavoriteButton({ barbershopName }: { barbershopName: string }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  if (user) return null

  function askToLogIn() {
    showToast({ tone: 'info', title: 'Você precisa estar logado para favoritar uma barbearia' })
    navigate(paths.login(), { state: { from: pathname + search } })
  }

  return (
    <IconButton
      label={`Favoritar ${barbershopName}`}
      onClick={askToLogIn}
      className="bg-card text-ink hover:bg-card hover:text-red"
    >
      <Icon name="heart" />
    </IconButton>
  )
}
