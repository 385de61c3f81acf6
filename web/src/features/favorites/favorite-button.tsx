import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { useFavoriteChange, useIsFavorite } from './use-favorite.ts'
import { useWish } from './use-wish.ts'

/** The heart. A visitor's press leads to the login and is carried out afterwards. */
export function FavoriteButton({ barbershop: { id, name } }: { barbershop: { id: string; name: string } }) {
  const { user } = useSession()
  const isFavorite = useIsFavorite(id)
  const change = useFavoriteChange(id, name)
  const askToLogIn = useWish()
  // Only the heart that is pressed beats, not all of them when the page learns which are on.
  const [wasPressed, setPressed] = useState(false)

  function handlePress() {
    if (!user) return askToLogIn(id, name)
    setPressed(true)
    change(!isFavorite)
  }

  return (
    <IconButton
      label={`Favoritar ${name}`}
      aria-pressed={isFavorite}
      onClick={handlePress}
      className={classNames('bg-card hover:bg-card hover:text-red', isFavorite ? 'text-red' : 'text-ink')}
    >
      <Icon
        name="heart"
        isFilled={isFavorite}
        className={classNames('size-5', isFavorite && wasPressed && 'animate-beat')}
      />
    </IconButton>
  )
}
