import { clsx } from 'clsx'
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFavoriteAfterLogin } from './pending-favorite.tsx'
import { useFavoriteChange, useIsFavorite } from './use-favorite.ts'

/** Anonymous users are sent to the login page first; the favorite is added afterwards. */
export function FavoriteButton({ barbershop: { id, name } }: { barbershop: { id: string; name: string } }) {
  const { user } = useSession()
  const isFavorite = useIsFavorite(id)
  const change = useFavoriteChange(id, name)
  const requestLogin = useFavoriteAfterLogin()
  // Only the clicked heart is animated, not every heart when the favorites are loaded.
  const [wasClicked, setClicked] = useState(false)

  function handleClick() {
    if (!user) return requestLogin(id, name)
    setClicked(true)
    change(!isFavorite)
  }

  return (
    <IconButton
      label={`Favoritar ${name}`}
      aria-pressed={isFavorite}
      onClick={handleClick}
      className={clsx('bg-card hover:bg-card hover:text-red', isFavorite ? 'text-red' : 'text-ink')}
    >
      <Icon name="heart" isFilled={isFavorite} className={clsx('size-5', isFavorite && wasClicked && 'animate-beat')} />
    </IconButton>
  )
}
